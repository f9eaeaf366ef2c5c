// Particles as lights: limits and layouts. GLSL, after shared.h, and C++ share them; C++ sees them in
// winnow::shared.
#ifndef WINNOW_POINT_LIGHTS_H
#define WINNOW_POINT_LIGHTS_H

#ifdef __cplusplus
#include <shaders/shared.h>
namespace winnow::shared {
#endif

const uint MAX_POINT_LIGHTS = 4096u;    // the brightest ones
const uint POINT_LIGHT_LEVELS = 4096u;  // of brightness; the keys by which they are chosen
const uint POINT_LIGHT_TILE = 2048u;    // particles of a work group
const uint POINT_LIGHT_THREADS = 256u;  // of the passes over particles, lights and levels
const uint LIGHT_CELL_THREADS =
    32u;  // of the passes over cells, whose few threads are spread over the whole GPU
const uint POINT_LIGHT_SIDE = 16u;  // cells per side of the grid that finds the lights of a place
const uint POINT_LIGHT_CELLS = POINT_LIGHT_SIDE * POINT_LIGHT_SIDE * POINT_LIGHT_SIDE;
const uint POINT_LIGHTS_PER_CELL = 256u;  // the most; of more, some stand in for the others
const uint POINT_LIGHT_HEAD = 2u;         // rows before the first light: the grid
const uint POINT_LIGHT_ROWS = 2u;         // of a light
const uint DARK_LIGHT =
    MAX_POINT_LIGHTS;  // one without light behind the others; it fills the last row of a cell's list
const uint POINT_LIGHTS_PER_ROW = 4u;  // of a cell's list, which begins with a row

// Which particles are the lights of a frame.
struct PointLightPlan {
    uint min_key;   // all brighter particles are lights; 0: all that have a key
    uint chance;    // of a particle with just this key to be one, of 2^32
    uint lights;    // their number; beyond MAX_POINT_LIGHTS they are left out
    uint tiles;     // of the living particles
    uint groups_x;  // indirect dispatch over the tiles
    uint groups_y;
    uint groups_z;
    uint pad0;
};

#ifdef __cplusplus
}  // namespace winnow::shared
#endif
#endif  // WINNOW_POINT_LIGHTS_H
