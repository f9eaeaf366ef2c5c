// Writes the numbers of each cell's lights behind those of the cells before it, whose rows are scanned, and dark lights in the
// rest of its last row.
#include "render/point_lights/cell.glsl"
layout(local_size_x = LIGHT_CELL_THREADS) in;

void main() {
    const uint number = group_index() * LIGHT_CELL_THREADS + gl_LocalInvocationIndex, start = starts[number];
    const Cell cell = cell_of(number);
    const float share = uintBitsToFloat(cells[number * CELL_WORDS + CELL_SHARE]);
    cells[number * CELL_WORDS + CELL_START] = start;
    uint to = POINT_LIGHT_CELLS * CELL_WORDS + start * POINT_LIGHTS_PER_ROW;
    const uint end = to + cells[number * CELL_WORDS + CELL_ROWS] * POINT_LIGHTS_PER_ROW;
    for (uint n = 0u; n < cell.lights && to < end; ++n)
        if (is_of(cell, n, share)) cells[to++] = n;
    while (to < end) cells[to++] = DARK_LIGHT;
}
