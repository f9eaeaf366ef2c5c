// Checks culling and sorting as a session requests them, and when its particles can be found again between
// two sorts.
#include "session/scene.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "state/state_file.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

constexpr std::uint32_t every = 5;

class DrawOrderTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        session_ = std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings());
    }

    static effects::Settings settings() {
        effects::Settings settings;
        settings.effect = test::jet_effect();
        settings.effect.emitters[0].rate = 30000;
        settings.effect.emitters[0].lifetime = {0.1f, 0.5f};
        settings.simulation.capacity = 20000;
        settings.display.sorting = effects::Sorting::on;
        settings.display.sort_every = every;
        return settings;
    }

    /// Makes steps with a compactor. Returns how often a frame is to be sorted after them.
    static std::uint32_t after_steps_with(const char* compaction, Session& session) {
        session.apply({"/simulation/compaction", compaction});
        test::run_steps(session, 20);
        return order_of(session).sort_every;
    }

    std::unique_ptr<Session> session_;
};

TEST_F(DrawOrderTest, IsThatOfTheSettings) {
    EXPECT_FALSE(order_of(*session_).culls);
    EXPECT_TRUE(order_of(*session_).sorts);
    EXPECT_EQ(order_of(*session_).key_bits, 32u);
    session_->apply({"/display/culling", true});
    session_->apply({"/display/sort_key_bits", "16"});
    EXPECT_TRUE(order_of(*session_).culls);
    EXPECT_EQ(order_of(*session_).key_bits, 16u);
    test::run_steps(*session_, 3);
    EXPECT_EQ(order_of(*session_).step, 3u);
    session_->apply({"/effect/emitters/0/modules/-", {{"module", "size"}, {"diameter", 0.5}}});
    EXPECT_EQ(order_of(*session_).bounds.largest_radius, 0.25f);
}

TEST_F(DrawOrderTest, SortsByItselfWhereTheNearCoversTheFar) {
    session_->apply({"/display/sorting", "auto"});
    EXPECT_FALSE(order_of(*session_).sorts);
    session_->apply({"/effect/blend", "alpha"});
    EXPECT_TRUE(order_of(*session_).sorts);
    session_->apply({"/display/sorting", "off"});
    EXPECT_FALSE(order_of(*session_).sorts);
}

TEST_F(DrawOrderTest, EveryFrameIsSortedOnceTheLivingAreInNoOrder) {
    EXPECT_EQ(after_steps_with("staged", *session_), every);
    EXPECT_EQ(after_steps_with("atomic", *session_), 1u);
    EXPECT_EQ(after_steps_with("staged", *session_), 1u) << "the earlier particles still lack order";
    session_->reset();
    EXPECT_EQ(after_steps_with("staged", *session_), every);
}

TEST_F(DrawOrderTest, ASavedStateIsInTheOrderThatItHas) {
    after_steps_with("staged", *session_);
    const state::SavedState ordered = session_->save();
    EXPECT_TRUE(ordered.state.in_order());
    for (const std::size_t other : {101, 3000}) {  // a particle of the same step, and one of another
        state::SavedState shuffled = ordered;
        for (auto& column : shuffled.state.columns) std::swap(column[100], column[other]);
        session_->restore(shuffled, 20000);
        EXPECT_EQ(order_of(*session_).sort_every, 1u) << other;
    }
    session_->restore(ordered, 20000);
    EXPECT_EQ(order_of(*session_).sort_every, every);
}

}  // namespace
}  // namespace winnow::session
