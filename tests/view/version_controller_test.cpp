// Checks which version is shown beside the run, what part of the picture it has, and that turning it off
// frees all of it.
#include "view/version_controller.h"

#include <gtest/gtest.h>

#include <glad/gl.h>

#include <thread>

#include "editing_window.h"
#include "effects/format/effect_file.h"
#include "support/session_runs.h"
#include "view/panel_model.h"

namespace winnow::view {
namespace {

constexpr const char* rate = "/effect/emitters/0/rate";
constexpr gl::Size window_size{64, 36};
constexpr double frame_seconds = 1.0 / 60;

effects::Settings settings_of_a_window() {
    effects::Settings settings;
    settings.effect = effects::load(session::usual_effect);
    settings.simulation.capacity = 1 << 15;  // so that births always have room
    settings.simulation.backend = Backend::glsl;
    return settings;
}

/// Returns how many buffers, textures and framebuffers there are.
int object_count() {
    constexpr GLuint most = 4096;
    int count = 0;
    for (GLuint name = 1; name < most; ++name)
        count += (glIsBuffer(name) != 0) + (glIsTexture(name) != 0) + (glIsFramebuffer(name) != 0);
    return count;
}

/// Returns the first column of a black picture in which something was drawn.
int first_drawn(const std::function<void(const render::TargetImage&)>& draw) {
    const render::TargetImage picture(window_size);
    picture.target().clear();
    draw(picture);
    const render::Image image = picture.read();
    int first = window_size.width;
    for (int x = window_size.width - 1; x >= 0; --x)
        for (int y = 0; y < window_size.height; ++y)
            for (int c = 0; c < 3; ++c)
                if (image.pixels[static_cast<std::size_t>((y * window_size.width + x) * 3 + c)] > 0)
                    first = x;
    return first;
}

class VersionControllerTest : public test::GlTest {
  protected:
    struct Window : test::EditingWindow {
        Window() : EditingWindow(settings_of_a_window()) { session.shaders().keep_programs(); }
        void frames(int count) {
            for (int i = 0; i < count; ++i) {
                builds.tell();
                builds.do_what_is_built();
                playback.advance(frame_seconds);
                versions.follow(frame_seconds);
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
        }
        ui::VersionModel shown() {
            ui::VersionModel model;
            versions.describe(model);
            return model;
        }
        /// Asks for a version and lets frames pass until it is shown or refused, and is where the run is.
        ui::VersionModel show(const ui::VersionChoice& choice) {
            versions.handle({.show = choice});
            for (int i = 0; i < 2000 && versions.is_busy(); ++i) frames(1);
            EXPECT_FALSE(versions.is_busy());
            return shown();
        }
        /// Returns if the states agree after so many more steps.
        std::optional<bool> agrees_after(std::uint64_t steps) {
            const std::uint64_t goal = playback.timeline().destination() + steps;
            frames(1);  // what was known before a reset is known no more
            for (int i = 0; i < 2000 && !(shown().agrees && shown().compared_step >= goal); ++i) frames(1);
            return shown().agrees;
        }

        VersionController versions{test::headless_context(), session, playback, editor, builds, painter};
    };

    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) window_ = std::make_unique<Window>();
    }
    void go_to_change(std::size_t done) {
        window_->editor.go_to_change(done);
        for (int i = 0; i < 2000 && window_->builds.any_waits(); ++i) window_->frames(1);
        EXPECT_EQ(window_->editor.document().history().done(), done);
    }
    static ui::VersionChoice saved() { return {ui::VersionChoice::Kind::saved, "as saved"}; }
    static ui::VersionChoice change(std::size_t done) {
        return {ui::VersionChoice::Kind::change, "before", done};
    }
    static ui::VersionChoice file(const std::string& name) {
        return {ui::VersionChoice::Kind::file, name, 0, name};
    }

