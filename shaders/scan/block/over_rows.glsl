// A block scan made of a network: the sums of the tile's rows are its leaves, in shared memory.
//
// The contract of every block scan, which is all that a grid strategy knows of it:
//   rows.glsl        BLOCK_THREADS, ITEMS, TILE...
//   row_of(r)        which of the tile's rows this thread's row r is
//   block_scan       turns the tile into its prefix sums and returns its sum to every thread. All threads of the block
//                    must call it; a barrier must lie between two calls.
//
// A network offers leaves[], at(i), scan_leaves() and before_leaf(i) over LEAVES leaves. It is executed by all threads
// together; one with more nodes in a step than there are threads gives each thread several (that is the coarsening of
// the textbooks).

uint row_of(uint r) { return striped(r); }

T block_scan(inout T x[ITEMS], bool inclusive) {
    for (uint r = 0u; r < THREAD_ROWS; ++r) leaves[at(row_of(r))] = row_sum(x, r);
    const T sum = scan_leaves();
    for (uint r = 0u; r < THREAD_ROWS; ++r) scan_row(x, r, before_leaf(row_of(r)), inclusive);
    return sum;
}
