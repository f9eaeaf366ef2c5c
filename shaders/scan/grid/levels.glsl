// The hierarchy of scan-then-propagate and reduce-then-scan: level 0 holds the elements, level k + 1 holds
// one sum for each tile of level k, and the top level has one tile. Each dispatch runs one pass of a strategy
// over one level, which begins at input_first and output_first.
#include "scan/common.glsl"

uniform uint level;
uniform uint sums_first;      // index in sums of the next level's first element
uniform bool is_top;          // the level has one tile, whose sum is the total

uint elements_of_level() {
    uint elements = true_count();
    for (uint k = 0u; k < level; ++k) elements = tiles_of(elements);
    return elements;
}
