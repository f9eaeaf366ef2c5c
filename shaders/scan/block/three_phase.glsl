// The three-phase scan (Kirk and Hwu): each thread scans a section of consecutive elements by itself, the sections'
// sums are scanned by Kogge and Stone's network, and each thread adds what lies before its section. Corner turning
// through shared memory makes sections of rows that neighbouring threads loaded together.
#include "scan/block/rows.glsl"

const uint LEAVES = BLOCK_THREADS;
#include "scan/block/kogge_stone_network.glsl"

// One row of padding behind each eight, which are what 32 banks serve at once: neither striped nor consecutive rows
// meet in a bank.
const uint PHASE_ROWS = 8u;
uint padded(uint row) { return row + row / PHASE_ROWS; }

shared ROW_OF_T turning[TILE_ROWS + TILE_ROWS / PHASE_ROWS];

uint row_of(uint r) { return striped(r); }

// In a section a thread's rows lie behind one another.
uint place(uint r, bool section) {
    return padded(section ? gl_LocalInvocationIndex * THREAD_ROWS + r : striped(r));
}

void put_rows(T x[ITEMS], bool section) {
    for (uint r = 0u; r < THREAD_ROWS; ++r) turning[place(r, section)] = ROW_FROM(x, r * ROW);
}

void take_rows(inout T x[ITEMS], bool section) {
    for (uint r = 0u; r < THREAD_ROWS; ++r) {
        const ROW_OF_T row = turning[place(r, section)];
        for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = row[k];
    }
}

// Inclusive; returns the section's sum.
T scan_section(inout T x[ITEMS]) {
    for (uint k = 1u; k < ITEMS; ++k) x[k] = combine(x[k - 1u], x[k]);
    return x[ITEMS - 1u];
}

void add_before_section(inout T x[ITEMS], T before, bool inclusive) {
    T previous = before;
    for (uint k = 0u; k < ITEMS; ++k) {
        const T after = combine(before, x[k]);
        x[k] = inclusive ? after : previous;
        previous = after;
    }
}

T block_scan(inout T x[ITEMS], bool inclusive) {
    put_rows(x, false);
    block_barrier();
    take_rows(x, true);
    leaves[gl_LocalInvocationIndex] = scan_section(x);
    const T sum = scan_leaves();
    add_before_section(x, before_leaf(gl_LocalInvocationIndex), inclusive);
    put_rows(x, true);
    block_barrier();
    take_rows(x, false);
    return sum;
}
