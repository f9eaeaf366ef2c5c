#include "cuda/bench/cub_peer.h"

#include <cub/device/device_scan.cuh>

#include "cuda/base/check.h"

namespace winnow::cuda {

std::size_t cub_scratch_bytes(std::uint64_t elements) {
    std::size_t bytes = 0;
    const std::uint32_t* input = nullptr;
    std::uint32_t* output = nullptr;
    check(cub::DeviceScan::ExclusiveSum(nullptr, bytes, input, output, static_cast<int>(elements)),
          "cub::DeviceScan::ExclusiveSum");
    return bytes;
}

void cub_exclusive_sum(cudaStream_t stream, void* scratch, std::size_t scratch_bytes,
                       const std::uint32_t* input, std::uint32_t* output, std::uint64_t elements) {
    check(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, input, output, static_cast<int>(elements),
                                        stream),
          "cub::DeviceScan::ExclusiveSum");
}

}  // namespace winnow::cuda
