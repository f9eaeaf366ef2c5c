// A tile in the registers of its block: each thread holds some rows of 16 bytes, in memory's order within a row. Which
// rows is the block scan's choice; neighbouring threads hold neighbouring rows, so that a subgroup's access to memory
// is one piece. Needs BLOCK_THREADS and ITEMS (whole rows).
#include "scan/monoid.glsl"

const uint ROW = uint(ROW_ELEMENTS);
const uint TILE = BLOCK_THREADS * ITEMS;             // elements of the block
const uint THREAD_ROWS = ITEMS / ROW;
const uint TILE_ROWS = BLOCK_THREADS * THREAD_ROWS;

// Row r of this thread among the tile's rows: beside its neighbours'.
uint striped(uint r) { return r * BLOCK_THREADS + gl_LocalInvocationIndex; }

T row_sum(T x[ITEMS], uint r) {
    T sum = x[r * ROW];
    for (uint k = 1u; k < ROW; ++k) sum = combine(sum, x[r * ROW + k]);
    return sum;
}

// The row's elements become their prefix sums, beginning with `before`.
void scan_row(inout T x[ITEMS], uint r, T before, bool inclusive) {
    for (uint k = 0u; k < ROW; ++k) {
        const T after = combine(before, x[r * ROW + k]);
        x[r * ROW + k] = inclusive ? after : before;
        before = after;
    }
}
