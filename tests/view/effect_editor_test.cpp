// Edits, undo and redo of the window: what they cost, and when they take effect.
#include "view/effect_editor.h"

#include <gtest/gtest.h>

#include <thread>

#include "effects/format/effect_file.h"
#include "effects/format/templates.h"
#include "support/gl_fixture.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

constexpr const char* height = "/effect/emitters/0/position/1";
constexpr const char* modules = "/effect/emitters/0/modules";

effects::Settings settings_at_start() {
    effects::Settings settings;
    settings.effect = effects::load(session::usual_effect);
    settings.simulation.capacity = 1024;
    settings.simulation.backend = Backend::glsl;
    return settings;
}

class EffectEditorTest : public test::GlTest {
  protected:
    struct Window {
        Window() { session.shaders().keep_programs(); }
        const effects::Settings& settings() const { return session.settings(); }
        float height() const { return settings().effect.emitters[0].position.y; }
        std::size_t modules() const { return settings().effect.emitters[0].modules.size(); }
        std::string notice() {
            const auto shown = notices.current(session::Clock::now());
            return shown.empty() ? "" : shown.back().text;
        }
        /// Draws frames until nothing waits for its programs. Returns how many there were.
        int frames_until_built() {
            int frames = 0;
            for (; builds.any_waits(); ++frames) {
                builds.tell();
                builds.do_what_is_built();
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return frames;
        }
        /// Returns how many effects were compiled meanwhile.
        template <typename Work>
        std::uint64_t compiled_by(const Work& work) {
            const std::uint64_t before = effects::compile_counts().compiled;
            work();
            frames_until_built();
            return effects::compile_counts().compiled - before;
        }

        session::Session session{test::headless_context(), std::filesystem::path(), settings_at_start()};
        session::Playback playback{session, ""};
        Notices notices;
        CameraController camera{settings().effect.view};
        ProgramBuilds builds{session, playback};
        EffectEditor editor{session, playback, builds, camera, notices, session::StartChoice{}};
    };

    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) window_ = std::make_unique<Window>();
    }

    /// The modules of the first emitter, without the last one: other programs.
    nlohmann::json fewer_modules() const {
        nlohmann::json list = *effects::value_at(window_->settings(), modules);
        list.erase(list.size() - 1);
        return list;
    }

    std::unique_ptr<Window> window_;
};

TEST_F(EffectEditorTest, AnEditItsUndoAndItsRedoCompileOnceEach) {
    const float before = window_->height();
    const std::uint64_t texts = effects::compile_counts().texts_written;
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.apply({height, 0.5}); }), 1u);
    EXPECT_EQ(window_->height(), 0.5f);
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.undo(); }), 1u);
    EXPECT_EQ(window_->height(), before);
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.redo(); }), 1u);
    EXPECT_EQ(window_->height(), 0.5f);
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.revert(); }), 1u);
    EXPECT_EQ(window_->height(), before);
    EXPECT_EQ(effects::compile_counts().texts_written, texts) << "only numbers have changed";
}

TEST_F(EffectEditorTest, WhatDoesNotChangeTheEffectCompilesNothing) {
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.apply({"/simulation/density", 2}); }), 0u);
    EXPECT_EQ(window_->compiled_by([&] { window_->editor.undo(); }), 0u);
    EXPECT_EQ(window_->settings().simulation.density, 1);
}

TEST_F(EffectEditorTest, AChangeThatNeedsOtherProgramsCompilesOnceToo) {
    const std::size_t before = window_->modules();
    ASSERT_GT(before, 0u);
    const nlohmann::json fewer = fewer_modules();
    EXPECT_EQ(window_->compiled_by([&] {
        window_->editor.apply({modules, fewer});
        EXPECT_TRUE(window_->builds.any_waits());
        EXPECT_EQ(window_->modules(), before) << "the old programs run on";
    }),
              1u);
    EXPECT_EQ(window_->modules(), before - 1);
    EXPECT_EQ(window_->compiled_by([&] {
        window_->editor.undo();
        EXPECT_FALSE(window_->builds.any_waits()) << "these programs exist already";
    }),
              1u);
    EXPECT_EQ(window_->modules(), before);
}

TEST_F(EffectEditorTest, LaterChangesWaitTheirTurnExceptHowTheWindowShowsIt) {
    window_->editor.apply({modules, fewer_modules()});
    window_->editor.apply({"/simulation/density", 2});
    window_->editor.apply({"/display/grid", true});
    bool done = false;
    window_->builds.in_order([&] { done = true; });
    EXPECT_EQ(window_->settings().simulation.density, 1);
    EXPECT_TRUE(window_->settings().display.grid);
    EXPECT_FALSE(done);
    EXPECT_GT(window_->frames_until_built(), 0);
    EXPECT_EQ(window_->settings().simulation.density, 2);
    EXPECT_TRUE(done);
    window_->editor.undo();
    EXPECT_EQ(window_->settings().simulation.density, 1) << "the history has the order of the changes";
}

