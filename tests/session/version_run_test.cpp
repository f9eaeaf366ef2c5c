// Checks that another version of an effect goes wherever the run goes, in the states that it has alone, and
// that the run knows nothing of it.
#include "session/version_run.h"

#include <gtest/gtest.h>

#include "effects/compile/compiled_effect.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"

namespace winnow::session {
namespace {

constexpr double frame_of_steps = 1;  // seconds; holds the most steps of one frame
constexpr std::chrono::milliseconds slice{5};
constexpr std::uint64_t far_step = 70;  // so that there are checkpoints on the way

effects::Settings pulled_by_the_pointer() {
    effects::Settings settings = test::busy_settings(2000);
    settings.effect.emitters[0].modules.push_back({"pointer-attractor"});
    return settings;
}

/// A run that is paused, and a version of its effect beside it.
class VersionRunTest : public test::GlTest {
  protected:
    struct Pair {
        explicit Pair(const effects::Effect& version)
            : session(test::headless_context(), {}, pulled_by_the_pointer()),
              playback(session, ""),
              other(test::headless_context(), session.shaders(), session.settings(),
                    effects::compile(version)) {
            session.simulation().set_hashing(true);
            playback.apply({"/simulation/paused", true});
            look();
        }
        void look() {
            playback.advance(frame_of_steps);
            other.follow(playback, session.solo(), slice);
            other.compare(playback.figures());
        }
        /// Goes to a step, and lets frames pass until both have come and their states are known.
        void go_to(std::uint64_t step) {
            ASSERT_TRUE(playback.seek(step));
            const auto are_known = [&] {
                const auto known = other.agreement();
                return step == 0 || (known && known->step == step);
            };
            for (int i = 0;
                 i < 5000 && !(playback.timeline().playhead() == step && is_there() && are_known()); ++i)
                look();
            EXPECT_EQ(playback.timeline().playhead(), step);
            EXPECT_EQ(other.step(), step);
        }
        bool is_there() const { return other.is_there() && other.step() == playback.timeline().playhead(); }
        bool agrees() const { return other.agreement() && other.agreement()->is_same; }

        Session session;
        Playback playback;
        VersionRun other;
    };

    static effects::Effect as_it_is() { return pulled_by_the_pointer().effect; }
    static effects::Effect slower() {
        effects::Effect effect = as_it_is();
        effect.emitters[0].rate = 300;
        return effect;
    }
    static std::uint64_t hash_alone(const effects::Effect& effect, int steps) {
        effects::Settings settings = pulled_by_the_pointer();
        settings.effect = effect;
        Session alone(test::headless_context(), {}, settings);
        alone.simulation().set_hashing(true);
        return test::hashes_of(test::run_steps(alone, steps)).back();
    }
};

TEST_F(VersionRunTest, TheSameEffectHasTheSameStatesAtEachStepEitherWay) {
    Pair pair(as_it_is());
    for (const std::uint64_t step :
         {std::uint64_t{3}, far_step, far_step + 1, far_step - 20, std::uint64_t{0}, std::uint64_t{9}}) {
        pair.go_to(step);
        EXPECT_TRUE(step == 0 || pair.agrees()) << "at step " << step;
    }
}

TEST_F(VersionRunTest, AnotherVersionHasItsOwnStatesAndLeavesTheRunAlone) {
    Pair pair(slower());
    pair.go_to(far_step);
    ASSERT_TRUE(pair.other.agreement());
    EXPECT_FALSE(pair.other.agreement()->is_same);
    pair.session.wait_reports();
    EXPECT_EQ(pair.playback.figures().hash, hash_alone(as_it_is(), far_step)) << "the run was disturbed";
    pair.other.session().step();
    EXPECT_EQ(pair.other.session().wait_reports().back().figures.hash, hash_alone(slower(), far_step + 1));
}

TEST_F(VersionRunTest, StepsOfOneFrameAreMadeInThatFrame) {
    Pair pair(slower());
    pair.go_to(far_step);
    pair.playback.apply({"/simulation/paused", false});
    for (int i = 0; i < 10; ++i) {
        pair.playback.advance(frame_of_steps);
        pair.other.follow(pair.playback, {}, std::chrono::microseconds(0));
        EXPECT_TRUE(pair.is_there()) << "in frame " << i;
    }
    EXPECT_GT(pair.playback.timeline().playhead(), far_step);
}

TEST_F(VersionRunTest, ThePointerPressesInBothAtTheSameSteps) {
    Pair pair(as_it_is());
    pair.go_to(20);
    pair.playback.set_pointer({{1, 1, 0}, 1});
    pair.playback.step_once();
    pair.look();
    pair.playback.set_pointer({});
    pair.playback.step_once();
    pair.look();
    pair.go_to(40);
    EXPECT_TRUE(pair.agrees());
    pair.session.wait_reports();
    EXPECT_NE(pair.playback.figures().hash, hash_alone(as_it_is(), 40)) << "the pointer pulls";
    pair.go_to(10);
    EXPECT_TRUE(pair.agrees());
}

TEST_F(VersionRunTest, ANewSeedAndOtherSettingsOfTheRunAreTaken) {
    Pair pair(as_it_is());
    pair.go_to(10);
    for (const effects::Edit& edit : {effects::Edit{"/simulation/seed", 7},
                                      {"/simulation/density", 0.5f},
                                      {"/simulation/grid", "reduce-then-scan"},
                                      {"/simulation/capacity", 512}}) {
        pair.playback.apply(edit);
        pair.playback.reset();
        pair.go_to(12);
        EXPECT_TRUE(pair.agrees()) << edit.pointer;
    }
    EXPECT_EQ(pair.other.session().settings().simulation.scan.grid, GridStrategy::reduce_then_scan);
}

TEST_F(VersionRunTest, WithoutOrderItBeginsAnewToGoBack) {
    Pair pair(slower());
    pair.go_to(30);
    pair.playback.apply({"/simulation/compaction", "atomic"});
    pair.look();
    pair.playback.reset();
    pair.go_to(5);
}

TEST_F(VersionRunTest, ASecondRunThatDoesNotFitIsRefusedInASentence) {
    Pair pair(slower());
    EXPECT_TRUE(VersionRun::fits(pair.session, std::nullopt));
    EXPECT_TRUE(VersionRun::fits(pair.session, std::uint64_t{1} << 40));
    const Availability none = VersionRun::fits(pair.session, 1 << 10);
    EXPECT_NE(none.reason.find("0 MiB are free"), std::string::npos) << none.reason;
    effects::Effect broken = slower();
    broken.emitters[0].modules.push_back({"no-such-module"});
    test::expect_error(ExitStatus::bad_input, "no-such-module", [&] { Pair refused(broken); });
}

}  // namespace
}  // namespace winnow::session
