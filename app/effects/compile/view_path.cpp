#include "effects/compile/view_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <optional>
#include <string>
#include <vector>

#include "effects/data/mesh_inside.h"
#include "effects/data/scene_mesh.h"

namespace winnow::effects {
namespace {

/// The objects of an effect's scenery as a check of many places needs them: a mesh is read once.
class Insides {
  public:
    Insides(const Effect& effect, const Path& objects)
        : folder_(effect.folder.path), objects_(objects), meshes_(effect.scenery.objects.size()) {}

    /// Returns the object that a place lies inside of, with the objects where they are at a time; null if
    /// there is none. Objects with a fault, such as a mesh that cannot be read, are left out.
    const SceneObject* around(const glm::vec3& place, const std::vector<SceneObject>& then) {
        for (std::size_t i = 0; i < then.size(); ++i)
            if (Path(objects_, i).is_sound() && is_inside(then[i], place, meshes_[i])) return &then[i];
        return nullptr;
    }

  private:
    bool is_inside(const SceneObject& object, const glm::vec3& place, std::optional<MeshInside>& mesh) {
        const glm::quat turn = glm::angleAxis(glm::radians(object.angle), glm::normalize(object.axis));
        const glm::vec3 own = (glm::inverse(turn) * (place - object.position)) / object.size;
        const glm::vec3 by_half = 2.0f * own;  // where half the size is 1
        const float across = std::hypot(by_half.x, by_half.z), up = std::abs(by_half.y);
        switch (object.shape) {
            case Solid::box:
                return std::max({std::abs(by_half.x), up, std::abs(by_half.z)}) < 1;
            case Solid::ball:
                return glm::dot(by_half, by_half) < 1;
            case Solid::cylinder:
                return across < 1 && up < 1;
            case Solid::cone:
                return across < 0.5f * (1 - by_half.y) && up < 1;
            case Solid::mesh:
                if (!mesh) mesh.emplace(mesh_triangles(object, folder_));
                return mesh->contains(own);
        }
        return false;
    }

    const std::string& folder_;
    const Path& objects_;
    std::vector<std::optional<MeshInside>> meshes_;
};

}  // namespace

void check_view_path(const Effect& effect, const Motions& motions, const Path& path) {
    const std::vector<Waypoint>& way = effect.view.path;
    const Path view(path, "view"), waypoints(view, "path"), scenery(path, "scenery"),
        objects(scenery, "objects");
    Insides insides(effect, objects);
    for (std::size_t i = 0; i < way.size(); ++i) {
        const Path waypoint(waypoints, i), position(waypoint, "position");
        position.attempt_if_sound([&] {
            const Scenery then = scenery_at(effect, motions, way[i].time, false);
            const SceneObject* const object = insides.around(way[i].position, then.objects);
            if (object != nullptr)
                throw Invalid{position.pointer(),
                              fmt::format("must be outside the objects of the scenery; it lies inside \"{}\"",
                                          excerpt(object->name))};
        });
    }
}

}  // namespace winnow::effects
