#include "view/camera_controller.h"

#include <cmath>

#include "view/pointer.h"

namespace winnow::view {
namespace {

constexpr float min_open = 0.4f;       // of the window's width; less shows too little of the scene
constexpr float turntable = 0.25f;     // of the speed that a held key has
constexpr double gliding_time = 0.12;  // seconds in which the distance falls to 1/e

/// Goes the way from `now` to `goal` that fits into this time.
ui::Area glide(const ui::Area& now, const ui::Area& goal, double seconds) {
    const auto share = static_cast<float>(1 - std::exp(-seconds / gliding_time));
    const auto between = [&](float from, float to) { return from + (to - from) * share; };
    return {between(now.left, goal.left), between(now.top, goal.top), between(now.right, goal.right),
            between(now.bottom, goal.bottom)};
}

}  // namespace

void CameraController::move(const ui::SceneInput& input, gl::Size frame, double seconds, bool time_passes) {
    if (input.orbit_x != 0 || input.orbit_y != 0) camera_.orbit({input.orbit_x, input.orbit_y}, frame);
    if (input.pan_x != 0 || input.pan_y != 0) camera_.pan({input.pan_x, input.pan_y}, frame);
    if (input.wheel != 0) camera_.zoom(input.wheel);
    render::Motion motion;
    motion.yaw = input.yaw + (turns_ ? turntable : 0);
    motion.pitch = input.pitch;
    motion.zoom = input.zoom;
    camera_.move(motion, static_cast<float>(seconds));
    camera_.advance(static_cast<float>(seconds), time_passes);
}

void CameraController::make_room(ui::Area open, double seconds) {
    if (open.right - open.left < min_open) open = {};
    open_ = open_ ? glide(*open_, open, seconds) : open;
    camera_.set_open_area({open_->left, open_->top, open_->right, open_->bottom});
}

void CameraController::aim(const glm::vec3& place, bool at_once) {
    camera_.aim(place);
    if (at_once) camera_.arrive();
}

void CameraController::freeze(bool frozen) {
    if (frozen != frozen_.has_value()) frozen_ = frozen ? std::optional(camera_) : std::nullopt;
}

particles::Pointer CameraController::press(const ui::SceneInput& input, gl::Size frame) const {
    if (!input.press) return {};
    return press_at(camera_, frame, {input.press->x, input.press->y});
}

}  // namespace winnow::view
