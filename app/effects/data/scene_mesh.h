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
    glm::vec3 place;   // metres, in the world
    glm::vec3 normal;  // a unit vector; smooth over edges that are not sharp
};

/// Returns the triangles of the file of an object's mesh, in its own coordinates. Throws Error(bad_input) as
/// read_data() does.
std::vector<MeshTriangle> mesh_triangles(const SceneObject& object, const std::string& folder);

/// Returns the triangles of an object of an effect in `folder`. Throws Error(bad_input), one line, as
/// read_data() does if its mesh cannot be read.
std::vector<SceneCorner> triangles_of(const SceneObject& object, const std::string& folder);

/// Throws Invalid if the mesh of an object cannot be read, or there are more than max_scene_triangles.
void check_objects(const Scenery& scenery, const std::string& folder, const Path& path);

}  // namespace winnow::effects
