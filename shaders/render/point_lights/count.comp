// Counts the lights that reach each cell. Where they are too many, a part of them is kept, with more light each.
#include "render/point_lights/cell.glsl"
layout(local_size_x = LIGHT_CELL_THREADS) in;

const float SPARE = 0.9;  // of the room, because the lights that are kept may be more than expected

void main() {
    const uint number = group_index() * LIGHT_CELL_THREADS + gl_LocalInvocationIndex;
    const Cell cell = cell_of(number);
    const uint all = count_of(cell, 1.0);
    float share = 1.0;
    uint kept = all;
    if (all > POINT_LIGHTS_PER_CELL) {
        share = SPARE * float(POINT_LIGHTS_PER_CELL) / float(all);
        kept = min(count_of(cell, share), POINT_LIGHTS_PER_CELL);
    }
    const uint rows = (kept + POINT_LIGHTS_PER_ROW - 1u) / POINT_LIGHTS_PER_ROW;
    starts[number] = rows;
    cells[number * CELL_WORDS + CELL_ROWS] = rows;
    cells[number * CELL_WORDS + CELL_FACTOR] = floatBitsToUint(float(all) / float(max(kept, 1u)));
    cells[number * CELL_WORDS + CELL_SHARE] = floatBitsToUint(share);
}
