#include "view/frame_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "render/image.h"
#include "render/targets.h"
#include "session/scene.h"
#include "view/file_names.h"

namespace winnow::view {
namespace {

constexpr int samples_on_a_cpu = 4, samples_on_a_gpu = 16;  // of a lens or a shutter, in each frame
constexpr int saved_samples = 16;                           // likewise, of a frame that is saved

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

void FramePainter::choose_resolution(double seconds) {
    const effects::Settings& settings = session_.settings();
    const glm::mat4 view = camera_.camera().view();
    const bool turned = view != std::exchange(last_view_, view);
    const bool moves = !settings.simulation.paused || turned;
    resolution_ = settings.display.resolution;
    if (settings.display.dynamic_resolution)
        resolution_ = std::max(resolution_ * dynamic_resolution_.next(seconds, moves),
                               std::min(resolution_, DynamicResolution::lowest));
    else
        dynamic_resolution_ = {};
}

void FramePainter::draw(gl::Size size) {
    try {
        renderer_.draw(scenes_to_show(), size, resolution_);
        session_.simulation().set_seen(renderer_.seen());
    } catch (const Error& error) {
        if (error.status() == ExitStatus::absent || error.status() == ExitStatus::interrupted) throw;
        notices_.warn(error.what());
        render::clear_window(size);
    }
}

void FramePainter::save_picture(const ui::PictureChoice& choice,
                                const std::function<void(const render::TargetImage&)>& draw_over) {
    save({choice.size->width, choice.size->height}, choice.transparent,
         [&](const render::TargetImage& picture) {
             renderer_.draw(scenes_to_save(choice.transparent), picture);
             draw_over(picture);
         });
}

/// The frame is drawn on its own, because reading the window's own ends Mesa's software renderer if the
/// window has just been resized.
void FramePainter::save_window(gl::Size size, const std::function<void(const render::Target&)>& draw_panel) {
    save(size, false, [&](const render::TargetImage& picture) {
        renderer_.draw(scenes_to_show(), picture);
        picture.target().bind();
        draw_panel(picture.target());
    });
}

void FramePainter::save(gl::Size size, bool alpha,
                        const std::function<void(const render::TargetImage&)>& draw) {
    try {
        const std::string path = absolute_path(name_by_time(".png"));
        const render::TargetImage picture(size);
        draw(picture);
        render::write_png(path, picture.read(alpha));
        notices_.written(Notices::Unwritten::picture);
        notices_.wrote("Saved " + path, path);
    } catch (const Error& error) {
        notices_.keep(Notices::Unwritten::picture, error.what());
    }
}

int FramePainter::samples_to_show() const {
    if (!session_.settings().display.lens) return 1;
    return session_.facts().software ? samples_on_a_cpu : samples_on_a_gpu;
}

std::vector<render::Scene> FramePainter::scenes_to_show() {
    return scenes(session_, samples_to_show(), camera_.camera());
}

std::vector<render::Scene> FramePainter::scenes_of(session::Session& other) {
    return scenes(other, samples_to_show(), camera_.camera());
}

std::vector<render::Scene> FramePainter::scenes_to_save(session::Session& shown, bool transparent) {
    render::Camera camera = camera_.camera();
    camera.set_open_area({});
    auto saved = scenes(shown, saved_samples, camera);
    for (render::Scene& scene : saved) scene.transparent = transparent;
    return saved;
}

/// The faster of both renderers is found out by the frames of the window's own session.
std::vector<render::Scene> FramePainter::scenes(session::Session& shown, int samples,
                                                const render::Camera& from) {
    const effects::DisplaySettings& display = session_.settings().display;
    const auto camera_at = [&](double behind) {
        render::Camera camera = from;
        camera.play(session::seconds_since_first_frame(session_, behind));
        return camera;
    };
    auto scenes = session::scenes_of(shown, playback_.behind(),
                                     session::lens_of(shown.settings().effect.view, samples), camera_at);
    bool by_tiles = scenes.front().by_tiles;
    if (&shown == &session_ && tries_both()) {
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
    if (resolution_ < session_.settings().display.resolution)
        shown.drawn_by += fmt::format(" at {:.0f} % of the window's sides", 100 * resolution_);
    if (!renderer_.why_triangles().empty()) shown.drawn_by += ": " + renderer_.why_triangles();
    shown.mirrored_every = renderer_.mirrored_every();
    const render::Pose& pose = camera_.camera().pose();
    shown.seen = {static_cast<float>(session::seconds_since_first_frame(session_, playback_.behind())),
                  pose.eye(), pose.target, pose.roll, pose.field_of_view};
}

}  // namespace winnow::view
