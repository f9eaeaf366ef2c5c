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

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_RIBBON_H
