#include "render/camera_path.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "effects/model/fields.h"

namespace winnow::render {
namespace {

using Way = std::span<const effects::Waypoint>;

/// Returns the points from one cut to the next that the camera follows at a time, and below `at` the last of
/// them that it has passed.
Way shot_at(Way way, double seconds, std::size_t& at) {
    const auto passed = std::ranges::upper_bound(way, seconds, {}, &effects::Waypoint::time);
    at = passed == way.begin() ? 0 : static_cast<std::size_t>(passed - way.begin()) - 1;
    std::size_t first = at, end = at + 1;
    while (first > 0 && !way[first].cut) --first;
    while (end < way.size() && !way[end].cut) ++end;
    at -= first;
    return way.subspan(first, end - first);
}

/// Returns a value between two points of a shot, which `value` returns of each.
template <typename Value>
auto between(Way shot, std::size_t at, float seconds, const Value& value) {
    const auto slope = [&](std::size_t k) {
        const std::size_t before = k > 0 ? k - 1 : k, behind = std::min(k + 1, shot.size() - 1);
        return (value(shot[behind]) - value(shot[before])) / (shot[behind].time - shot[before].time);
    };
    const float length = shot[at + 1].time - shot[at].time, t = (seconds - shot[at].time) / length;
    const float t2 = t * t, t3 = t2 * t;
    return value(shot[at]) * (2 * t3 - 3 * t2 + 1) + slope(at) * (length * (t3 - 2 * t2 + t)) +
           value(shot[at + 1]) * (3 * t2 - 2 * t3) + slope(at + 1) * (length * (t3 - t2));
}

/// Returns the pose of an eye that looks at a target, which are apart.
Pose pose_of(const effects::Waypoint& place) {
    const glm::vec3 back = place.position - place.target;
    const float distance = std::max(glm::length(back), static_cast<float>(effects::view_distances.least));
    const float pitch = glm::degrees(std::asin(std::clamp(back.y / distance, -1.0f, 1.0f)));
    return {place.target,
            distance,
            glm::degrees(std::atan2(back.x, back.z)),
            std::clamp(pitch, static_cast<float>(effects::view_pitches.least),
                       static_cast<float>(effects::view_pitches.most)),
            place.roll,
            place.field_of_view};
}

}  // namespace

Pose pose_on_path(const effects::View& view, double seconds) {
    std::size_t at = 0;
    const Way shot = shot_at(view.path, seconds, at);
    const auto field_of_view = [&](const effects::Waypoint& point) {
        return point.field_of_view > 0 ? point.field_of_view : view.field_of_view;
    };
    effects::Waypoint place = shot[at];
    place.field_of_view = field_of_view(place);
    if (at + 1 < shot.size() && seconds > place.time) {
        const auto now = static_cast<float>(seconds);
        place.position = between(shot, at, now, [](const auto& point) { return point.position; });
        place.target = between(shot, at, now, [](const auto& point) { return point.target; });
        place.roll = between(shot, at, now, [](const auto& point) { return point.roll; });
        place.field_of_view =
            std::clamp(between(shot, at, now, field_of_view), static_cast<float>(effects::view_angles.least),
                       static_cast<float>(effects::view_angles.most));
    }
    return pose_of(place);
}

}  // namespace winnow::render
