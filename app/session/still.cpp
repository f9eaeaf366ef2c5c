#include "session/still.h"

#include <fmt/format.h>

#include "base/message.h"
#include "gl/fence.h"
#include "session/scene.h"

namespace winnow::session {
namespace {

effects::View view_of(const Session& session, const std::optional<CameraChoice>& camera) {
    effects::View view = session.settings().effect.view;
    if (!camera) return view;
    view.yaw = camera->yaw;
    view.pitch = camera->pitch;
    view.distance = camera->distance;
    view.target = camera->target.value_or(view.target);
    view.orbit = 0;
    view.path.clear();
    return view;
}

}  // namespace

Still::Still(Session& session, const StillChoice& choice)
    : session_(session),
      choice_(choice),
      renderer_(session.facts(), session.shaders(), session.passes(), &session.suites().memory()),
      target_({choice.size.width * choice.supersample, choice.size.height * choice.supersample}) {
    renderer_.load(scenes(0).front());
}

render::Camera Still::camera_at(double behind) const {
    return camera_of(session_, view_of(session_, choice_.camera), behind);
}

std::vector<render::Scene> Still::scenes(double behind) const {
    const FinishChoice& finish = choice_.finish;
    Lens lens = lens_of(session_.settings().effect.view, finish.samples);
    lens.aperture = finish.aperture.value_or(lens.aperture);
    lens.focus = finish.focus.value_or(lens.focus);
    lens.shutter = finish.shutter.value_or(lens.shutter);
    auto scenes = scenes_of(session_, behind, lens, [this](double at) { return camera_at(at); });
    for (render::Scene& scene : scenes) {
        scene.bloom = choice_.finish.bloom;
        if (!choice_.finish.vignette) scene.vignette = 0;
        if (!choice_.finish.grading) scene.grading = {};
        scene.supersample = choice_.supersample;
        scene.transparent = choice_.transparent;
    }
    scenes.front().identifies = choice_.identifies;
    return scenes;
}

void Still::draw(double behind) {
    const HostSpan span(session_.passes().time_line(), "draw");
    renderer_.draw(scenes(behind), target_);
    session_.simulation().set_seen(renderer_.seen());
    drawn_ = true;
    const std::string& why = renderer_.why_triangles();
    if (!why.empty() && why != last_notice_) say(fmt::format("drawn by triangles: {}", last_notice_ = why));
}

render::Image Still::read() {
    const HostSpan span(session_.passes().time_line(), "read back");
    const render::Image drawn = target_.read(choice_.transparent);
    finish_passes();
    return render::averaged(drawn, choice_.supersample);
}

/// Reading waits for the picture, but not for the times of its last pass, which a busy software renderer
/// would note later: a time line is to show them before the frame's end.
void Still::finish_passes() const {
    if (session_.passes().time_line() != nullptr) gl::finish();
}

film::DrawnLight Still::read_light(double behind, double seconds) {
    const HostSpan span(session_.passes().time_line(), "read back");
    film::DrawnLight drawn{target_.size(), choice_.supersample, choice_.transparent, renderer_.light()};
    finish_passes();
    if (!choice_.identifies) return drawn;
    const double steps_per_second = session_.settings().effect.steps_per_second;
    const render::Sight before = camera_at(behind + seconds * steps_per_second).sight(target_.size());
    drawn.particles =
        renderer_.pixel_particles(scenes(behind).front(), 1 / steps_per_second, before, seconds);
    const particles::StepInputs& inputs = session_.simulation().inputs();
    for (std::uint32_t slot = 0; slot < inputs.slot_count(); ++slot) {
        const auto emitter = inputs.emitter_of(slot);
        drawn.emitters.push_back(emitter ? static_cast<std::uint32_t>(*emitter) : shared::NO_EMITTER);
    }
    return drawn;
}

}  // namespace winnow::session
