// The rasteriser of solid surfaces: the names of surfaces, and limits. GLSL, after shared.h, and C++ share them; C++ sees
// them in winnow::shared.
#ifndef WINNOW_RASTER_H
#define WINNOW_RASTER_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

// A surface is named by its kind, in the upper two bits, and its number among those of its kind.
const uint RASTER_KIND_SHIFT = 30u;
const uint RASTER_OBJECT = 0u;  // a triangle of the scenery's objects
const uint RASTER_MESH = 1u;    // a triangle of a solid's mesh: the batch, and which of its VOTES_PER_WORD triangles
const uint RASTER_SPHERE = 2u;  // a solid
const uint RASTER_NONE = 0xFFFFFFFFu;  // no surface, and beyond all depths

const uint RASTER_SMALL = 32u;            // pixels of the box around a surface up to which one thread draws it
const uint RASTER_TILE = 64u;             // pixels per side of the tiles in which work groups draw a large surface
const uint RASTER_SIDE = 8u;              // threads per side of such a group
const uint RASTER_MOST_TILES = 1048576u;  // 2^20, of all large surfaces
const uint RASTER_GROUPS = 8192u;         // that draw them

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_RASTER_H
