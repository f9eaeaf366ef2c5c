// Checks how the resolution of a window's picture follows the settings, the run and the camera.
#include "view/frame_painter.h"

#include <gtest/gtest.h>

#include "editing_window.h"
#include "effects/format/effect_file.h"
#include "support/session_runs.h"

namespace winnow::view {
namespace {

constexpr double slow = 0.15, very_slow = 10;  // seconds of a frame

class FramePainterTest : public test::GlTest {
  protected:
    struct Window : test::EditingWindow {
        Window() : EditingWindow(settings()) {}
        static effects::Settings settings() {
            effects::Settings settings;
            settings.effect = effects::load(session::usual_effect);
            settings.simulation.backend = Backend::glsl;
            return settings;
        }
        void frames(double seconds) {
            for (std::uint32_t i = 0; i < DynamicResolution::slow_frames; ++i)
                painter.choose_resolution(seconds);
        }
        void set(const char* pointer, const nlohmann::json& value) { playback.apply({pointer, value}); }
        void turn() {
            ui::SceneInput input;
            input.orbit_x = 20;
            camera.move(input, {64, 36}, slow, false);
        }
    };
};

TEST_F(FramePainterTest, APictureOfASlowRunIsCoarserUntilItIsPaused) {
    Window window;
    window.frames(slow);
    const float moving = window.painter.resolution();
    EXPECT_LT(moving, 1);
    EXPECT_GE(moving, DynamicResolution::lowest);
    window.set("/simulation/paused", true);
    window.painter.choose_resolution(slow);  // once: nothing is drawn again
    EXPECT_EQ(window.painter.resolution(), 1);
}

TEST_F(FramePainterTest, APausedPictureIsCoarserWhileTheCameraTurns) {
    Window window;
    window.set("/simulation/paused", true);
    for (std::uint32_t i = 0; i < 2 * DynamicResolution::slow_frames; ++i) {
        window.turn();
        window.painter.choose_resolution(slow);
    }
    EXPECT_LT(window.painter.resolution(), 1);
    window.painter.choose_resolution(slow);
    EXPECT_EQ(window.painter.resolution(), 1);
}

TEST_F(FramePainterTest, TheResolutionIsNotLoweredWhereNobodyAskedForIt) {
    Window window;
    window.set("/display/dynamic_resolution", false);
    window.frames(very_slow);
    EXPECT_EQ(window.painter.resolution(), 1);
}

TEST_F(FramePainterTest, AResolutionThatAPersonChoseIsLoweredToHalfAtTheMost) {
    Window window;
    window.set("/display/resolution", 0.8);
    window.frames(very_slow);
    EXPECT_EQ(window.painter.resolution(), DynamicResolution::lowest);
    window.set("/display/resolution", 0.3);
    window.frames(very_slow);
    EXPECT_FLOAT_EQ(window.painter.resolution(), 0.3f);
}

}  // namespace
}  // namespace winnow::view
