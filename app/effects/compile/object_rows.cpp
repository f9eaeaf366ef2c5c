#include "effects/compile/object_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "effects/data/data_files.h"
#include "effects/expression/deterministic_math.h"
#include "effects/modules/glsl_types.h"
#include "effects/modules/module_text.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

static_assert(shared::OBJECT_BOX == static_cast<std::uint32_t>(Solid::box) &&
              shared::OBJECT_BALL == static_cast<std::uint32_t>(Solid::ball) &&
              shared::OBJECT_CYLINDER == static_cast<std::uint32_t>(Solid::cylinder) &&
              shared::OBJECT_CONE == static_cast<std::uint32_t>(Solid::cone) &&
              shared::OBJECT_MESH == static_cast<std::uint32_t>(Solid::mesh));

/// Returns the unit quaternion of the object's turn, as triangles_of() turns it.
glm::vec4 turn_of(const SceneObject& object) {
    const glm::dvec3 axis(object.axis);
    const double length = std::sqrt(glm::dot(axis, axis));
    const double half = glm::radians(double{object.angle}) / 2;
    return {glm::vec3(axis * (deterministic::sin(half) / length)),
            static_cast<float>(deterministic::cos(half))};
}

/// Returns the distances from the object's mesh.
std::shared_ptr<const FileData> distances_of(const SceneObject& object, const std::string& folder,
                                             const Path& path) {
    try {
        return read_data(folder, object.mesh, FileKind::distance);
    } catch (const Error& error) {
        throw Invalid{
            Path(path, "mesh").pointer(),
            fmt::format("{}; an object whose \"collides\" is false may have any mesh", error.what())};
    }
}

/// Returns the corner of the box around a mesh, on either side of its origin, that is farthest from it.
glm::vec3 farthest_corner(const FileData& distances) {
    const glm::vec4& head = distances[0];
    const glm::vec3 low(distances[1]), high = low + (glm::vec3(head) - 1.0f) * head.w;
    return glm::max(glm::abs(low), glm::abs(high));
}

void add_object(std::vector<glm::vec4>& rows, const SceneObject& object, const std::string& folder,
                FileRows& files, const Path& path) {
    glm::vec3 size = object.size * 0.5f, corner = size;
    std::uint32_t first = 0;
    if (object.shape == Solid::mesh) {
        const auto distances = distances_of(object, folder, path);
        first = files.first_of(distances);
        size = object.size;
        corner = farthest_corner(*distances) * size;
    }
    const bool moves = object.motion != Motion();  // then it is described in a space of its own
    rows.emplace_back(moves ? glm::vec3(0) : object.position, glm::length(corner));
    rows.push_back(moves ? glm::vec4(0, 0, 0, 1) : turn_of(object));
    rows.emplace_back(size, 0);
    rows.emplace_back(static_cast<float>(object.shape), std::bit_cast<float>(first), 0, 0);
}

}  // namespace

bool meets_objects(const std::shared_ptr<const Module>& module) {
    return module->stage == Stage::react && calls(module, glsl::object_call);
}

void note_objects(Stack& stack, const Scenery& scenery) {
    if (first_module(stack, meets_objects) == nullptr) return;
    for (const SceneObject& object : scenery.objects) {
        if (!object.collides) continue;
        ObjectKinds& kinds = stack.objects;
        kinds.boxes = kinds.boxes || object.shape == Solid::box;
        kinds.round = kinds.round || object.shape == Solid::ball || object.shape == Solid::cylinder;
        kinds.cones = kinds.cones || object.shape == Solid::cone;
        kinds.meshes = kinds.meshes || object.shape == Solid::mesh;
        kinds.moving = kinds.moving || object.motion != Motion();
    }
}

std::vector<glm::vec4> object_rows(const Scenery& scenery, const std::string& folder, FileRows& files,
                                   const Path& path) {
    const Path above(path, "scenery"), objects(above, "objects");
    std::vector<glm::vec4> rows(shared::OBJECTS_HEAD, glm::vec4(0));
    for (std::size_t i = 0; i < scenery.objects.size(); ++i) {
        if (!scenery.objects[i].collides) continue;
        add_object(rows, scenery.objects[i], folder, files, Path(objects, i));
        rows[0].x += 1;
    }
    return rows;
}

void check_objects_met(const Effect& effect, std::span<const Stack> stacks, const Path& path) {
    const bool any = std::ranges::any_of(effect.scenery.objects, &SceneObject::collides);
    const Path emitters(path, "emitters");
    for (std::size_t i = 0; i < stacks.size(); ++i) {
        const StackModule* const meeting = first_module(stacks[i], meets_objects);
        if (meeting == nullptr) continue;
        const Path emitter(emitters, i), modules(emitter, "modules");
        if (!any)
            throw Invalid{Path(modules, meeting->place).pointer(),
                          fmt::format("{} needs an object in the scenery whose \"collides\" is true",
                                      meeting->module->name)};
        FileRows files;
        object_rows(effect.scenery, effect.folder.path, files, path);
        return;
    }
}

}  // namespace winnow::effects
