// For a test: the places of a padded network's leaves in shared memory. Needs the defines of a block scan.
#include "scan/common.glsl"
layout(local_size_x = 1) in;

layout(std430, binding = 0) writeonly buffer Places { uint places[]; };

#include BLOCK_SCAN_FILE

void main() {
    for (uint i = 0u; i < TILE_ROWS; ++i) places[i] = at(i);
}
