// The simplest kernels that scans are compared with: a copy, 16 bytes at a time, which is the baseline of
// every benchmark, and the naive scan, in which every thread adds all elements before its own, N^2/2
// additions.
#pragma once

#include <cuda_runtime_api.h>
#include <cstddef>
#include <cstdint>

#include "scan/catalogue.h"

namespace winnow::cuda {

/// Copies. `bytes` is a multiple of 4; both pointers are aligned to 16 bytes. Throws CudaError.
void copy(cudaStream_t stream, const std::byte* from, std::byte* to, std::size_t bytes);

/// Computes the exclusive sums. `elements` is below 2^31. Throws CudaError.
void naive_scan(cudaStream_t stream, Element element, const void* input, void* output,
                std::uint64_t elements);

}  // namespace winnow::cuda