TEST_F(EffectEditorTest, ARefusedEditChangesNothingAndSaysWhy) {
    const effects::Settings before = window_->settings();
    window_->editor.apply({"/effect/emitters/0/rate", -1});
    EXPECT_EQ(window_->settings(), before);
    EXPECT_NE(window_->notice().find("rate: must be"), std::string::npos) << window_->notice();
    EXPECT_FALSE(window_->editor.document().history().undo());
}

TEST_F(EffectEditorTest, ANewEffectBelongsToNoFileAndBeginsAtItsFirstStep) {
    window_->editor.apply({height, 0.5});
    test::run_steps(window_->session, 3);
    const effects::Effect fire = effects::load_template("fire");
    window_->editor.create(fire, std::nullopt);
    window_->frames_until_built();
    EXPECT_EQ(window_->settings().effect, fire);
    EXPECT_EQ(window_->session.simulation().steps(), 0u);
    EXPECT_FALSE(window_->editor.document().is_file());
    EXPECT_FALSE(window_->editor.document().unsaved());
    EXPECT_FALSE(window_->editor.document().history().undo());
    EXPECT_EQ(window_->editor.document().short_name(), "untitled");
}

TEST_F(EffectEditorTest, AModuleThatBreaksWhileTheEffectIsSavedIsAtFault) {
    const auto module_with = [](const char* force) {
        return R"(/*{"name": "swarm", "stage": "force", "does": "Pulls."}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    acceleration -= )" +
               std::string(force) + ";\n}\n";
    };
    const test::TemporaryDirectory folder;
    folder.write("swarm.glsl", module_with("p.position"));
    folder.write("own.json", R"({"format": 2, "emitters": [{"modules": [{"module": "swarm"}]}]})");
    const std::string path = (folder.path() / "own.json").string();
    EffectEditor& editor = window_->editor;
    editor.open(path, 1);
    window_->frames_until_built();
    editor.follow_file();
    folder.write("swarm.glsl", module_with("absent"));
    editor.was_saved(path, window_->settings().effect, folder.path().string());
    editor.follow_file();
    ui::Model shown;
    editor.describe(shown);
    ASSERT_EQ(shown.faults.size(), 1u);
    EXPECT_NE(shown.faults[0].text.find("absent is not declared"), std::string::npos);
}

TEST_F(EffectEditorTest, TheHistoryKnowsWhatEachChangeDoes) {
    const auto words = [&] {
        ui::Model shown;
        window_->editor.describe(shown);
        return std::pair(shown.document.undone, shown.document.redone);
    };
    const std::string name = window_->settings().effect.emitters[0].name;
    window_->editor.apply({height, 0.5});
    EXPECT_TRUE(words().first.starts_with(name + ": position ")) << words().first;
    window_->editor.apply({"/effect/emitters/0/emits", false}, std::nullopt, "mute it");
    EXPECT_EQ(words().first, "mute it");
    window_->editor.undo();
    EXPECT_EQ(words().second, "mute it");
}

TEST_F(EffectEditorTest, OneGoesToAnyChangeOfTheHistoryInOneFrame) {
    const float before = window_->height();
    for (const double y : {0.5, 0.6, 0.7}) window_->editor.apply({height, y});
    const auto& history = window_->editor.document().history();
    window_->editor.go_to_change(1);
    EXPECT_EQ(window_->height(), 0.5f);
    EXPECT_EQ(std::pair(history.done(), history.size()), std::pair(std::size_t{1}, std::size_t{3}));
    window_->editor.go_to_change(3);
    EXPECT_EQ(window_->height(), 0.7f);
    EXPECT_EQ(window_->editor.differences().size(), 1u);
    window_->editor.go_to_change(0);
    EXPECT_EQ(window_->height(), before);
    EXPECT_TRUE(window_->editor.differences().empty());
}

TEST_F(EffectEditorTest, SoloLeavesTheEffectAsItIs) {
    window_->editor.create(effects::load_template("fire"), std::nullopt);
    window_->frames_until_built();
    const auto born_after = [&] {
        window_->session.reset();
        std::uint64_t born = 0;
        for (const session::StepReport& one : test::run_steps(window_->session, 30)) born += one.figures.born;
        return born;
    };
    const effects::Effect before = window_->settings().effect;
    const std::uint64_t all = born_after();
    window_->editor.set_solo({"sparks"});
    const std::uint64_t sparks = born_after();
    EXPECT_GT(sparks, 0u);
    EXPECT_LT(sparks, all / 2);
    const auto sparks_a_second = *effects::value_at(window_->settings(), "/effect/emitters/1/rate");
    window_->session.apply({"/effect/emitters/1/rate", 0});
    EXPECT_EQ(born_after(), 0u) << "an edit does not end it";
    window_->session.apply({"/effect/emitters/1/rate", sparks_a_second});
    EXPECT_EQ(window_->settings().effect, before);
    window_->editor.set_solo({});
    EXPECT_EQ(born_after(), all);
    EXPECT_FALSE(window_->editor.document().unsaved());
}

}  // namespace
}  // namespace winnow::view
