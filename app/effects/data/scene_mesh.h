// The objects of a scenery as triangles.
#pragma once

#include <glm/glm.hpp>

#include <cstddef>
#include <string>
#include <vector>

#include "effects/data/mesh_inside.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::size_t max_scene_triangles = std::size_t{1} << 20;  // of all objects

/// A corner of a triangle. Corners of a triangle follow each other, counterclockwise seen from outside.
struct SceneCorner {
    glm::vec3 place;   // metres
    glm::vec3 normal;  // a unit vector; smooth over edges that are not sharp
};

/// Returns the triangles of the file of an object's mesh, in its own coordinates. Throws Error(bad_input) as
/// read_data() does.
std::vector<MeshTriangle> mesh_triangles(const SceneObject& object, const std::string& folder);

/// A box along the axes, from its lowest corner to its highest.
struct ShapeBounds {
    glm::vec3 low{-0.5f}, high{0.5f};
    bool operator==(const ShapeBounds&) const = default;
};

/// Returns the box around an object's shape in its own space if its size were 1. The box of a mesh is
/// computed once for what its file holds. Throws Error(bad_input) as read_data() does.
ShapeBounds bounds_of(const SceneObject& object, const std::string& folder);

/// Returns the triangles of an object's shape of its size, in its own space: around its position, not turned.
/// Throws Error(bad_input), one line, as read_data() does if its mesh cannot be read.
std::vector<SceneCorner> own_triangles_of(const SceneObject& object, const std::string& folder);

/// Returns the own axes of an object in the world: a rotation.
glm::mat3 axes_of(const SceneObject& object);

/// Returns triangles of an object's own space where the object is in the world.
std::vector<SceneCorner> put_into_world(std::vector<SceneCorner> own, const SceneObject& object);

/// Throws Invalid if the mesh of an object cannot be read, or there are more than max_scene_triangles.
void check_objects(const Scenery& scenery, const std::string& folder, const Path& path);

}  // namespace winnow::effects
