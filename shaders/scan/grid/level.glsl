// The hierarchy of scan-then-propagate and reduce-then-scan: level 0 holds the elements, level k + 1 one sum for each
// tile of level k, and the top has one tile.
const uint COUNT_BINDING = BIND_SCAN_COUNT;
#include "scan/grid/count.glsl"

uniform uint level;
uniform uint input_first;     // element of scan_input where the level begins
uniform uint output_first;
uniform uint sums_first;      // element of sums where the next level begins
uniform bool inclusive;
uniform bool is_top;          // the level has one tile: its sum is the total
uniform bool wants_total;
uniform uint total_index;     // element of scan_total

layout(std430, binding = BIND_SCAN_TOTAL) writeonly buffer ScanTotal { T scan_total[]; };

uint elements_of_level() {
    uint elements = true_count();
    for (uint k = 0u; k < level; ++k) elements = tiles_of(elements);
    return elements;
}
