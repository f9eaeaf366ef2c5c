// The scan over CUDA memory: no OpenGL in it, so that any CUDA program may use it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>

#include "scan/catalogue.h"

namespace winnow::cuda {

/// As scan::Kind, for translation units that see no OpenGL.
enum class Kind { exclusive, inclusive };

/// Where the elements of one run lie. All pointers are device memory and 4-byte aligned (16 is faster).
struct Elements {
    const std::uint32_t* input = nullptr;
    std::uint32_t* output = nullptr;       // may be the input; other overlap is not allowed
    std::uint64_t bound = 0;               // below 2^32; no more elements are read or written
    const std::uint32_t* count = nullptr;  // the true count, clamped to bound; null: it is bound
    std::uint32_t* total = nullptr;        // receives the sum of all; null: not wanted. Not the count's word.
};

/// One block scan and grid strategy over 32-bit words modulo 2^32, on the device that was current when it was
/// made. Every function throws CudaError if a call fails.
class DeviceScan {
  public:
    virtual ~DeviceScan() = default;

    /// Allocates the scratch for `bound` elements now, so that no run does.
    virtual void reserve(std::uint64_t bound) = 0;

    /// Submits the work to the stream. One run at a time: the scratch is shared.
    virtual void run(cudaStream_t stream, const Elements& elements, Kind kind) = 0;

    /// Overwrites transient scratch; for tests that prove nothing depends on it.
    virtual void poison_scratch(cudaStream_t stream, std::uint32_t word) = 0;

    /// Elements that one block handles; tests put their sizes around it.
    virtual std::uint64_t tile() const = 0;
};

std::unique_ptr<DeviceScan> make_device_scan(BlockScan block, GridStrategy grid);

}  // namespace winnow::cuda
