// The signed distance from a closed mesh, on a grid.
#pragma once

#include <string>

#include "effects/data/file_data.h"
#include "effects/data/obj_mesh.h"

namespace winnow::effects {

inline constexpr int distance_cells = 48;  // along the longest side of the mesh
inline constexpr int distance_margin = 2;  // cells around the mesh
inline constexpr std::size_t max_distance_triangles = std::size_t{1} << 18;  // a few seconds

/// Returns the rows of the mesh's distance field, as shaders/effects/files.glsl describes them: exact at the
/// grid's points, and below 0 inside, whichever way the faces point. Points at the same place count as one.
/// Throws Error(bad_input), `origin: message`, unless each edge belongs to two faces that agree which side is
/// out, and if there are more than max_distance_triangles.
FileData distance_data(const Mesh& mesh, const std::string& origin);

}  // namespace winnow::effects
