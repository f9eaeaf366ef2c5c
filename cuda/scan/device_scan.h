// The scan over CUDA memory: no OpenGL in it, so that any CUDA program may use it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "scan/catalogue.h"

namespace winnow::cuda {

using Kind = ScanKind;

/// Where the elements of one run lie. All pointers are device memory, aligned to an element (16 bytes are
/// faster).
struct Elements {
    const void* input = nullptr;
    void* output = nullptr;                // may be the input; other overlap is not allowed
    std::uint64_t bound = 0;               // below 2^32; no more elements are read or written
    const std::uint32_t* count = nullptr;  // the true count, clamped to bound; null: it is bound
    void* total =
        nullptr;  // receives the result over all, an element; null: not wanted. Not the count's word.
};

/// One block scan and grid strategy for one type, on the device that was current when it was made. Every
/// function throws CudaError if a call fails.
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

/// The fastest pair, where `choice` leaves it open.
ScanChoice resolve_device_scan(ScanChoice choice);

/// Why there is no such scan, in a sentence; empty: there is.
std::string device_scan_absence(ScanChoice choice, ScanType type);

/// Throws std::invalid_argument if there is no such scan.
std::unique_ptr<DeviceScan> make_device_scan(ScanChoice choice, ScanType type = {});

// The scans of one grid strategy (instances/). Each returns null where there is no such scan.
std::unique_ptr<DeviceScan> make_scan_then_propagate(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_reduce_then_scan(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_chained(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_decoupled_lookback(BlockScan block, ScanType type);

}  // namespace winnow::cuda
