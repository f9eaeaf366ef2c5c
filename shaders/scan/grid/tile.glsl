// A tile between memory and the registers of its block, row by row where the tile is whole and its rows are rows of 16
// bytes in memory, else element by element. Comes after a block scan, whose row_of() places the rows.

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInput { T scan_input[]; };
layout(std430, binding = BIND_SCAN_INPUT) readonly buffer ScanInputRows { ROW_OF_T scan_input_rows[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutput { T scan_output[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer ScanOutputRows { ROW_OF_T scan_output_rows[]; };

// Whether a tile's rows are rows of the buffer.
bool moves_rows(uint buffer_first) { return buffer_first % ROW == 0u; }

// The tile's element that x[i] is.
uint place_of(uint i) { return row_of(i / ROW) * ROW + i % ROW; }

// A whole tile. All rows are on their way before the first is used.
void load_rows(uint first_row, out T x[ITEMS]) {
    ROW_OF_T rows[THREAD_ROWS];
    for (uint r = 0u; r < THREAD_ROWS; ++r) rows[r] = scan_input_rows[first_row + row_of(r)];
    for (uint r = 0u; r < THREAD_ROWS; ++r)
        for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = rows[r][k];
}

// Part of a tile, `count` elements of it, at least a row. What lies behind is first taken from the last whole row, so
// that no load waits for a decision, and then put right.
void load_some_rows(uint first_row, uint count, uint buffer_begin, out T x[ITEMS]) {
    const uint whole = count / ROW;
    ROW_OF_T rows[THREAD_ROWS];
    for (uint r = 0u; r < THREAD_ROWS; ++r) rows[r] = scan_input_rows[first_row + min(row_of(r), whole - 1u)];
    for (uint r = 0u; r < THREAD_ROWS; ++r)
        for (uint k = 0u; k < ROW; ++k) x[r * ROW + k] = row_of(r) < whole ? rows[r][k] : IDENTITY;
    for (uint r = 0u; r < THREAD_ROWS; ++r)
        if (row_of(r) == whole)
            for (uint k = 0u; k < count % ROW; ++k) x[r * ROW + k] = scan_input[buffer_begin + whole * ROW + k];
}

void load_elements(uint count, uint buffer_begin, out T x[ITEMS]) {
    for (uint i = 0u; i < ITEMS; ++i) x[i] = scan_input[buffer_begin + min(place_of(i), max(count, 1u) - 1u)];
    for (uint i = 0u; i < ITEMS; ++i)
        if (place_of(i) >= count) x[i] = IDENTITY;
}

// From `count` on, the identity. Tiles begin at or before `count`.
void load_tile(uint begin, uint count, uint buffer_first, out T x[ITEMS]) {
    const uint here = min(count - begin, TILE), buffer_begin = buffer_first + begin;
    if (!moves_rows(buffer_first) || here < ROW) load_elements(here, buffer_begin, x);
    else if (here == TILE) load_rows(buffer_begin / ROW, x);
    else load_some_rows(buffer_begin / ROW, here, buffer_begin, x);
}

// Stores what `before` makes of the elements; nothing is written from `count` on.
void store_tile(uint begin, uint count, uint buffer_first, T before, T x[ITEMS]) {
    for (uint i = 0u; i < ITEMS; ++i) x[i] = combine(before, x[i]);
    const uint here = min(count - begin, TILE), buffer_begin = buffer_first + begin;
    if (!moves_rows(buffer_first) || here < TILE) {
        for (uint i = 0u; i < ITEMS; ++i)
            if (place_of(i) < here) scan_output[buffer_begin + place_of(i)] = x[i];
    } else {
        for (uint r = 0u; r < THREAD_ROWS; ++r) scan_output_rows[buffer_begin / ROW + row_of(r)] = ROW_FROM(x, r * ROW);
    }
}
