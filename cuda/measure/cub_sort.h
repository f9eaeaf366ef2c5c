// CUB's radix sort. Its headers are seen by one translation unit alone.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace winnow::cuda {

/// Device memory of `count` words each, below 2^31.
struct KeyedWords {
    const std::uint32_t* keys = nullptr;
    const std::uint32_t* values = nullptr;
    std::uint32_t* sorted_keys = nullptr;
    std::uint32_t* sorted_values = nullptr;
    std::uint64_t count = 0;
    std::uint32_t key_bits = 32;
};

/// cub::DeviceRadixSort::SortPairs by the lowest key_bits. With `scratch` null it only sets `scratch_bytes`
/// to what it needs. Throws CudaError.
void cub_sort_pairs(cudaStream_t stream, void* scratch, std::size_t& scratch_bytes, const KeyedWords& words);

}  // namespace winnow::cuda
