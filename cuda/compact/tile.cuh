// The one kernel of every compaction: a block packs a tile, each warp a section of it. Where a section's
// survivors go is the strategy's answer (place.cuh), which is asked for as late as can be: the first records
// are on their way meanwhile.
#pragma once

#include <stdexcept>

#include "cuda/base/check.h"
#include "cuda/compact/place.cuh"
#include "cuda/compact/section.cuh"

namespace winnow::cuda {

template <uint COLUMNS, typename Votes, typename Place>
__global__ void __launch_bounds__(COMPACT_THREADS, COMPACT_BLOCKS)
    compact_tile(Columns<COLUMNS> columns, Input input, Place place) {
    __shared__ typename Place::Shared memory;
    __shared__ List lists[SECTIONS];
    Spot spot{input.votes, input.true_count(), 0, 0};
    spot.tiles = compact_tiles(spot.count);
    spot.tile = place.take_tile(spot.tiles);
    if (spot.tile >= spot.tiles) return;
    const uint begin = spot.section_begin();
    const Survivors survivors = count_survivors(Votes::row_words(spot.votes, begin, spot.count));
    const auto announced = place.announce(memory, spot, survivors.sum);
    List& list = lists[section()];
    list_survivors(survivors, list);
    const uint start = ring_place(input.first_of_ring(columns.capacity), begin, columns.capacity);
    Batch<COLUMNS> batch;
    uint before = 0;
    int next = 0;
    if constexpr (ALIGNED_STORES) {
        before = place.before(memory, spot, announced);
        next = -static_cast<int>(before % WARP);
    }
    batch.load(columns, list, next, survivors.sum, start);
    if constexpr (!ALIGNED_STORES) before = place.before(memory, spot, announced);
    for (;;) {
        batch.store(columns, next, survivors.sum, before);
        next += Batch<COLUMNS>::SIZE;
        if (next >= static_cast<int>(survivors.sum)) break;
        batch.load(columns, list, next, survivors.sum, start);
    }
}

template <uint COLUMNS, typename Votes, typename Place>
void launch_columns(cudaStream_t stream, const DeviceRequest& request, const Place& place) {
    const Input input{request.votes, request.first, request.count, request.bound};
    compact_tile<COLUMNS, Votes><<<compact_tiles(request.bound), COMPACT_THREADS, 0, stream>>>(
        columns_of<COLUMNS>(request), input, place);
    check_launch("compact_tile");
}

/// One block for each tile that the bound allows, and at least one.
template <typename Votes, typename Place>
void launch_tiles(cudaStream_t stream, const DeviceRequest& request, const Place& place) {
    static_assert(shared::MAX_COLUMNS == 5, "one case for each number of columns");
    switch (request.column_count) {
        case 1:
            return launch_columns<1, Votes>(stream, request, place);
        case 2:
            return launch_columns<2, Votes>(stream, request, place);
        case 3:
            return launch_columns<3, Votes>(stream, request, place);
        case 4:
            return launch_columns<4, Votes>(stream, request, place);
        case 5:
            return launch_columns<5, Votes>(stream, request, place);
        default:
            throw std::invalid_argument("a compaction moves 1 to MAX_COLUMNS columns");
    }
}

}  // namespace winnow::cuda
