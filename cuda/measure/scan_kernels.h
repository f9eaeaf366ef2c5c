// The yardstick of every benchmark: a copy, 16 bytes at a time.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace winnow::cuda {

/// `bytes` is a multiple of 4; both pointers lie on 16 bytes. Throws CudaError.
void copy(cudaStream_t stream, const std::byte* from, std::byte* to, std::size_t bytes);

}  // namespace winnow::cuda
