// Checks that a comparison says how two ways to compute a run agree, and that the run itself knows nothing of
// it.
#include "session/comparison.h"

#include <gtest/gtest.h>

#include "gl/fence.h"
#include "session/copy_rate.h"
#include "support/errors.h"
#include "support/family.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

/// A run of some steps, and a comparison from its state.
class ComparisonTest : public ::testing::Test {
  protected:
    ComparisonTest() : session_(test::headless_context(), {}, test::busy_settings(2000)) {
        session_.simulation().set_hashing(true);
        steps(20);
    }
    std::uint64_t steps(int count) {
        for (int i = 0; i < count; ++i) {
            while (!session_.ready()) {
            }
            session_.step();
        }
        return session_.wait_reports().back().figures.hash;
    }
    effects::Settings with(const effects::Edit& edit) { return effects::apply(session_.settings(), edit); }
    Comparison comparison(effects::Settings other, std::optional<Comparison::View> view = std::nullopt) {
        while (!session_.ready()) {
        }
        return Comparison(test::headless_context(), session_.shaders(), "test", *session_.checkpoint(),
                          {ComparisonSide{"as it is", session_.settings()}, {"other", std::move(other)}},
                          view);
    }
    static ComparisonFacts finished(Comparison& comparison) {
        for (int i = 0; i < 10000 && !comparison.is_done(); ++i) comparison.advance();
        EXPECT_TRUE(comparison.is_done());
        return comparison.facts();
    }

    Session session_;
};

TEST_F(ComparisonTest, AnotherScanLeavesTheSameStatesAndTheRunGoesOnAsIfNothingWere) {
    Session alone(test::headless_context(), {}, test::busy_settings(2000));
    alone.simulation().set_hashing(true);
    for (int i = 0; i < 30; ++i) {
        while (!alone.ready()) {
        }
        alone.step();
    }
    const std::uint64_t expected = alone.wait_reports().back().figures.hash;
    Comparison compared = comparison(with({"/simulation/grid", "reduce-then-scan"}));
    for (int i = 0; i < 5; ++i) {  // the run goes on meanwhile
        compared.advance();
        steps(1);
    }
    const ComparisonFacts facts = finished(compared);
    EXPECT_TRUE(facts.compares_hashes);
    EXPECT_EQ(facts.first_difference, std::nullopt);
    EXPECT_EQ(facts.compared, Comparison::timed_steps + Comparison::warm_up);
    EXPECT_EQ(facts.from, 20u);
    EXPECT_GT(facts.ratio().value_or(0), 0);
    EXPECT_NE(facts.sides[0].computed_by, facts.sides[1].computed_by);
    EXPECT_EQ(steps(5), expected) << "the run was disturbed";
}

TEST_F(ComparisonTest, ACompactionWithoutOrderIsTold) {
    Comparison compared = comparison(with({"/simulation/compaction", "atomic"}));
    const ComparisonFacts facts = finished(compared);
    EXPECT_FALSE(facts.keep_order);
    EXPECT_EQ(facts.made, Comparison::timed_steps);
}

TEST_F(ComparisonTest, AnotherEffectGoesOnFromTheSameParticles) {
    Comparison compared = comparison(with({"/effect/emitters/0/emits", false}));
    EXPECT_FALSE(finished(compared).compares_hashes);
}

TEST_F(ComparisonTest, TilesAndTrianglesDrawAlmostTheSamePicture) {
    const Comparison::View view{render::Camera(session_.settings().effect.view), {64, 36}};
    effects::Settings tiles = with({"/display/draw", "tiles"});
    Comparison compared = comparison(tiles, view);
    const ComparisonFacts facts = finished(compared);
    ASSERT_TRUE(facts.picture_difference);
    EXPECT_LE(*facts.picture_difference, 8);
    EXPECT_FALSE(facts.sides[0].passes.empty());
}

TEST_F(ComparisonTest, WhatIsRefusedIsRefusedAtOnce) {
    effects::Settings other = session_.settings();
    other.effect.when_full = effects::WhenFull::replace_oldest;
    other.simulation.compaction = Compaction::atomic;
    other.compiled = effects::compile(other.effect);
    EXPECT_THROW(comparison(other), Error) << "without order, the oldest are not known";
}

TEST(CopyRateTest, IsKnownAfterSomeFrames) {
    Session session(test::headless_context(), {}, test::busy_settings(100));
    CopyRate rate({session.facts(), session.shaders(), session.passes()}, session.suites().memory());
    for (const gl::Deadline deadline; !rate.gigabytes_per_second(); rate.advance()) deadline.check();
    EXPECT_GT(rate.gigabytes_per_second().value_or(0), 0.01);
}

}  // namespace
}  // namespace winnow::session
