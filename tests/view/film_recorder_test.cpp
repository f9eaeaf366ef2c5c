// Films of the window: their frames are those of the run, a range is played from its beginning, and a film
// that cannot be made is said.
#include "view/film_recorder.h"

#include <gtest/gtest.h>

#include "editing_window.h"
#include "render/renderer.h"
#include "session/scene.h"
#include "support/session_runs.h"
#include "support/temporary_directory.h"

namespace winnow::view {
namespace {

constexpr gl::Size film_size{64, 36};

effects::Settings filmed_settings() {
    effects::Settings settings = test::busy_settings(2000);
    settings.effect.view.orbit = 0;
    return settings;
}

class FilmRecorderTest : public test::GlTest {
  protected:
    struct Window : test::EditingWindow {
        Window() : EditingWindow(filmed_settings()) {}
        VersionController versions{test::headless_context(), session, playback, editor, builds, painter};
        FilmRecorder films{session, playback, painter, editor, versions, notices};

        /// Does for the film what a frame of the window does.
        void film_frame() {
            films.advance();
            versions.follow(1.0 / 60);
            films.write_due();
        }
        void play(std::uint64_t steps) {
            while (session.simulation().steps() < steps) playback.advance(1.0 / 60);
            session.simulation().settle();
        }
        ui::Notice notice() {
            const auto shown = notices.current(session::Clock::now());
            return shown.empty() ? ui::Notice{} : shown.back();
        }
    };

    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        window_ = std::make_unique<Window>();
        choice_.size = {film_size.width, film_size.height};
        choice_.output = path("film");
    }

    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
    std::string frame(int number) const { return path(fmt::format("film/frame_{:05}.png", number)); }

    /// Returns the picture of the run after so many steps, made without a window.
    static render::Image picture_after(int steps, const effects::Settings& settings = filmed_settings()) {
        session::Session session(test::headless_context(), {}, settings);
        test::run_steps(session, steps);
        render::Renderer renderer(session.facts(), session.shaders(), session.passes(),
                                  &session.suites().memory());
        const render::TargetImage target(film_size);
        renderer.draw(
            session::scenes_of(session, 0, session::lens_of(session.settings().effect.view, 1),
                               [&](double) { return render::Camera(session.settings().effect.view); }),
            target);
        return target.read();
    }

