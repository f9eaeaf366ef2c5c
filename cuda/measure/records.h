// Records and votes in the forms of the baselines: whole records one after another, a byte for each vote, and
// the two lists of indices (alive and free) with which most engines remove particles.
#pragma once

#include <cuda_runtime_api.h>
#include <cstdint>

#include "cuda/compact/device_compaction.h"

namespace winnow::cuda {

/// The most columns of a record for which the baselines have a struct: 64 bytes.
constexpr std::uint32_t MAX_BASELINE_COLUMNS = 4;

/// Makes column c of record i element i * columns + c of `records`. Precondition: the ring begins at 0.
void gather_records(cudaStream_t stream, const DeviceRequest& request, shared::uvec4* records);

/// Makes vote i of the request, a word, byte i: 0 or 1.
void votes_to_bytes(cudaStream_t stream, const DeviceRequest& request, std::uint8_t* bytes);

struct IndexLists {
    const std::uint32_t* votes = nullptr;  // bits, by record index
    const std::uint32_t* alive = nullptr;  // `count` indices
    std::uint32_t* alive_out = nullptr;    // receives the indices that survive, in any order
    std::uint32_t* dead = nullptr;         // receives the other indices
    std::uint32_t* counts = nullptr;       // receives the lengths of both lists: two words
    std::uint32_t count = 0;
};

/// Clears the counts and fills the lists, with one atomic addition per warp and list. Throws CudaError.
void update_index_lists(cudaStream_t stream, const IndexLists& lists);

/// Fills with 0, 1, 2...: records in order, the best case of such a list.
void fill_with_indices(cudaStream_t stream, std::uint32_t* indices, std::uint32_t count);

}  // namespace winnow::cuda
