// Winnow's scan (prefix sum) in CUDA, on the caller's device memory and stream. Needs no CUDA header.
//
//     winnow::CudaScan scan;                     // for the device that is current on this thread
//     winnow::CudaScanRequest request;
//     request.input = request.output = pointer;  // in place
//     request.bound = elements;
//     scan.run(stream, request);                 // submits; waits for nothing
//
// Device: the one that is current when the scan is made (cudaSetDevice) is current too whenever it is used,
// destructor included. The library brings its own CUDA runtime, which shares device memory, streams and
// events with the caller's; it starts without a driver too, and then says so.
//
// Order: as for any kernel of the stream. One run of a scan at a time: its scratch is shared by its runs, so
// runs on different streams must be ordered by the caller.
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

/// Why CUDA cannot run such a scan here, in a sentence; empty: it can.
WINNOW_API std::string cuda_absence(ScanChoice choice = {}, ScanType type = {});

/// One run. All pointers are device memory, aligned to an element; 16 bytes are faster.
struct CudaScanRequest {
    ScanKind kind = ScanKind::exclusive;
    const void* input = nullptr;
    void* output = nullptr;                // may be the input itself; other overlap is an error
    std::uint64_t bound = 0;               // elements, below 2^32: no more are read or written; 0 is allowed
    const std::uint32_t* count = nullptr;  // where the true count lies, clamped to bound; null: it is bound
    void* total = nullptr;                 // receives the result over all, one element; null: not wanted
    // Neither count nor total may lie within the output, nor may the total overwrite the count.
};

/// One algorithm for one type. Movable; one that was moved from may only be destroyed or assigned to.
class WINNOW_API CudaScan {
  public:
    /// ScanError: absent, with the reason of cuda_absence; failed, if CUDA does not start.
    explicit CudaScan(ScanChoice choice = {}, ScanType type = {});
    CudaScan(CudaScan&&) noexcept;
    CudaScan& operator=(CudaScan&&) noexcept;
    ~CudaScan();

    ScanChoice choice() const;  // nothing in it is automatic
    ScanType type() const;

    /// Allocates the scratch for `bound` elements now, so that no run up to there does. ScanError: bad_input,
    /// if it does not fit.
    void reserve(std::uint64_t bound);

    /// ScanError: bad_input, if the request breaks a rule above; failed, if CUDA fails.
    void run(CudaStream stream, const CudaScanRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
