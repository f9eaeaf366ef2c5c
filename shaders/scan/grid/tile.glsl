// Moves a tile of a scan between memory and the registers of its block, and declares the request's uniforms.
#include "scan/common.glsl"
#include BLOCK_SCAN_FILE

uniform uint input_first;     // index in scan_input of the first element
uniform uint output_first;
uniform bool inclusive;
uniform bool wants_total;
uniform uint total_index;     // index in scan_total

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInput { T scan_input[]; };
layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInputRows { ROW_OF_T scan_input_rows[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutput { T scan_output[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutputRows { ROW_OF_T scan_output_rows[]; };
layout(std430, binding = BIND_SCAN_TOTAL) writeonly buffer ScanTotal { T scan_total[]; };

// Returns true if a tile moves row by row, and not element by element: it lies wholly inside the elements,
// and its rows are aligned to 16 bytes in the buffer. Precondition: the tile begins at or before `count`.
bool moves_rows(uint begin, uint count, uint buffer_first) {
    return count - begin >= TILE && buffer_first % ROW == 0u;
}

// Loads a tile; elements from `count` on become the identity. No load depends on a branch: all rows are in
// flight before the first is used, and elements beyond the end are first loaded from the last element and
// then replaced.
void load_tile(uint begin, uint count, uint buffer_first, out T x[ITEMS]) {
    if (moves_rows(begin, count, buffer_first)) {
        const uint first_row = (buffer_first + begin) / ROW;
        ROW_OF_T rows[THREAD_ROWS];
        for (uint r = 0u; r < THREAD_ROWS; ++r) rows[r] = scan_input_rows[first_row + row_of(r)];
        for (uint r = 0u; r < THREAD_ROWS; ++r)
            for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = rows[r][k];
    } else {
        const uint last = max(count, 1u) - 1u;
        for (uint i = 0u; i < ITEMS; ++i) x[i] = scan_input[buffer_first + min(begin + place_of(i), last)];
        for (uint i = 0u; i < ITEMS; ++i)
            if (begin + place_of(i) >= count) x[i] = IDENTITY;
    }
}

// Stores the elements, each combined with `before`. Nothing is written from `count` on.
void store_tile(uint begin, uint count, uint buffer_first, T before, T x[ITEMS]) {
    if (moves_rows(begin, count, buffer_first)) {
        const uint first_row = (buffer_first + begin) / ROW;
        for (uint r = 0u; r < THREAD_ROWS; ++r) {
            for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = combine(before, x[r * ROW + k]);
            scan_output_rows[first_row + row_of(r)] = ROW_FROM(x, r * ROW);
        }
    } else {
        for (uint i = 0u; i < ITEMS; ++i)
            if (begin + place_of(i) < count) scan_output[buffer_first + begin + place_of(i)] = combine(before, x[i]);
    }
}
