// Which elements one level of the hierarchy has. Level 0 holds the input; level k + 1 the sums of level k's
// tiles. Needs TILE.
#include "common.glsl"

layout(std430, binding = BIND_SCAN_COUNT) readonly buffer ScanCount { uint scan_count[]; };

uniform uint bound;           // host upper bound of the elements of level 0
uniform bool count_on_gpu;
uniform uint count_index;     // word of scan_count
uniform uint level;

// A level has at least one tile, so that an empty input still gets its total.
uint tiles_of(uint elements) { return max(1u, groups_for(elements, TILE)); }

uint elements_of_level() {
    uint elements = count_on_gpu ? min(scan_count[count_index], bound) : bound;
    for (uint k = 0u; k < level; ++k) elements = tiles_of(elements);
    return elements;
}
