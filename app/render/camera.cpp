#include "render/camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <tuple>

#include "effects/model/fields.h"
#include "render/camera_path.h"

namespace winnow::render {
namespace {

constexpr float above_plane = 0.05f;       // metres from the eye to the plane, at least
constexpr float degrees_per_window = 220;  // turned by a drag across the shorter side
constexpr float nearer_per_notch = 0.88f;  // factor on the distance
constexpr float turn_speed = 80;           // degrees per second while a key is held
constexpr float zoom_speed = 1.5f;         // natural logarithm of the distance's factor, per second
constexpr float travel_speed = 0.8f;       // distances between eye and target, per second
constexpr float settling_time = 0.09f;     // seconds until 1/e of the way is left
constexpr float near_fade = 0.35f;         // metres from the eye within which particles fade
constexpr float fade_of_distance = 0.5f;   // most share of the way to the target within which particles fade

float within(float value, const effects::Interval& interval) {
    return std::clamp(value, static_cast<float>(interval.least), static_cast<float>(interval.most));
}

glm::vec3 direction(float yaw, float pitch) {
    const float y = glm::radians(yaw), p = glm::radians(pitch);
    return {std::sin(y) * std::cos(p), std::sin(p), std::cos(y) * std::cos(p)};
}

/// Returns the metres that one pixel of the window spans at the target's depth.
float metres_per_pixel(const Pose& pose, gl::Size window) {
    const float shorter = static_cast<float>(std::max(1, std::min(window.width, window.height)));
    return 2 * pose.distance * std::tan(glm::radians(pose.field_of_view) / 2) / shorter;
}

}  // namespace

glm::vec3 Pose::eye() const {
    return target + distance * direction(yaw, pitch);
}

glm::mat4 Pose::view() const {
    constexpr float min_share = 1e-4f;  // of the coordinates that rounding leaves exact enough
    const glm::vec3 size = glm::abs(target), from = eye();
    // The world turns to the left where the camera rolls to the right.
    const glm::mat4 rolled =
        roll == 0 ? glm::mat4(1) : glm::rotate(glm::mat4(1), glm::radians(roll), {0, 0, 1});
    if (distance > min_share * std::max({size.x, size.y, size.z}))
        return rolled * glm::lookAt(from, target, {0, 1, 0});
    const glm::mat4 turned = glm::lookAt(glm::vec3(0), -direction(yaw, pitch), {0, 1, 0});
    return rolled * glm::translate(turned, -from);
}

void Camera::reset(const effects::View& view) {
    view_ = view;
    begin();
    arrive();
    play(0);
}

/// Begins what the view does by itself.
void Camera::begin() {
    goal_ = {view_.target, view_.distance, view_.yaw, view_.pitch, view_.roll, view_.field_of_view};
    is_on_path_ = !view_.path.empty();
    orbit_ = {view_.yaw, is_on_path_ ? 0 : view_.orbit, view_.sway, 0};
    hold_within_limits();
}

void Camera::follow(const effects::View& view) {
    if (view == view_) return;
    const auto way = [](const effects::View& v) {
        return std::tie(v.target, v.distance, v.yaw, v.pitch, v.orbit, v.sway, v.path);
    };
    const bool moves = way(view) != way(view_);
    view_ = view;
    if (moves) begin();
    goal_.roll = now_.roll = view.roll;
    goal_.field_of_view = now_.field_of_view = view.field_of_view;
}

void Camera::play(double seconds) {
    if (is_on_path_) goal_ = now_ = pose_on_path(view_, seconds);
}

float Camera::Orbit::yaw_now() const {
    const double way = double{speed} * seconds;
    const double turned = sway > 0 ? sway * std::sin(way / sway) : std::remainder(way, 360.0);
    return yaw + static_cast<float>(turned);
}

void Camera::set_plane(const effects::Plane& plane) {
    lowest_eye_ = plane.enabled ? plane.height + above_plane : -std::numeric_limits<float>::infinity();
    hold_within_limits();
}

void Camera::orbit(glm::vec2 pixels, gl::Size window) {
    take_over();
    const float per_pixel =
        degrees_per_window / static_cast<float>(std::max(1, std::min(window.width, window.height)));
    goal_.yaw -= pixels.x * per_pixel;
    goal_.pitch += pixels.y * per_pixel;
    hold_within_limits();
}

void Camera::pan(glm::vec2 pixels, gl::Size window) {
    take_over();
    const glm::mat4 view = goal_.view();
    const glm::vec3 right(view[0].x, view[1].x, view[2].x), up(view[0].y, view[1].y, view[2].y);
    goal_.target +=
        (up * pixels.y - right * pixels.x) * metres_per_pixel(goal_, window) / (open_.bottom - open_.top);
    hold_within_limits();
}

void Camera::aim(const glm::vec3& place) {
    take_over();
    goal_.target = place;
    hold_within_limits();
}

void Camera::go_to(const Pose& pose) {
    take_over();
    const float turn = std::remainder(pose.yaw - now_.yaw, 360.0f);
    goal_ = pose;
    goal_.yaw = now_.yaw + turn;
    now_.roll = goal_.roll;
    now_.field_of_view = goal_.field_of_view;
    hold_within_limits();
}

void Camera::look_from(const glm::vec3& direction) {
    Pose pose = goal_;
    pose.pitch = glm::degrees(std::asin(std::clamp(direction.y, -1.0f, 1.0f)));
    if (direction.x != 0 || direction.z != 0) pose.yaw = glm::degrees(std::atan2(direction.x, direction.z));
    go_to(pose);
}

void Camera::zoom(float notches) {
    take_over();
    goal_.distance *= std::pow(nearer_per_notch, notches);
    hold_within_limits();
}

/// The ball around the box is seen whole, because the field of view is that of the shorter side.
void Camera::frame(const glm::vec3& least, const glm::vec3& greatest) {
    constexpr float margin = 1.1f, smallest = 0.05f;  // of the radius; metres
    take_over();
    const float radius = std::max(glm::length(greatest - least) / 2, smallest);
    goal_.target = (least + greatest) * 0.5f;
    goal_.distance = margin * radius / std::sin(glm::radians(goal_.field_of_view) / 2);
    hold_within_limits();
}

void Camera::move(const Motion& motion, float seconds) {
    if (motion == Motion{}) return;
    take_over();
    goal_.yaw += motion.yaw * turn_speed * seconds;
    goal_.pitch += motion.pitch * turn_speed * seconds;
    goal_.distance *= std::exp(-motion.zoom * zoom_speed * seconds);
    const glm::vec3 forward = -direction(goal_.yaw, 0), right = glm::cross(forward, {0, 1, 0});
    const glm::vec3 way = right * motion.right + forward * motion.forward + glm::vec3(0, motion.up, 0);
    goal_.target += way * (travel_speed * goal_.distance * seconds);
    hold_within_limits();
}

void Camera::advance(float seconds, bool turns) {
    if (orbit_.speed != 0 && turns) {
        orbit_.seconds += seconds;
        goal_.yaw = now_.yaw = orbit_.yaw_now();
    }
    const float share = 1 - std::exp(-seconds / settling_time);
    now_.target += (goal_.target - now_.target) * share;
    now_.distance += (goal_.distance - now_.distance) * share;
    now_.yaw += (goal_.yaw - now_.yaw) * share;
    now_.pitch += (goal_.pitch - now_.pitch) * share;
}

bool Camera::moving() const {
    constexpr float angle = 1e-3f, length = 1e-4f;
    return glm::distance(now_.target, goal_.target) > length * goal_.distance ||
           std::abs(now_.distance - goal_.distance) > length * goal_.distance ||
           std::abs(now_.yaw - goal_.yaw) > angle || std::abs(now_.pitch - goal_.pitch) > angle;
}

void Camera::hold_within_limits() {
    goal_.distance = within(goal_.distance, effects::view_distances);
    for (int axis = 0; axis < 3; ++axis)
        goal_.target[axis] = within(goal_.target[axis], effects::metres_anywhere);
    goal_.pitch = within(goal_.pitch, effects::view_pitches);
    if (!std::isfinite(lowest_eye_)) return;
    goal_.target.y = std::max(goal_.target.y, lowest_eye_);
    const float drop = (lowest_eye_ - goal_.target.y) / goal_.distance;
    if (drop > -1) goal_.pitch = std::max(goal_.pitch, glm::degrees(std::asin(std::min(drop, 1.0f))));
}

float Camera::nearness() const {
    return std::min(1.0f, fade_of_distance * now_.distance / near_fade);
}

glm::mat4 Camera::projection(gl::Size frame) const {
    const float aspect = static_cast<float>(frame.width) / static_cast<float>(frame.height);
    const float half = std::tan(glm::radians(now_.field_of_view) / 2);
    const float height = aspect >= 1 ? half : half / aspect;  // the shorter side has the field of view
    glm::mat4 projection =
        glm::perspective(2 * std::atan(height), aspect, view_.near * nearness(), view_.far);
    projection[0].x *= open_.bottom - open_.top;
    projection[1].y *= open_.bottom - open_.top;
    // Depths are negative, so these move everything to the right and up.
    projection[2].x = 1 - open_.left - open_.right;
    projection[2].y = open_.top + open_.bottom - 1;
    const float focus = focus_ > 0 ? focus_ : now_.distance;
    projection[2].x -= projection[0].x * lens_.x / focus;
    projection[2].y -= projection[1].y * lens_.y / focus;
    return projection;
}

glm::mat4 Camera::view() const {
    return glm::translate(glm::mat4(1), glm::vec3(-lens_, 0)) * now_.view();
}

void Camera::look_through(glm::vec2 place, float focus) {
    lens_ = place;
    focus_ = focus;
}

float Camera::horizon(gl::Size frame) const {
    const glm::vec3 ahead = now_.target - now_.eye();
    const glm::mat4 shown = projection(frame) * now_.view();
    const auto seen_at = [&](const glm::vec3& away) {
        const glm::vec4 seen = shown * glm::vec4(away.x, 0, away.z, 0);
        return glm::vec2(seen) / seen.w;
    };
    const glm::vec2 middle = seen_at(ahead);
    if (now_.roll == 0) return 0.5f + 0.5f * middle.y;
    constexpr float steepest = 89;  // degrees; a horizon that is nearly upright has no row above it
    if (std::abs(now_.roll) > steepest) return std::numeric_limits<float>::infinity();
    const glm::vec2 way = seen_at(ahead + 0.5f * glm::vec3(-ahead.z, 0, ahead.x)) - middle;
    const float rise = way.y / way.x;
    return 0.5f + 0.5f * (middle.y - rise * middle.x + std::abs(rise));
}

Sight Camera::sight(gl::Size frame) const {
    const glm::mat4 axes = glm::transpose(now_.view());  // its columns are the axes of the camera
    const glm::vec3 eye = now_.eye();
    return {.view = view(),
            .projection = projection(frame),
            .eye = eye + glm::vec3(axes[0]) * lens_.x + glm::vec3(axes[1]) * lens_.y,
            .forward = glm::normalize(now_.target - eye),
            .distance = now_.distance,
            .near = view_.near * nearness(),
            .far = view_.far,
            .fade = near_fade * nearness()};
}

}  // namespace winnow::render
