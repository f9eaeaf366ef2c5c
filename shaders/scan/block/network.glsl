// A block scan by a network whose leaves are the sums of the tile's rows, in shared memory.
//
// The file of a network includes this one and defines the two functions declared here. All threads execute a
// network together; in a step with more nodes than threads, each thread handles several nodes, which
// textbooks call coarsening. With PADDED the leaves are placed so that the threads of a warp do not share a
// bank of shared memory.
#include "scan/common.glsl"
#include "scan/leaf_place.h"

const uint LEAVES = TILE_ROWS;  // a power of two

// Turns the leaves into their prefix sums and returns the sum of all leaves. The network decides if the sums
// are inclusive or exclusive.
T scan_leaves();
// Returns the sum of the leaves before leaf i, once they are scanned.
T before_leaf(uint i);

// --- where the leaves lie -----------------------------------------------------------------------------------------

const bool HAS_PADDING = PADDED != 0;
const uint BANKS = 8u * ROW;  // 32 for words; 16 for pairs of words, which half a warp reads at a time
const uint LEAF_PLACES = HAS_PADDING ? PADDED_LEAF_PLACE(LEAVES, LEAVES, BANKS) : LEAVES;

shared T leaves[LEAF_PLACES];

uint at(uint i) {
    return HAS_PADDING ? PADDED_LEAF_PLACE(i, LEAVES, BANKS) : i;
}

// --- the scan of a tile -------------------------------------------------------------------------------------------

uint row_of(uint r) { return striped(r); }
uint place_of(uint i) { return row_of(i / ROW) * ROW + i % ROW; }

T block_scan(inout T x[ITEMS], bool inclusive) {
    for (uint r = 0u; r < THREAD_ROWS; ++r) leaves[at(row_of(r))] = row_sum(x, r);
    const T sum = scan_leaves();
    for (uint r = 0u; r < THREAD_ROWS; ++r) scan_row(x, r, before_leaf(row_of(r)), inclusive);
    return sum;
}
