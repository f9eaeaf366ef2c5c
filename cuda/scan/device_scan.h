// The scan over CUDA memory. It uses no OpenGL, so any CUDA program can use it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "scan/catalogue.h"

namespace winnow::cuda {

using Kind = ScanKind;

/// The places of the elements of one run. All pointers are device memory, aligned to an element; alignment to
/// 16 bytes is faster.
struct Elements {
    const void* input = nullptr;
    void* output = nullptr;                // may be the input; any other overlap is an error
    std::uint64_t bound = 0;               // below 2^32; the most elements that are read or written
    const std::uint32_t* count = nullptr;  // the true count, clamped to bound; null: count = bound
    void* total = nullptr;  // receives the result over all; null: not wanted. Not the count's word.
};

/// One block scan and grid strategy for one type, on the device that was current when it was made. Every
/// function throws CudaError if a call fails.
class DeviceScan {
  public:
    virtual ~DeviceScan() = default;

    /// Allocates the scratch for `bound` elements now, so that no run has to.
    virtual void reserve(std::uint64_t bound) = 0;

    /// Submits the work to the stream. Runs must not overlap, because they share the scratch.
    virtual void run(cudaStream_t stream, const Elements& elements, Kind kind) = 0;

    /// Overwrites scratch that need not survive between runs, for tests that nothing depends on it.
    virtual void poison_scratch(cudaStream_t stream, std::uint32_t word) = 0;

    /// Returns the elements that one block handles; tests choose their sizes around it.
    virtual std::uint64_t tile() const = 0;
};

/// Replaces automatic parts of the choice by the fastest pair.
ScanChoice resolve_device_scan(ScanChoice choice);

/// Returns in one sentence why there is no such scan; empty if there is.
std::string device_scan_absence(ScanChoice choice, ScanType type);

/// Throws std::invalid_argument if there is no such scan.
std::unique_ptr<DeviceScan> make_device_scan(ScanChoice choice, ScanType type = {});

// The scans of one grid strategy (instances/). Each function returns null if there is no such scan.
std::unique_ptr<DeviceScan> make_scan_then_propagate(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_reduce_then_scan(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_chained(BlockScan block, ScanType type);
std::unique_ptr<DeviceScan> make_decoupled_lookback(BlockScan block, ScanType type);

}  // namespace winnow::cuda
