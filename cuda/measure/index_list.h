// Removal as most engines have it: records stay where they are, and two lists of their indices say which of
// them are alive and which places are free.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

namespace winnow::cuda {

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
