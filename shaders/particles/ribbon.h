// The numbers of ribbons. GLSL and C++ share them; C++ sees them in winnow::shared.
#ifndef WINNOW_RIBBON_H
#define WINNOW_RIBBON_H

#ifdef __cplusplus
#include <cstdint>
namespace winnow::shared {
using uint = std::uint32_t;
#endif

const uint VERTICES_PER_SEGMENT = 6u;  // two triangles

// The number of a particle's ribbon; 0: it belongs to none. The children of a parent have a hash below the highest bit,
// the births of an emitter its slot above RIBBON_SLOT bits. The module `strands` changes only bits below.
const uint RIBBON_OF_PARENT = 0x80000000u;
const uint RIBBON_OF_EMITTER = 0x40000000u;
const uint RIBBON_SLOT = 16u;

// The ribbons that a program draws.
const uint KIND_ALL = 0u;
const uint KIND_ADDS = 1u;
const uint KIND_COVERS = 2u;

// The parts of the layer of ribbons that cover.
const uint RIBBON_ALL = 0u;
const uint RIBBON_CORES = 1u;          // what is opaque by half or more, before which ribbons are in front
const uint RIBBON_FRINGES = 2u;        // the rest
const uint RIBBON_FRINGE_DEPTHS = 3u;  // what can be seen of the rest

const float CORE_OPACITY = 0.5f;         // the least of RIBBON_CORES
const float SEEN_OPACITY = 1.0f / 16.0f;  // what RIBBON_FRINGE_DEPTHS exceed

// The draws whose ribbons may be none: then their indirect arguments have no instance.
const uint DRAW_ADDING = 0u;    // those whose light adds up
const uint DRAW_COVERING = 1u;  // those that cover
const uint DRAW_CORES = 2u;
const uint DRAW_FRINGE_DEPTHS = 3u;
const uint RIBBON_DRAWS = 4u;

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_RIBBON_H
