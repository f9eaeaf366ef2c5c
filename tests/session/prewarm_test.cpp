// Checks prewarming, the steps before the first frame: in slices, exact, and repeated after each restart.
#include <gtest/gtest.h>

#include "session/playback.h"
#include "support/gl_fixture.h"
#include "support/modules.h"

namespace winnow::session {
namespace {

class PrewarmTest : public test::GlTest {
  protected:
    static effects::Settings settings(float prewarm) {
        effects::Settings settings;
        settings.effect = test::jet_effect();
        settings.effect.prewarm = prewarm;
        settings.effect.emitters[0].rate = 600;
        settings.simulation.capacity = 4096;
        return settings;
    }

    /// Returns the number of frames until prewarming is over; their time does not count.
    static int frames_until_done(Playback& playback) {
        int frames = 0;
        for (; !playback.prewarming().done() && frames < 100'000; ++frames) playback.advance(1);
        return frames;
    }
};

TEST_F(PrewarmTest, MakesTheStepsThatItSaysAndNoMore) {
    Session session(test::headless_context(), {}, settings(0.5f));
    Playback playback(session, "");
    EXPECT_EQ(playback.prewarming().wanted, 30u);
    EXPECT_GT(frames_until_done(playback), 0);
    EXPECT_EQ(session.simulation().steps(), 30u);
    playback.advance(0);
    EXPECT_EQ(session.simulation().steps(), 30u);
    playback.advance(1 / 60.0);
    EXPECT_EQ(session.simulation().steps(), 31u);
}

TEST_F(PrewarmTest, HoldsNoFrameUpForLong) {
    Session session(test::headless_context(), {}, settings(600));
    Playback playback(session, "");
    const auto begin = Clock::now();
    playback.advance(0);
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(2));
    EXPECT_FALSE(playback.prewarming().done());
    EXPECT_EQ(playback.prewarming().made, session.simulation().steps());
}

TEST_F(PrewarmTest, HappensThoughTimeStandsStill) {
    effects::Settings paused = settings(0.1f);
    paused.simulation.paused = true;
    Session session(test::headless_context(), {}, paused);
    Playback playback(session, "");
    frames_until_done(playback);
    playback.advance(1);
    EXPECT_EQ(session.simulation().steps(), 6u);
    playback.step_once();
    playback.advance(1);
    EXPECT_EQ(session.simulation().steps(), 7u);
}

TEST_F(PrewarmTest, IsDoneAgainAfterAReset) {
    Session session(test::headless_context(), {}, settings(0.1f));
    Playback playback(session, "");
    frames_until_done(playback);
    playback.reset();
    EXPECT_FALSE(playback.prewarming().done());
    frames_until_done(playback);
    EXPECT_EQ(session.simulation().steps(), 6u);
}

TEST_F(PrewarmTest, IsDoneAgainWithAnotherSeed) {
    Session session(test::headless_context(), {}, settings(0.1f));
    Playback playback(session, "");
    frames_until_done(playback);
    playback.apply({"/simulation/seed", 9});
    EXPECT_FALSE(playback.prewarming().done());
    frames_until_done(playback);
    EXPECT_EQ(session.simulation().steps(), 6u);
}

TEST_F(PrewarmTest, AResetForgetsByHowMuchTheStepsWereAhead) {
    Session session(test::headless_context(), {}, settings(0));
    Playback playback(session, "");
    playback.advance(0.8 / 60);
    EXPECT_NEAR(playback.behind(), 0.2, 1e-6);
    playback.reset();
    EXPECT_EQ(playback.behind(), 0);
    playback.advance(0.1 / 60);
    EXPECT_EQ(session.simulation().steps(), 1u);
}

TEST_F(PrewarmTest, IsOverForARunThatGoesOn) {
    Session session(test::headless_context(), {}, settings(0.1f));
    session.step();
    session.wait_reports();
    EXPECT_TRUE(Playback(session, "").prewarming().done());
}

TEST_F(PrewarmTest, HearsWhatIsReplayed) {
    Session session(test::headless_context(), {}, settings(0.1f));
    Playback playback(session, "");
    Recording recording;
    recording.inputs = {{3, effects::Edit{"/effect/emitters/0/rate", 0}}};
    playback.replay(Replay(recording));
    frames_until_done(playback);
    EXPECT_EQ(session.settings().effect.emitters[0].rate, 0);
    EXPECT_EQ(session.simulation().read_living().size(), 3 * 10u);  // births before the recorded edit
}

TEST_F(PrewarmTest, IsNothingUnlessTheEffectWantsIt) {
    Session session(test::headless_context(), {}, settings(0));
    Playback playback(session, "");
    EXPECT_TRUE(playback.prewarming().done());
}

}  // namespace
}  // namespace winnow::session
