// The sizes of tables, splines and files as rows of four numbers. GLSL and C++ share them; C++ sees them in winnow::shared.
#ifndef WINNOW_EFFECT_ROWS_H
#define WINNOW_EFFECT_ROWS_H

#ifdef __cplusplus
#include <cstdint>
namespace winnow::shared {
using uint = std::uint32_t;
#endif

// A curve's or a gradient's table has a head, and then samples at equal distances where these meet all of its points, else
// the points themselves. The head: where the samples begin, and how many there are in a unit; the number of points and the
// place of the last, both 0 if there are samples.
const uint CURVE_SAMPLES = 128u;       // four to a row
const uint GRADIENT_SAMPLES = 64u;     // one to a row
const uint MAX_CURVE_POINTS = 64u;    // of a curve, x and y of two to a row; of a gradient, each one's value in a row
const uint GRADIENT_PLACE_ROWS = 16u;  // behind the values: x of each point of a gradient, four to a row
const uint SPLINE_SEGMENTS = 128u;  // of equal lengths; their ends, one to a row, lie behind a head

// Rows of files, which shaders/effects/files.glsl reads.
const uint MESH_HEAD = 1u;
const uint TRIANGLE_ROWS = 3u;
const uint MESH_EDGE_ROWS = 2u;
const uint MESH_HAS_NORMALS = 1u;      // bits of what triangles have beside their corners' places
const uint MESH_HAS_COORDINATES = 2u;
const uint MESH_DETAIL_BITS = 2u;      // those of both
const uint PIXELS_HEAD = 1u;
const uint PIXEL_ROWS = 2u;
const uint FIELD_HEAD = 3u;
const uint DISTANCE_HEAD = 2u;
const uint PICTURE_HEAD = 1u;

// The bits that say what surfaces of meshes have. The define SURFACED has those of all solids that a program draws, if there are
// any, because a software renderer computes all branches.
const uint SURFACE_COLORS = 1u;    // another colour, roughness or sides of its own
const uint SURFACE_NORMALS = 2u;   // normals of corners
const uint SURFACE_PICTURES = 4u;  // pictures

// The objects of the scenery that stop particles, behind a head with their number, which shaders/effects/objects.glsl
// reads: the place and the radius of the ball around it; the turn, a unit quaternion; half of its size, of a mesh the
// factors on it; the shape, one of those below, the bits of the first row of a mesh's distances, and those of the first row of
// the space that it is at rest in, 0 for the world (shaders/effects/frames.glsl).
const uint OBJECTS_HEAD = 1u;
const uint OBJECT_ROWS = 4u;
const uint OBJECT_BOX = 0u;  // in the order of effects::Solid
const uint OBJECT_BALL = 1u;
const uint OBJECT_CYLINDER = 2u;
const uint OBJECT_CONE = 3u;
const uint OBJECT_MESH = 4u;

// Limits of meshes that are drawn for each particle.
const uint MAX_SOLID_TRIANGLES = 65536u;
const uint OCTAHEDRON_TRIANGLES = 8u;  // of the mesh where none is given

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_EFFECT_ROWS_H
