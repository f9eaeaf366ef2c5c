// Checks that undoing and opening are edits like any other: recorded, replayed exactly, and refused as a
// whole.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "base/error.h"
#include "session/edit_history.h"
#include "session/playback.h"
#include "session/replays.h"
#include "support/gl_fixture.h"
#include "support/modules.h"
#include "support/temporary_directory.h"

namespace winnow::session {
namespace {

effects::Settings settings_at_start() {
    return test::busy_settings(2000);
}

class PlaybackEditTest : public test::GlTest {
  protected:
    std::string path(const char* name) const { return (folder_.path() / name).string(); }

    test::TemporaryDirectory folder_;
};

/// A run whose edits are undone and redone.
class Editor {
  public:
    Editor(Session& session, Playback& playback) : session_(session), playback_(playback) {}
    void edit(const char* pointer, const nlohmann::json& value) {
        const effects::Settings before = session_.settings();
        InputChange change = playback_.apply({pointer, value}).change;
        history_.note(before, session_.settings(), {pointer, value}, std::nullopt, std::move(change));
        playback_.advance(whole_frame);
    }
    void undo() {
        history_.undone(playback_.travel(*history_.undo()));
        playback_.advance(whole_frame);
    }
    void redo() {
        history_.redone(playback_.travel(*history_.redo()));
        playback_.advance(whole_frame);
    }

  private:
    Session& session_;
    Playback& playback_;
    EditHistory history_;
};

TEST_F(PlaybackEditTest, ARecordingWithUndoingAndOpeningIsDoneAgainExactly) {
    {
        Session session(test::headless_context(), {}, settings_at_start());
        Playback playback(session, path("first.jsonl"));
        playback.record(path("x.rec"));
        playback.advance(whole_frame);
        Editor editor(session, playback);
        editor.edit("/effect/emitters/0/modules/1/acceleration", {0, 5, 0});
        editor.edit("/simulation/density", 2.5);
        editor.edit("/simulation/seed", 9);
        editor.undo();  // restarts with the previous seed
        editor.undo();
        editor.undo();
        EXPECT_EQ(session.settings(), settings_at_start());
        editor.redo();
        effects::Effect other = settings_at_start().effect;
        test::values_of(other.emitters[0], "jet")["spread"] = 80;
        playback.open(other, 0.5f);
        for (int i = 0; i < 3; ++i) playback.advance(whole_frame);
        playback.finish_trace();
        playback.finish_recording();
    }
    const Recording recording = read_recording(path("x.rec"));
    const auto expected = test::states_in(path("first.jsonl"));
    ASSERT_GT(expected.size(), 30u);
    EXPECT_EQ(replay(recording, expected.size(), path("again.jsonl")), expected);
}

TEST_F(PlaybackEditTest, OfSeveralEditsAllAreMadeOrNone) {
    Session session(test::headless_context(), {}, settings_at_start());
    Playback playback(session, "");
    EXPECT_THROW(playback.apply_all(
                     std::vector<effects::Edit>{{"/simulation/density", 2}, {"/effect/emitters/0/rate", -1}}),
                 Error);
    EXPECT_EQ(session.settings(), settings_at_start());
    playback.apply_all(
        std::vector<effects::Edit>{{"/simulation/density", 2}, {"/simulation/backend", "cpu"}});
    EXPECT_EQ(session.settings().simulation.density, 2);
    EXPECT_EQ(session.algorithm().backend, Backend::cpu);
}

class PlaybackTravelTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        session_ =
            std::make_unique<Session>(test::headless_context(), std::filesystem::path(), settings_at_start());
        playback_ = std::make_unique<Playback>(*session_, "");
    }
    std::uint64_t step() const { return playback_->timeline().playhead(); }
    void play(int frames) {
        for (int i = 0; i < frames; ++i) playback_->advance(whole_frame);
        session_->simulation().settle();
    }
    void pause(bool paused) { playback_->apply({"/simulation/paused", paused}); }
    void go(std::uint64_t to) {
        ASSERT_TRUE(playback_->seek(to));
        do playback_->advance(whole_frame);
        while (playback_->timeline().is_travelling());
        session_->simulation().settle();
        ASSERT_EQ(step(), to);
    }
    std::string state() { return state::encode_state(session_->save()); }
    bool is(const std::string& other) { return state() == other; }
    void set_rate(float rate) {
        const effects::Edit edit{"/effect/emitters/0/rate", rate};
        const effects::Settings before = playback_->settings();
        InputChange change = playback_->apply(edit).change;
        history_.note(before, playback_->settings(), edit, std::nullopt, std::move(change));
    }
    effects::Rate rate() { return playback_->settings().effect.emitters[0].rate; }