    test::TemporaryDirectory folder_;
    ui::FilmChoice choice_;
    std::unique_ptr<Window> window_;
};

TEST_F(FilmRecorderTest, ItsFramesAreThoseOfTheRun) {
    FilmRecorder& films = window_->films;
    window_->play(20);
    films.start(choice_);
    ASSERT_TRUE(films.is_recording()) << window_->notice().text;
    for (int i = 0; i < 4; ++i) window_->film_frame();
    films.stop();
    EXPECT_FALSE(films.is_recording());
    EXPECT_EQ(window_->notice().file, choice_.output) << window_->notice().text;
    EXPECT_EQ(render::read_png(frame(1)), picture_after(21));
    EXPECT_EQ(render::read_png(frame(4)), picture_after(24));
    EXPECT_NE(render::read_png(frame(1)), render::read_png(frame(4)));
    EXPECT_FALSE(std::filesystem::exists(frame(5)));
}

TEST_F(FilmRecorderTest, FramesLastEquallyLongInTheRun) {
    choice_.frames_per_second = 24;
    FilmRecorder& films = window_->films;
    films.start(choice_);
    std::vector<std::uint64_t> steps;
    for (int i = 0; i < 4; ++i) {
        window_->film_frame();
        steps.push_back(window_->session.simulation().steps());
    }
    EXPECT_EQ(steps, (std::vector<std::uint64_t>{3, 5, 8, 10}));
    window_->editor.apply({"/simulation/time_scale", 4});
    window_->film_frame();
    EXPECT_EQ(window_->session.simulation().steps(), 20u) << "more than a frame of the window makes";
    window_->editor.apply({"/simulation/paused", true});
    window_->film_frame();
    ui::FilmModel shown;
    films.describe(shown);
    EXPECT_EQ(shown.frames, 5u) << "no frame while it is paused";
}

TEST_F(FilmRecorderTest, ARangeIsPlayedAndTheRunGoesBack) {
    window_->play(30);
    window_->editor.apply({"/simulation/paused", true});
    window_->playback.set_loop(LoopRegion{10, 15});
    choice_.steps = ui::FilmSteps::loop;
    FilmRecorder& films = window_->films;
    films.start(choice_);
    for (int i = 0; i < 500 && films.is_recording(); ++i) window_->film_frame();
    EXPECT_FALSE(films.is_recording());
    EXPECT_EQ(render::read_png(frame(1)), picture_after(11));
    EXPECT_EQ(render::read_png(frame(5)), picture_after(15));
    EXPECT_FALSE(std::filesystem::exists(frame(6)));
    for (int i = 0; i < 500 && window_->playback.timeline().is_travelling(); ++i)
        window_->playback.advance(1.0 / 60);
    EXPECT_EQ(window_->session.simulation().steps(), 30u);
    EXPECT_TRUE(window_->session.settings().simulation.paused);
    EXPECT_EQ(window_->playback.loop(), (LoopRegion{10, 15}));
}

TEST_F(FilmRecorderTest, WhileAVersionIsShownItsFramesAreDivided) {
    window_->editor.apply({"/effect/emitters/0/rate", 100});
    const effects::Settings edited = window_->playback.settings();
    window_->versions.handle({.show = ui::VersionChoice{ui::VersionChoice::Kind::change, "before", 0}});
    for (int i = 0; i < 2000 && window_->versions.is_busy(); ++i) {
        window_->builds.tell();
        window_->builds.do_what_is_built();
        window_->versions.follow(1.0 / 60);
    }
    window_->play(20);
    window_->films.start(choice_);
    window_->films.advance();
    window_->films.write_due();
    EXPECT_FALSE(std::filesystem::exists(frame(1))) << "the version is behind";
    for (int i = 0; i < 500 && !std::filesystem::exists(frame(2)); ++i) window_->film_frame();
    window_->films.stop();
    const auto half = [](const render::Image& image, int first) {
        std::vector<std::uint8_t> pixels;
        for (int y = 0; y < film_size.height; ++y) {
            const auto row = image.pixels.begin() + (y * film_size.width + first) * 3;
            pixels.insert(pixels.end(), row, row + film_size.width / 2 * 3);
        }
        return pixels;
    };
    for (const int number : {1, 2}) {
        const render::Image before = picture_after(20 + number), now = picture_after(20 + number, edited);
        const render::Image filmed = render::read_png(frame(number));
        EXPECT_EQ(half(filmed, 0), half(now, 0)) << number;
        EXPECT_EQ(half(filmed, film_size.width / 2), half(before, film_size.width / 2)) << number;
        EXPECT_NE(half(before, film_size.width / 2), half(now, film_size.width / 2));
    }
}

TEST_F(FilmRecorderTest, AFilmThatCannotBeMadeIsSaid) {
    FilmRecorder& films = window_->films;
    const auto refused = [&](const std::string& words) {
        films.start(choice_);
        EXPECT_FALSE(films.is_recording());
        EXPECT_NE(window_->notice().text.find(words), std::string::npos) << window_->notice().text;
    };
    choice_.output = folder_.write("there.mp4", "mine").string();
    refused("exists already");
    EXPECT_EQ(test::text_of(choice_.output), "mine");
    choice_.output = "-";
    refused("a file or a folder");
    choice_.output = path("film.gif");
    refused("FILE.mp4");
    choice_.output = path("film");
    choice_.steps = ui::FilmSteps::loop;
    refused("no loop is set");
    choice_.steps = ui::FilmSteps::all;
    refused("no step yet");
    choice_.steps = ui::FilmSteps::from_here;
    films.start(choice_);
    films.stop();
    EXPECT_NE(window_->notice().text.find("no frames"), std::string::npos) << window_->notice().text;
}

}  // namespace
}  // namespace winnow::view
