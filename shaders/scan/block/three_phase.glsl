// The three-phase block scan (Kirk and Hwu, Programming Massively Parallel Processors): each thread scans a
// section of consecutive elements, Kogge and Stone's network scans the sums of the sections, and each thread
// adds the sum before its section. Corner turning through shared memory turns rows that neighbouring threads
// loaded together into sections.
#include "scan/common.glsl"

uint row_of(uint r) { return striped(r); }
uint place_of(uint i) { return row_of(i / ROW) * ROW + i % ROW; }

// --- corner turning -----------------------------------------------------------------------------------------------
// One row of padding follows every eight rows, which is what 32 banks serve at once: neither striped nor
// consecutive rows share a bank.

const uint PHASE_ROWS = 8u;
shared ROW_OF_T turning[TILE_ROWS + TILE_ROWS / PHASE_ROWS];

uint padded(uint row) { return row + row / PHASE_ROWS; }

// Returns the place of this thread's row r. In a section, the rows of a thread are consecutive.
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

// --- phase 1: each thread scans its section -----------------------------------------------------------------------

// The scan is inclusive. Returns the section's sum.
T scan_section(inout T x[ITEMS]) {
    for (uint k = 1u; k < ITEMS; ++k) x[k] = combine(x[k - 1u], x[k]);
    return x[ITEMS - 1u];
}

// --- phase 2: Kogge and Stone's network over the sections' sums ---------------------------------------------------

shared T section_sums[BLOCK_THREADS];

T left_of(uint i, uint stride) { return i < stride ? IDENTITY : section_sums[i - stride]; }

// Every thread reads before any thread writes, as in kogge_stone.glsl.
void scan_step(uint stride) {
    block_barrier();
    const T left = left_of(gl_LocalInvocationIndex, stride);
    block_barrier();
    section_sums[gl_LocalInvocationIndex] = combine(left, section_sums[gl_LocalInvocationIndex]);
}

// The scan is inclusive. Returns the sum of all sections.
T scan_section_sums() {
    for (uint stride = 1u; stride < BLOCK_THREADS; stride <<= 1) scan_step(stride);
    block_barrier();
    return section_sums[BLOCK_THREADS - 1u];
}

// --- phase 3: each thread adds the sum before its section ---------------------------------------------------------

void add_before_section(inout T x[ITEMS], T before, bool inclusive) {
    T previous = before;
    for (uint k = 0u; k < ITEMS; ++k) {
        const T after = combine(before, x[k]);
        x[k] = inclusive ? after : previous;
        previous = after;
    }
}

// --- all three ----------------------------------------------------------------------------------------------------

T block_scan(inout T x[ITEMS], bool inclusive) {
    put_rows(x, false);
    block_barrier();
    take_rows(x, true);
    section_sums[gl_LocalInvocationIndex] = scan_section(x);
    const T sum = scan_section_sums();
    add_before_section(x, left_of(gl_LocalInvocationIndex, 1u), inclusive);
    put_rows(x, true);
    block_barrier();
    take_rows(x, false);
    return sum;
}
