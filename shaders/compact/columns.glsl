// The columns of a compaction: the source, which is a ring and only read, and the destination, to whose front the
// survivors are packed. Needs COLUMNS, 1 to MAX_COLUMNS, and TILE.
const uint COUNT_BINDING = BIND_SOURCE_POOL;
#include "scan/grid/count.glsl"

layout(std430, binding = BIND_SOURCE) readonly buffer RingColumn { uvec4 element[]; } ring_columns[COLUMNS];
layout(std430, binding = BIND_DESTINATION) writeonly buffer PackedColumn { uvec4 element[]; } packed_columns[COLUMNS];

uniform uint first_index;  // word of scan_count: the ring's first index
uniform uint capacity;     // elements of the ring

uint first_of_ring() { return scan_count[first_index] % capacity; }

// Where logical index i lies; `first` is below the capacity. Both are below 2^27, so that nothing overflows.
uint ring_place(uint first, uint i) {
    const uint place = first + i;
    return min(place, place - capacity);  // below the capacity the second wraps around to more
}
