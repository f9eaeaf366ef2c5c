// The block scan by subgroups (warps): each subgroup scans its rows in registers by shuffles, the sums of the
// subgroups are exchanged in shared memory, and every subgroup scans these sums for itself. It takes one
// barrier.
#include "scan/common.glsl"

const uint SUBGROUPS = BLOCK_THREADS / SUBGROUP_SIZE;  // at most SUBGROUP_SIZE: one subgroup scans all sums
shared T subgroup_sums[SUBGROUPS];

// The rows of a subgroup are contiguous in the tile.
uint row_of(uint r) { return (gl_SubgroupID * THREAD_ROWS + r) * SUBGROUP_SIZE + gl_SubgroupInvocationID; }
uint place_of(uint i) { return row_of(i / ROW) * ROW + i % ROW; }

// Sets the sum before each row within the subgroup. Returns the subgroup's sum to its last invocation.
T scan_rows(T x[ITEMS], out T before_row[THREAD_ROWS]) {
    T sum = IDENTITY;
    for (uint r = 0u; r < THREAD_ROWS; ++r) {
        const T scanned = subgroup_scan(row_sum(x, r));
        before_row[r] = combine(sum, shifted(scanned));
        sum = combine(sum, shuffle(scanned, SUBGROUP_SIZE - 1u));
    }
    return sum;
}

T block_scan(inout T x[ITEMS], bool inclusive) {
    T before_row[THREAD_ROWS];
    const T sum = scan_rows(x, before_row);
    if (gl_SubgroupInvocationID == SUBGROUP_SIZE - 1u) subgroup_sums[gl_SubgroupID] = sum;
    block_barrier();
    const uint lane = gl_SubgroupInvocationID;
    const T sums = subgroup_scan(lane < SUBGROUPS ? subgroup_sums[lane] : IDENTITY);
    const T before = shuffle(shifted(sums), gl_SubgroupID);
    for (uint r = 0u; r < THREAD_ROWS; ++r) scan_row(x, r, combine(before, before_row[r]), inclusive);
    return shuffle(sums, SUBGROUPS - 1u);
}
