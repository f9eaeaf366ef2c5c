// CUB's scan, as a peer to be measured against. Its headers are seen by one translation unit alone.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace winnow::cuda {

/// Bytes of scratch that the scan of `elements` words needs. Throws CudaError.
std::size_t cub_scratch_bytes(std::uint64_t elements);

/// cub::DeviceScan::ExclusiveSum. `elements` is below 2^31.
void cub_exclusive_sum(cudaStream_t stream, void* scratch, std::size_t scratch_bytes,
                       const std::uint32_t* input, std::uint32_t* output, std::uint64_t elements);

}  // namespace winnow::cuda