    std::unique_ptr<Window> window_;
};

TEST_F(VersionControllerTest, TheSavedVersionAgreesUntilTheEffectIsEdited) {
    const ui::VersionModel shown = window_->show(saved());
    ASSERT_TRUE(shown.is_shown()) << shown.facts.refused;
    EXPECT_EQ(shown.facts.sides[1].name, "as saved");
    EXPECT_GT(shown.bytes, 0u);
    EXPECT_EQ(window_->agrees_after(10), true);
    window_->editor.apply({rate, 50});
    EXPECT_EQ(window_->agrees_after(20), false);
    EXPECT_TRUE(window_->shown().is_there);
    EXPECT_GT(window_->shown().facts.ratio().value_or(0), 0);
}

TEST_F(VersionControllerTest, AnEntryOfTheHistoryIsTheEffectAfterIt) {
    for (const int value : {100, 200, 300}) window_->editor.apply({rate, value});
    for (const std::size_t begun : {std::size_t{3}, std::size_t{1}})  // the entry is done, and undone
        for (const std::size_t shown : {std::size_t{0}, std::size_t{2}}) {
            go_to_change(begun);
            ASSERT_TRUE(window_->show(change(shown)).is_shown());
            window_->playback.reset();
            EXPECT_EQ(window_->agrees_after(20), false);
            go_to_change(shown);
            window_->playback.reset();
            EXPECT_EQ(window_->agrees_after(20), true) << "entry " << shown << " shown from " << begun;
        }
}

TEST_F(VersionControllerTest, AFileIsShownAndABrokenOneIsRefusedWhileTheRunGoesOn) {
    EXPECT_TRUE(window_->show(file("fireworks")).is_shown());
    const std::uint64_t before = window_->playback.timeline().destination();
    const ui::VersionModel refused = window_->show(file("no-such-effect"));
    EXPECT_EQ(refused.facts.state, ComparisonFacts::State::refused);
    EXPECT_NE(refused.facts.refused.find("no-such-effect"), std::string::npos);
    EXPECT_FALSE(refused.is_shown());
    window_->frames(5);
    EXPECT_GT(window_->playback.timeline().destination(), before);
}

TEST_F(VersionControllerTest, ThePictureRightOfTheBarIsTheVersions) {
    ASSERT_TRUE(window_->show(saved()).is_shown());
    window_->versions.draw(window_size);
    for (const float bar : {0.5f, 0.75f}) {
        window_->versions.handle({.bar = bar});
        const int expected = static_cast<int>(bar * window_size.width);
        EXPECT_EQ(first_drawn([&](const render::TargetImage& picture) {
                      window_->versions.show(window_size, {}, &picture.target());
                  }),
                  expected);
        EXPECT_EQ(first_drawn([&](const render::TargetImage& picture) {
                      window_->versions.draw_over(picture, false);
                  }),
                  expected)
            << "of a picture that is saved";
    }
}

TEST_F(VersionControllerTest, ThePictureIsThatOfTheVersionAndNotOfTheRun) {
    window_->frames(30);
    window_->playback.apply({"/simulation/paused", true});
    const render::TargetImage picture(window_size);
    const auto pictures_of = [&](const ui::VersionChoice& choice) {
        EXPECT_TRUE(window_->show(choice).is_shown());
        window_->versions.draw(window_size);
        window_->versions.show(window_size, {}, &picture.target());
        const render::Image in_window = picture.read();
        window_->versions.draw_over(picture, false);
        return std::pair(in_window, picture.read());
    };
    const auto [fountain, saved_fountain] = pictures_of(saved());
    const auto [fireworks, saved_fireworks] = pictures_of(file("fireworks"));
    EXPECT_NE(fountain, fireworks);
    EXPECT_NE(saved_fountain, saved_fireworks);
}

TEST_F(VersionControllerTest, ThePanelsPassCountsForNeitherVersion) {
    ASSERT_TRUE(window_->show(saved()).is_shown());
    gl::Passes& passes = window_->session.passes();
    const auto picture_milliseconds = [&](std::string_view name) {
        const gl::PassId pass = passes.declare(name, "", gl::Work::draw);
        const render::TargetImage picture({1024, 1024});
        for (int i = 0; i < 20; ++i) {
            {
                const gl::PassScope scope(passes, pass);
                picture.target().clear();
            }
            window_->frames(1);
        }
        return window_->shown().facts.sides[0].passes[1].milliseconds;
    };
    EXPECT_EQ(picture_milliseconds(panel_pass), 0);
    EXPECT_GT(picture_milliseconds("any other"), 0);
}

TEST_F(VersionControllerTest, TurningItOffFreesAllThatItHeld) {
    window_->frames(40);
    window_->playback.apply({"/simulation/paused", true});
    const auto show_and_stop = [&](bool looks) {
        EXPECT_TRUE(window_->show(saved()).is_shown());
        window_->versions.draw(window_size);
        const int held = looks ? object_count() : 0;
        window_->versions.handle({.stop = true});
        return held;
    };
    show_and_stop(false);  // what is made once for all is made now
    const int before = object_count();
    EXPECT_GT(show_and_stop(true), before);
    EXPECT_EQ(object_count(), before);
    EXPECT_EQ(window_->shown().facts.state, ComparisonFacts::State::none);
    EXPECT_EQ(window_->shown().bytes, 0u);
}

}  // namespace
}  // namespace winnow::view
