// Checks that undoing and opening are edits like any other: recorded, replayed exactly, and refused as a
// whole.
#include <gtest/gtest.h>

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
        playback_.apply({pointer, value});
        history_.note(before, session_.settings(), {pointer, value}, std::nullopt);
        playback_.advance(whole_frame);
    }
    void undo() {
        playback_.apply_all(*history_.undo());
        history_.undone();
        playback_.advance(whole_frame);
    }
    void redo() {
        playback_.apply_all(*history_.redo());
        history_.redone();
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
    EXPECT_THROW(playback.apply_all({{"/simulation/density", 2}, {"/effect/emitters/0/rate", -1}}), Error);
    EXPECT_EQ(session.settings(), settings_at_start());
    playback.apply_all({{"/simulation/density", 2}, {"/simulation/backend", "cpu"}});
    EXPECT_EQ(session.settings().simulation.density, 2);
    EXPECT_EQ(session.algorithm().backend, Backend::cpu);
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
    playback.apply_all({{"/simulation/density", 2}});
    EXPECT_TRUE(playback.reference().outdated);
}

}  // namespace
}  // namespace winnow::session