    std::unique_ptr<Session> session_;
    std::unique_ptr<Playback> playback_;
    EditHistory history_;
};

TEST_F(PlaybackTravelTest, ItGoesToAStepAndPlaysOnFromThere) {
    play(20);
    const std::uint64_t end = step();
    ASSERT_GT(end, 15u);
    const std::string state_at_end = state();
    pause(true);
    go(5);
    play(3);
    EXPECT_EQ(step(), 5u) << "it is paused";
    EXPECT_EQ(playback_->figures().step, 5u) << "those of the last step that was made";
    pause(false);
    while (step() < end) play(1);
    EXPECT_TRUE(step() > end || is(state_at_end));
    go(end);
    EXPECT_TRUE(is(state_at_end));
    go(0);
    EXPECT_EQ(playback_->figures().alive, 0u) << "no step leads to the beginning";
    EXPECT_TRUE(playback_->prewarming().done());
    EXPECT_FALSE(playback_->seek(state::max_steps + 1));
}

TEST_F(PlaybackTravelTest, ALoopRepeatsItsSteps) {
    playback_->set_loop(LoopRegion{4, 9});
    std::set<std::uint64_t> seen;
    for (int i = 0; i < 60; ++i) {
        play(1);
        if (i > 20) seen.insert(step());
    }
    EXPECT_GE(*seen.begin(), 4u);
    EXPECT_LE(*seen.rbegin(), 9u);
    EXPECT_LE(playback_->timeline().newest(), 9u);
    pause(true);
    go(9);
    playback_->step_once();
    play(1);
    EXPECT_EQ(step(), 10u) << "a single step leaves it";
}

TEST_F(PlaybackTravelTest, AnEditIsUndoneWhereItWasMade) {
    pause(true);
    go(12);
    const std::string before = state();
    const effects::Rate first = rate();
    go(8);
    set_rate(100);
    go(12);
    const std::string after = state();
    EXPECT_FALSE(is(before));
    EXPECT_GT(history_.bytes(), 0u);
    history_.undone(playback_->travel(*history_.undo()));
    EXPECT_EQ(rate(), first);
    go(12);
    EXPECT_TRUE(is(before)) << "as if it had never been";
    history_.redone(playback_->travel(*history_.redo()));
    go(12);
    EXPECT_TRUE(is(after));
    EXPECT_EQ(rate(), 100);
}

TEST_F(PlaybackTravelTest, WhileARunGoesOnUndoCountsFromNowOn) {
    play(8);
    const effects::Rate first = rate();
    set_rate(100);
    play(8);
    history_.undone(playback_->travel(*history_.undo()));
    EXPECT_FALSE(playback_->timeline().is_travelling());
    EXPECT_EQ(rate(), first);
    EXPECT_EQ(playback_->timeline().inputs().size(), 2u);
    const std::uint64_t here = step();
    pause(true);
    go(2);
    history_.redone(playback_->travel(*history_.redo()));
    EXPECT_EQ(playback_->timeline().inputs().size(), 1u) << "the undoing is taken back, which was to come";
    go(here);
    EXPECT_EQ(rate(), 100);
}

TEST_F(PlaybackTravelTest, AnEditCanCountFromTheFirstStepOrForgetTheRest) {
    pause(true);
    go(12);
    const std::string before = state();
    playback_->set_edit_place(EditPlace::first_step);
    set_rate(100);
    EXPECT_EQ(rate(), 100) << "it is shown at once";
    go(12);
    const std::string always = state();
    EXPECT_FALSE(is(before));
    history_.undone(playback_->travel(*history_.undo()));
    go(12);
    EXPECT_TRUE(is(before));
    playback_->set_edit_place(EditPlace::here_onwards);
    go(6);
    set_rate(100);
    EXPECT_EQ(playback_->timeline().newest(), 6u);
    playback_->apply({"/simulation/seed", 5});
    EXPECT_EQ(step(), 0u);
    EXPECT_EQ(rate(), 100);
    playback_->apply({"/simulation/seed", 1});
    go(12);
    EXPECT_TRUE(is(always));
}

