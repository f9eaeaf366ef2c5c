// Copies of unsaved changes: when they are written and removed, and how a later run opens them.
#include "view/recovery.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include "base/input_file.h"
#include "base/output_file.h"
#include "effects/format/effect_file.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

constexpr const char* rate_pointer = "/effect/emitters/0/rate";

class RecoveryTest : public test::GlTest {
  protected:
    struct Window {
        explicit Window(const std::string& name, const std::filesystem::path& config)
            : session(test::headless_context(), std::filesystem::path(), settings_of(name)),
              editor(session, playback, builds, camera, notices, choice(name)),
              recovery(playback, editor, notices, config) {
            session.shaders().keep_programs();
        }
        static effects::Settings settings_of(const std::string& name) {
            effects::Settings settings;
            settings.effect = effects::load(name);
            settings.simulation.capacity = 256;
            return settings;
        }
        static session::StartChoice choice(const std::string& name) {
            session::StartChoice start;
            start.effect = name;
            start.effect_given = true;
            return start;
        }
        void frames() {
            do {
                builds.tell();
                builds.do_what_is_built();
            } while (builds.any_waits());
        }
        effects::Rate rate() { return playback.settings().effect.emitters[0].rate; }
        std::string offer() {
            ui::DocumentModel shown;
            recovery.describe(shown);
            return shown.recovered;
        }
        std::string notice() {
            const auto shown = notices.current(session::Clock::now());
            return shown.empty() ? "" : shown.back().text;
        }

        session::Session session;
        session::Playback playback{session, ""};
        Notices notices;
        CameraController camera{session.settings().effect.view};
        ProgramBuilds builds{session, playback};
        EffectEditor editor;
        Recovery recovery;
    };

    std::filesystem::path own_copy() const {
        return folder_.path() / "recovery" / (std::to_string(::getpid()) + ".json");
    }
    /// A copy of a process that is gone: no process has so high a number.
    std::filesystem::path left_copy() const { return folder_.path() / "recovery" / "2000000000.json"; }
    /// Makes an effect's file with this rate. Returns its path.
    std::string effect_file(float rate) const {
        const std::string path = (folder_.path() / "mine.json").string();
        write_file(path, R"({"format": 2, "emitters": [{"rate": )" + std::to_string(rate) + "}]}");
        return path;
    }
    /// Makes an unsaved change and crashes.
    void crash(const std::string& name, float rate) {
        {
            Window window(name, folder_.path());
            window.editor.apply({rate_pointer, rate});
            window.frames();
            window.recovery.look(session::Clock::now());
        }
        ASSERT_TRUE(std::filesystem::exists(own_copy()));
        std::filesystem::rename(own_copy(), left_copy());
    }

    test::TemporaryDirectory folder_;
};

TEST_F(RecoveryTest, ACopyIsKeptWhileThereAreUnsavedChanges) {
    Window window(effect_file(10), folder_.path());
    const auto now = session::Clock::now();
    window.recovery.look(now);
    EXPECT_FALSE(std::filesystem::exists(own_copy()));
    window.editor.apply({rate_pointer, 20});
    window.recovery.look(now);
    EXPECT_NE(read_text_file(own_copy().string(), 1 << 20).find("\"rate\":20.0"), std::string::npos);
    window.editor.apply({rate_pointer, 30});
    window.recovery.look(now + std::chrono::seconds(1));
    EXPECT_EQ(read_text_file(own_copy().string(), 1 << 20).find("\"rate\":30.0"), std::string::npos)
        << "not at once again";
    window.recovery.look(now + Recovery::between_copies);
    EXPECT_NE(read_text_file(own_copy().string(), 1 << 20).find("\"rate\":30.0"), std::string::npos);
    EXPECT_EQ(Window(effect_file(10), folder_.path()).offer(), "") << "this process still runs";
    window.editor.revert();
    window.frames();
    window.recovery.look(now + 2 * Recovery::between_copies);
    EXPECT_FALSE(std::filesystem::exists(own_copy()));
}

TEST_F(RecoveryTest, TheNextRunOpensWhatACrashLeft) {
    const std::string path = effect_file(10);
    crash(path, 20);
    Window window("fountain", folder_.path());
    EXPECT_EQ(window.offer(), "Winnow ended without saving the changes of mine.json.");
    window.recovery.take();
    window.frames();
    EXPECT_EQ(window.rate(), 20);
    EXPECT_EQ(window.editor.document().name(), path);
    EXPECT_TRUE(window.editor.document().unsaved());
    EXPECT_EQ(window.offer(), "");
    EXPECT_FALSE(std::filesystem::exists(left_copy()));
    window.editor.undo();
    EXPECT_EQ(window.rate(), 10) << "the file has not changed";
}

TEST_F(RecoveryTest, WithoutItsFileItIsANewEffect) {
    const std::string path = effect_file(10);
    crash(path, 20);
    std::filesystem::remove(path);
    Window window("fountain", folder_.path());
    window.recovery.take();
    window.frames();
    EXPECT_EQ(window.rate(), 20);
    EXPECT_FALSE(window.editor.document().is_file());
}

TEST_F(RecoveryTest, UnsavedChangesHereAreNotLostForIt) {
    crash(effect_file(10), 20);
    Window window("fountain", folder_.path());
    window.editor.apply({rate_pointer, 7});
    window.recovery.take();
    EXPECT_EQ(window.rate(), 7);
    EXPECT_NE(window.notice().find("unsaved changes"), std::string::npos);
    EXPECT_NE(window.offer(), "");
    window.recovery.refuse();
    EXPECT_EQ(window.offer(), "");
    EXPECT_FALSE(std::filesystem::exists(left_copy()));
}

TEST_F(RecoveryTest, WhatIsNoCopyIsNotOffered) {
    std::filesystem::create_directories(left_copy().parent_path());
    write_file(left_copy().string(), "{\"document\": 3");
    const std::filesystem::path other = left_copy().parent_path() / "notes.json";
    write_file(other.string(), "{}");
    EXPECT_EQ(Window("fountain", folder_.path()).offer(), "");
    EXPECT_FALSE(std::filesystem::exists(left_copy())) << "it is of no use to anyone";
    EXPECT_TRUE(std::filesystem::exists(other));
    write_file(left_copy().string(),
               R"({"document": "", "effect": {"format": 2, "emitters": [{"rate": -1}]}})");
    Window window("fountain", folder_.path());
    window.recovery.take();
    EXPECT_NE(window.notice().find("cannot be opened"), std::string::npos) << window.notice();
    EXPECT_TRUE(std::filesystem::exists(left_copy()));
    EXPECT_EQ(Window("fountain", std::filesystem::path()).offer(), "") << "nothing is kept";
}

TEST_F(RecoveryTest, ACopyThatCannotBeWrittenIsReportedOnce) {
    write_file((folder_.path() / "recovery").string(), "a file where the folder belongs");
    Window window("fountain", folder_.path());
    window.editor.apply({rate_pointer, 7});
    window.recovery.look(session::Clock::now());
    EXPECT_NE(window.notice().find("would not survive a crash"), std::string::npos);
    window.notices.dismiss();
    window.editor.apply({rate_pointer, 8});
    window.recovery.look(session::Clock::now() + Recovery::between_copies);
    EXPECT_EQ(window.notice(), "");
}

}  // namespace
}  // namespace winnow::view
