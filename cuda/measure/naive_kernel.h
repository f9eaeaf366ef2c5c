// The scan that nobody should use: every thread adds up all elements before its own, N^2/2 additions.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "scan/catalogue.h"

namespace winnow::cuda {

/// An exclusive sum. `elements` is below 2^31. Throws CudaError.
void naive_scan(cudaStream_t stream, Element element, const void* input, void* output,
                std::uint64_t elements);

}  // namespace winnow::cuda
