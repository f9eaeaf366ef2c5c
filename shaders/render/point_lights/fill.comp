// Writes the numbers of each cell's lights behind those of the cells before it, whose counts are scanned.
#include "render/point_lights/cell.glsl"
layout(local_size_x = POINT_LIGHT_THREADS) in;

void main() {
    const uint number = group_index() * POINT_LIGHT_THREADS + gl_LocalInvocationIndex, start = starts[number];
    const Cell cell = cell_of(number);
    const uint kept = cells[number * CELL_WORDS + CELL_COUNT];
    const float share = uintBitsToFloat(cells[number * CELL_WORDS + CELL_SHARE]);
    cells[number * CELL_WORDS + CELL_START] = start;
    uint to = 0u;
    for (uint n = 0u; n < cell.lights && to < kept; ++n)
        if (is_of(cell, n, share)) cells[POINT_LIGHT_CELLS * CELL_WORDS + start + to++] = n;
}
