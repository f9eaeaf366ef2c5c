// Winnow's scan (prefix sum) in CUDA, on the caller's device memory and stream. Needs no CUDA header.
//
//     winnow::CudaScan scan;                     // for the device that is current on this thread
//     winnow::CudaScanRequest request;
//     request.input = request.output = pointer;  // in place
//     request.bound = elements;
//     scan.run(stream, request);                 // submits; waits for nothing
//
// Device: the device that is current when the scan is made (cudaSetDevice) must be current whenever it is
// used, also for its destructor. The library contains its own CUDA runtime, which shares device memory,
// streams and events with the caller's; without a driver it still loads, and reports that CUDA is absent.
//
// Order: as for any kernel of the stream. The runs of a scan share its scratch and must not overlap, so the
// caller must order runs on different streams.
//
// Errors: ScanError. bad_input and absent are thrown before anything is submitted. A kernel's failure is
// reported by a later call, as everywhere in CUDA. No run writes outside output[0, bound) and the total.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/scan_types.h"

struct CUstream_st;

namespace winnow {

/// The same type as cudaStream_t and CUstream; null is the default stream.
using CudaStream = CUstream_st*;

/// Returns in one sentence why CUDA does not offer the scan here; empty if it does.
WINNOW_API std::string cuda_absence(ScanChoice choice = {}, ScanType type = {});

/// One run. All pointers are device memory, aligned to an element; alignment to 16 bytes is faster.
struct CudaScanRequest {
    ScanKind kind = ScanKind::exclusive;
    const void* input = nullptr;
    void* output = nullptr;                // may be the input itself; any other overlap is an error
    std::uint64_t bound = 0;               // the most elements that are read or written, below 2^32; may be 0
    const std::uint32_t* count = nullptr;  // place of the true count, clamped to bound; null: count = bound
    void* total = nullptr;                 // receives the result over all, one element; null: not wanted
    // Neither count nor total may lie within the output, and the total must not overwrite the count.
};

/// One scan algorithm for one type. Movable; a moved-from object may only be destroyed or assigned to.
class WINNOW_API CudaScan {
  public:
    /// Throws ScanError: absent, with the reason of cuda_absence; failed, if CUDA does not start.
    explicit CudaScan(ScanChoice choice = {}, ScanType type = {});
    CudaScan(CudaScan&&) noexcept;
    CudaScan& operator=(CudaScan&&) noexcept;
    ~CudaScan();

    ScanChoice choice() const;  // no part is automatic
    ScanType type() const;

    /// Allocates the scratch for `bound` elements now, so that no run up to that bound has to. Throws
    /// ScanError: bad_input, if it does not fit.
    void reserve(std::uint64_t bound);

    /// Throws ScanError: bad_input, if the request breaks a rule above; failed, if CUDA fails.
    void run(CudaStream stream, const CudaScanRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
