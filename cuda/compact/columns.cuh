// The records' columns as kernels see them: a ring to read from, and memory to pack into.
#pragma once

#include "cuda/compact/device_compaction.h"
#include "cuda/compact/tuning.h"

namespace winnow::cuda {

/// The pointers of exactly COLUMNS columns: a kernel's arguments hold no std::array.
template <uint COLUMNS>
struct Columns {
    const uint4* source[COLUMNS];
    uint4* destination[COLUMNS];
    uint capacity;  // of each
};

template <uint COLUMNS>
Columns<COLUMNS> columns_of(const DeviceRequest& request) {
    Columns<COLUMNS> columns{};
    for (uint c = 0; c < COLUMNS; ++c) {
        columns.source[c] = reinterpret_cast<const uint4*>(request.columns[c].source);
        columns.destination[c] = reinterpret_cast<uint4*>(request.columns[c].destination);
    }
    columns.capacity = request.capacity;
    return columns;
}

/// (a + b) mod capacity for a and b that are at most the capacity, not both.
inline __device__ uint ring_place(uint a, uint b, uint capacity) {
    const uint index = a + b;
    return index < capacity ? index : index - capacity;
}

}  // namespace winnow::cuda
