#include "cuda/compact/move_columns.h"

#include <array>
#include <stdexcept>

#include "cuda/base/check.h"
#include "cuda/base/grid.h"

namespace winnow::cuda {
namespace {

using shared::uint;

/// The pointers of exactly COLUMNS columns: a kernel's arguments hold no std::array.
template <uint COLUMNS>
struct Columns {
    const uint4* source[COLUMNS];
    uint4* destination[COLUMNS];
};

/// What says who moves where.
struct Survivors {
    const uint* votes;
    const uint* offsets;
    const uint* first;
    const uint* count;
    uint bound;
    uint capacity;
};

/// (first + i) mod capacity for first and i below capacity, whose sum may exceed 32 bits.
__device__ uint ring_index(uint first, uint i, uint capacity) {
    const std::uint64_t index = std::uint64_t{first} + i;
    return static_cast<uint>(index < capacity ? index : index - capacity);
}

template <uint COLUMNS>
__global__ void __launch_bounds__(shared::PARTICLE_THREADS)
    move_columns(Columns<COLUMNS> columns, Survivors s) {
    const uint count = s.count ? min(*s.count, s.bound) : s.bound;
    const uint first = s.first ? *s.first % s.capacity : 0;
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += threads) {
        const uint to = s.offsets[i];
        if (s.votes[i] == 0 || to >= s.capacity) continue;  // beyond: the votes were not 0 and 1
        const uint from = ring_index(first, static_cast<uint>(i), s.capacity);
        uint4 record[COLUMNS];
#pragma unroll
        for (uint c = 0; c < COLUMNS; ++c) record[c] = columns.source[c][from];
#pragma unroll
        for (uint c = 0; c < COLUMNS; ++c) columns.destination[c][to] = record[c];
    }
}

template <uint COLUMNS>
void launch(cudaStream_t stream, const Move& move) {
    Columns<COLUMNS> columns{};
    for (uint c = 0; c < COLUMNS; ++c) {
        columns.source[c] = reinterpret_cast<const uint4*>(move.columns[c].source);
        columns.destination[c] = reinterpret_cast<uint4*>(move.columns[c].destination);
    }
    const Survivors survivors{move.votes, move.offsets, move.first, move.count, move.bound, move.capacity};
    constexpr uint threads = shared::PARTICLE_THREADS;
    static const uint resident = resident_blocks(move_columns<COLUMNS>, threads);  // one device a process
    const uint blocks = grid_for((std::uint64_t{move.bound} + threads - 1) / threads, resident);
    move_columns<COLUMNS><<<blocks, threads, 0, stream>>>(columns, survivors);
    check_launch("move_columns");
}

}  // namespace

void move_columns(cudaStream_t stream, const Move& move) {
    static_assert(shared::MAX_COLUMNS == 5, "one case for each number of columns");
    if (move.bound == 0) return;
    switch (move.column_count) {
        case 1:
            return launch<1>(stream, move);
        case 2:
            return launch<2>(stream, move);
        case 3:
            return launch<3>(stream, move);
        case 4:
            return launch<4>(stream, move);
        case 5:
            return launch<5>(stream, move);
        default:
            throw std::invalid_argument("move_columns moves 1 to MAX_COLUMNS columns");
    }
}

}  // namespace winnow::cuda
