// A tile between memory and the registers of its block, row by row where the tile is whole and its rows are rows of 16
// bytes in memory, else element by element. Comes after a block scan, whose row_of() places the rows.

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInput { T scan_input[]; };
layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInputRows { ROW_OF_T scan_input_rows[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutput { T scan_output[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutputRows { ROW_OF_T scan_output_rows[]; };

// Whether a tile lies wholly inside the elements, and its rows are rows of the buffer. Tiles begin at or before
// `count`.
bool moves_rows(uint begin, uint count, uint buffer_first) {
    return count - begin >= TILE && buffer_first % ROW == 0u;
}

// From `count` on, the identity. All rows are on their way before the first is used. The rare path goes word by word.
void load_tile(uint begin, uint count, uint buffer_first, out T x[ITEMS]) {
    if (moves_rows(begin, count, buffer_first)) {
        const uint first_row = (buffer_first + begin) / ROW;
        ROW_OF_T rows[THREAD_ROWS];
        for (uint r = 0u; r < THREAD_ROWS; ++r) rows[r] = scan_input_rows[first_row + row_of(r)];
        for (uint r = 0u; r < THREAD_ROWS; ++r)
            for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = rows[r][k];
    } else {
        for (uint i = 0u; i < ITEMS; ++i) {
            const uint at_element = begin + row_of(i / ROW) * ROW + i % ROW;
            x[i] = at_element < count ? scan_input[buffer_first + at_element] : IDENTITY;
        }
    }
}

// Nothing is written from `count` on.
void store_tile(uint begin, uint count, uint buffer_first, T x[ITEMS]) {
    if (moves_rows(begin, count, buffer_first)) {
        const uint first_row = (buffer_first + begin) / ROW;
        for (uint r = 0u; r < THREAD_ROWS; ++r) scan_output_rows[first_row + row_of(r)] = ROW_FROM(x, r * ROW);
    } else {
        for (uint i = 0u; i < ITEMS; ++i) {
            const uint at_element = begin + row_of(i / ROW) * ROW + i % ROW;
            if (at_element < count) scan_output[buffer_first + at_element] = x[i];
        }
    }
}

void add_before(inout T x[ITEMS], T before) {
    for (uint i = 0u; i < ITEMS; ++i) x[i] = combine(before, x[i]);
}
