// Numbers of threads and blocks for kernels without tuning of their own. If blocks loop over the work, there
// are as many as the device can hold at once.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>

#include "cuda/base/cuda_error.h"

namespace winnow::cuda {

constexpr std::uint32_t BLOCK_THREADS = 256;

/// Returns how many blocks of the kernel are resident at once on the current device.
template <typename Kernel>
std::uint32_t resident_blocks(Kernel kernel, std::uint32_t threads) {
    int device = 0, processors = 0, blocks = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, static_cast<int>(threads), 0),
          "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return static_cast<std::uint32_t>(processors) * static_cast<std::uint32_t>(std::max(blocks, 1));
}

/// Returns the number of blocks: one per piece of work, at least 1 and at most `resident`.
inline std::uint32_t grid_for(std::uint64_t pieces, std::uint32_t resident) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(pieces, 1, resident));
}

}  // namespace winnow::cuda
