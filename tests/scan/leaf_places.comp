// For a test: where the leaves of a padded network lie in shared memory. Needs what a block scan needs.
#include "scan/common.glsl"
layout(local_size_x = 1) in;

layout(std430, binding = 0) writeonly buffer Places { uint places[]; };

#include BLOCK_SCAN_FILE

void main() {
    for (uint i = 0u; i < TILE_ROWS; ++i) places[i] = at(i);
}
