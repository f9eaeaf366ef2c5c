// Records and votes in the forms that others want: whole records one after another, a byte for each vote, and
// the two lists of indices (alive and free) with which most engines remove particles.
#pragma once

#include <cuda_runtime_api.h>
#include <cstdint>

#include "cuda/compact/device_compaction.h"

namespace winnow::cuda {

/// Columns of a record that the peers have a struct for: 64 bytes.
constexpr std::uint32_t MOST_PEER_COLUMNS = 4;

/// Column c of record i becomes element i * columns + c of `records`. The ring begins at 0.
void gather_records(cudaStream_t stream, const DeviceRequest& request, shared::uvec4* records);

/// Vote i of the request, in words, becomes byte i: 0 or 1.
void votes_to_bytes(cudaStream_t stream, const DeviceRequest& request, std::uint8_t* bytes);

struct IndexLists {
    const std::uint32_t* votes = nullptr;  // bits, by the record's index
    const std::uint32_t* alive = nullptr;  // `count` indices
    std::uint32_t* alive_out = nullptr;    // receives those that survive, in any order
    std::uint32_t* dead = nullptr;         // and those that do not
    std::uint32_t* counts = nullptr;       // receives how many of either: two words
    std::uint32_t count = 0;
};

/// Clears the counts and fills the lists, with one atomic addition a warp and list. Throws CudaError.
void update_index_lists(cudaStream_t stream, const IndexLists& lists);

/// 0, 1, 2...: records in order, which is the best that such a list can hope for.
void fill_with_indices(cudaStream_t stream, std::uint32_t* indices, std::uint32_t count);

}  // namespace winnow::cuda
