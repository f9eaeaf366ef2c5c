#include "view/frame_painter.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <string>

#include "base/error.h"
#include "base/output_file.h"
#include "render/image.h"
#include "render/targets.h"
#include "session/scene.h"

namespace winnow::view {
namespace {

constexpr int samples_on_a_cpu = 4, samples_on_a_gpu = 16;  // of a lens or a shutter, in each frame

std::string screenshot_name() {
    const std::time_t now = std::time(nullptr);
    return fmt::format("winnow-{:%Y%m%d-%H%M%S}.png", fmt::localtime(now));
}

}  // namespace

FramePainter::FramePainter(session::Session& session, const session::Playback& playback,
                           const CameraController& camera, Notices& notices)
    : session_(session),
      playback_(playback),
      camera_(camera),
      notices_(notices),
      renderer_(session.facts(), session.shaders(), session.passes(), &session.suites().memory()) {}

void FramePainter::load() {
    renderer_.load(session::scene_of(session_, camera_.camera()));
}

void FramePainter::draw(gl::Size size) {
    try {
        renderer_.draw(scenes(), size);
        session_.simulation().set_seen(renderer_.seen());
    } catch (const Error& error) {
        if (error.status() == ExitStatus::absent || error.status() == ExitStatus::interrupted) throw;
        notices_.warn(error.what());
        render::clear_window(size);
    }
}

/// The frame is drawn on its own, because reading the window's own ends Mesa's software renderer if the
/// window has just been resized.
void FramePainter::save_screenshot(gl::Size size) {
    const std::string name = screenshot_name();
    try {
        const render::TargetImage picture(size);
        renderer_.draw(scenes(), picture);
        render::write_png(name, picture.read());
        notices_.info("Saved " + absolute_path(name));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

std::vector<render::Scene> FramePainter::scenes() {
    const effects::DisplaySettings& display = session_.settings().display;
    const int preview = session_.facts().software ? samples_on_a_cpu : samples_on_a_gpu;
    const auto camera_at = [&](double behind) {
        render::Camera camera = camera_.camera();
        camera.play(session::seconds_since_first_frame(session_, behind));
        return camera;
    };
    auto scenes = session::scenes_of(session_, playback_.behind(), display.lens ? preview : 1, camera_at);
    bool by_tiles = scenes.front().by_tiles;
    if (tries_both()) {
        const double drawing = renderer_.particle_milliseconds();
        by_tiles = draw_trial_.next({session_.settings().effect.name, playback_.figures().alive,
                                     drawing > 0 ? std::optional(drawing) : std::nullopt});
    }
    for (render::Scene& scene : scenes) {
        scene.bloom = display.bloom;
        if (!display.vignette) scene.vignette = 0;
        if (!display.grading) scene.grading = {};
        scene.order.frozen = camera_.frozen();
        scene.by_tiles = by_tiles;
    }
    return scenes;
}

/// True if the faster of both renderers is found out. Not on a CPU, which would compile the shaders of the
/// other one for so long that the picture stopped.
bool FramePainter::tries_both() const {
    return session_.settings().display.draw == effects::DrawMethod::automatic && !session_.facts().software;
}

void FramePainter::describe(ui::Model& shown) {
    shown.drawn = renderer_.drawn();
    shown.drawing_bytes = renderer_.drawing_bytes();
    shown.drawn_by = renderer_.drew_by_tiles() ? "by tiles" : "by triangles";
    if (!renderer_.why_triangles().empty()) shown.drawn_by += ": " + renderer_.why_triangles();
    shown.mirrored_every = renderer_.mirrored_every();
    const render::Pose& pose = camera_.camera().pose();
    shown.seen = {static_cast<float>(session::seconds_since_first_frame(session_, playback_.behind())),
                  pose.eye(), pose.target, pose.roll, pose.field_of_view};
}

}  // namespace winnow::view