TEST_F(PlaybackTravelTest, SoloIsAsIfItHadAlwaysBeenWhileTheRunIsPaused) {
    effects::Settings two = settings_at_start();
    two.effect.emitters.push_back(two.effect.emitters[0]);
    two.effect.emitters[0].name = "first";
    two.effect.emitters[1].name = "second";
    playback_->open(two.effect, 1);
    pause(true);
    go(12);
    const std::string both = state();
    const std::uint32_t alive = session_->save().state.alive();
    playback_->set_solo({"first"});
    go(12);
    EXPECT_NEAR(session_->save().state.alive(), alive / 2, 20);
    go(5);
    playback_->set_solo({});
    go(12);
    EXPECT_TRUE(is(both));
    pause(false);
    play(1);
    playback_->set_solo({"first"});
    EXPECT_EQ(playback_->timeline().beginning(), step()) << "a run that goes on is not stopped";
    play(3);
    const std::uint64_t here = step();
    const std::string alone = state();
    play(3);
    go(here);
    EXPECT_TRUE(is(alone));
}

TEST_F(PlaybackTravelTest, ThePastHasItsOwnPointer) {
    play(4);
    playback_->set_pointer({glm::vec3(1), 1});
    play(4);
    playback_->set_pointer({});
    play(4);
    const std::size_t inputs = playback_->timeline().inputs().size();
    EXPECT_GE(inputs, 2u);
    go(2);
    playback_->set_pointer({glm::vec3(2), 1});
    play(2);
    EXPECT_EQ(playback_->timeline().inputs().size(), inputs);
    playback_->set_edit_place(EditPlace::here_onwards);
    play(1);
    EXPECT_EQ(session_->simulation().pointer().place, glm::vec3(2));
}

TEST_F(PlaybackEditTest, WhatHoldsEachStepOnceGoesForwardsOnly) {
    Session session(test::headless_context(), {}, settings_at_start());
    Playback traced(session, path("trace.jsonl"));
    for (int i = 0; i < 5; ++i) traced.advance(whole_frame);
    EXPECT_NE(traced.seek(1).reason.find("trace"), std::string::npos);
    traced.finish_trace();
    Playback recorded(session, "");
    recorded.record(path("x.rec"));
    EXPECT_NE(recorded.seek(0).reason.find("recorded"), std::string::npos);
    recorded.finish_recording();
    Playback replayed(session, "");
    replayed.replay(Replay(read_recording(path("x.rec"))));
    EXPECT_NE(replayed.seek(0).reason.find("replayed"), std::string::npos);
}

TEST_F(PlaybackEditTest, WhatWasComparedIsOldOnceTheRunIsChanged) {
    Session session(test::headless_context(), {}, settings_at_start());
    Playback playback(session, "");
    const auto compare = [&] {
        playback.check_scan();
        playback.advance(whole_frame);
        EXPECT_EQ(playback.reference().state, ReferenceCheck::State::matches);
        EXPECT_FALSE(playback.reference().outdated);
    };
    playback.advance(whole_frame);
    compare();
    playback.apply({"/display/bloom", false});
    playback.apply({"/simulation/time_scale", 0.5});
    EXPECT_FALSE(playback.reference().outdated) << "neither changes what is computed";
    playback.apply({"/simulation/backend", "cpu"});
    EXPECT_TRUE(playback.reference().outdated);
    compare();
    effects::Effect effect = settings_at_start().effect;
    effect.plane.height = 1;
    playback.take_effect(effects::compile(effect));
    EXPECT_TRUE(playback.reference().outdated);
    compare();
    playback.apply_all(std::vector<effects::Edit>{{"/simulation/density", 2}});
    EXPECT_TRUE(playback.reference().outdated);
}

}  // namespace
}  // namespace winnow::session
