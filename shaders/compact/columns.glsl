// The columns of a compaction: the source, which is a ring and only read, and the destination, to whose front the
// survivors are packed. Needs COLUMNS, 1 to MAX_COLUMNS.
layout(std430, binding = BIND_SOURCE) readonly buffer RingColumn { uvec4 element[]; } ring_columns[COLUMNS];
layout(std430, binding = BIND_DESTINATION) writeonly buffer PackedColumn { uvec4 element[]; } packed_columns[COLUMNS];

uniform uint capacity;

// Where logical index i lies; `first` is below the capacity. Both are below 2^27, so that nothing overflows.
uint ring_place(uint first, uint i) {
    const uint place = first + i;
    return place < capacity ? place : place - capacity;
}
