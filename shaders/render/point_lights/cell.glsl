// A cell of the grid, and the lights that reach it.
#include "common.glsl"
#include "render/point_lights/point_lights.h"

layout(std430, binding = BIND_LIGHT_LIST) readonly buffer List { vec4 light_rows[]; };
layout(std430, binding = BIND_LIGHT_STARTS) buffer Starts { uint starts[]; };
layout(std430, binding = BIND_LIGHT_CELLS) buffer Cells { uint cells[]; };

// The words of a cell.
const uint CELL_WORDS = 4u, CELL_START = 0u, CELL_ROWS = 1u, CELL_FACTOR = 2u, CELL_SHARE = 3u;

struct Cell {
    vec3 low;
    vec3 high;
    uint lights;  // of the frame, all of which may reach it
};

Cell cell_of(uint number) {
    const vec4 low = light_rows[0];
    const vec3 side = 1.0 / light_rows[1].xyz;
    const uvec3 place = uvec3(number % POINT_LIGHT_SIDE, number / POINT_LIGHT_SIDE % POINT_LIGHT_SIDE,
                              number / (POINT_LIGHT_SIDE * POINT_LIGHT_SIDE));
    const vec3 corner = low.xyz + vec3(place) * side;
    return Cell(corner, corner + side, uint(low.w));
}

// True if light n reaches the cell and is one of those whose own share is at most `share`.
bool is_of(Cell cell, uint n, float share) {
    const vec4 light = light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS];
    const vec3 away = light.xyz - clamp(light.xyz, cell.low, cell.high);
    return dot(away, away) < light.w * light.w && light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS + 1u].w <= share;
}

uint count_of(Cell cell, float share) {
    uint count = 0u;
    for (uint n = 0u; n < cell.lights; ++n) count += uint(is_of(cell, n, share));
    return count;
}
