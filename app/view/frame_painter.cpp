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
        renderer_.draw(scene(), size);
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
        renderer_.draw(scene(), picture);
        render::write_png(name, picture.read());
        notices_.info("Saved " + absolute_path(name));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

render::Scene FramePainter::scene() {
    render::Scene scene = session::scene_of(session_, camera_.camera(), playback_.behind());
    scene.bloom = session_.settings().display.bloom;
    scene.order.frozen = camera_.frozen();
    if (tries_both()) {
        const double drawing = renderer_.particle_milliseconds();
        scene.by_tiles = draw_trial_.next({session_.settings().effect.name, playback_.figures().alive,
                                           drawing > 0 ? std::optional(drawing) : std::nullopt});
    }
    return scene;
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
}

}  // namespace winnow::view
