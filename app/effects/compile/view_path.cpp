#include "effects/compile/view_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

namespace winnow::effects {

bool is_inside(const SceneObject& object, const glm::vec3& place) {
    const glm::quat turn = glm::angleAxis(glm::radians(object.angle), glm::normalize(object.axis));
    // Where half the size is 1.
    const glm::vec3 own = (glm::inverse(turn) * (place - object.position)) / (0.5f * object.size);
    const float across = std::hypot(own.x, own.z), up = std::abs(own.y);
    switch (object.shape) {
        case Solid::box:
            return std::max({std::abs(own.x), up, std::abs(own.z)}) < 1;
        case Solid::ball:
            return glm::dot(own, own) < 1;
        case Solid::cylinder:
            return across < 1 && up < 1;
        case Solid::cone:
            return across < 0.5f * (1 - own.y) && up < 1;
        case Solid::mesh:
            break;
    }
    return false;
}

void check_view_path(const Effect& effect, const Motions& motions, const Path& path) {
    const std::vector<Waypoint>& way = effect.view.path;
    const Path waypoints(path, "path");
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Path waypoint(waypoints, i), position(waypoint, "position");
        const std::vector<SceneObject> objects = scenery_at(effect, motions, way[i].time, false).objects;
        const auto around = std::ranges::find_if(
            objects, [&](const SceneObject& object) { return is_inside(object, way[i].position); });
        position.attempt_if_sound([&] {
            if (around != objects.end())
                throw Invalid{position.pointer(),
                              fmt::format("must be outside the objects of the scenery; it lies inside \"{}\"",
                                          excerpt(around->name))};
        });
    }
}

}  // namespace winnow::effects
