// CUB's scan, as a peer to be measured against. Its headers are seen by one translation unit alone.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "scan/catalogue.h"

namespace winnow::cuda {

/// cub::DeviceScan, exclusive: ExclusiveSum for add, ExclusiveScan for min and max. `elements` is below 2^31.
/// With `scratch` null it only sets `scratch_bytes` to what the scan needs. Throws CudaError.
void cub_exclusive_scan(cudaStream_t stream, ScanType type, void* scratch, std::size_t& scratch_bytes,
                        const void* input, void* output, std::uint64_t elements);

}  // namespace winnow::cuda
