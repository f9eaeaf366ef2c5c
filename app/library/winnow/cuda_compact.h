// Winnow's compaction in CUDA, on the caller's device memory and stream: of an array of records, kept as
// columns of 16-byte elements, those that survive are packed. Needs no CUDA header.
//
//     winnow::CudaCompactor compactor;           // for the device that is current on this thread
//     const winnow::CudaColumn columns[] = {{positions, packed_positions}, {velocities, packed_velocities}};
//     winnow::CudaCompactRequest request;
//     request.columns = columns;
//     request.column_count = 2;
//     request.capacity = request.bound = records;
//     request.votes = votes;                     // in compactor.vote_format()
//     request.survivors = survivors;             // on the device too
//     compactor.run(stream, request);            // submits; waits for nothing
//
// Device: the one that is current when the compactor is made (cudaSetDevice) is current too whenever it is
// used, destructor included. The library brings its own CUDA runtime, which shares device memory, streams and
// events with the caller's; it starts without a driver too, and then says so. Where few records survive, and
// those scattered, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32) helps: that is the caller's to
// decide.
//
// Order: as for any kernel of the stream. One run of a compactor at a time: its scratch is shared by its
// runs, so runs on different streams must be ordered by the caller.
//
// Errors: ScanError. bad_input and absent are thrown before anything is submitted. A kernel's failure is
// reported by a later call, as everywhere in CUDA. Nothing is written but the destinations, as far as there
// are survivors, and their count.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/compact_types.h"
#include "winnow/scan_types.h"

struct CUstream_st;

namespace winnow {

/// The same type as cudaStream_t and CUstream; null is the default stream.
using CudaStream = CUstream_st*;

/// Why CUDA cannot compact so here, in a sentence; empty: it can.
WINNOW_API std::string cuda_compact_absence(Compaction compaction = Compaction::automatic,
                                            ScanChoice scan = {});

/// One attribute of the records: device memory of `capacity` elements each, aligned to their 16 bytes.
struct CudaColumn {
    const void* source = nullptr;  // read as a ring
    void* destination = nullptr;   // packed from its front; overlaps nothing else of the request
};

/// One run. All pointers but `columns` are device memory.
struct CudaCompactRequest {
    const CudaColumn* columns = nullptr;
    unsigned column_count = 0;             // 1 to 5
    std::uint64_t capacity = 0;            // of every column: the ring's modulus, 1 to 2^31
    std::uint64_t bound = 0;               // at most capacity: no more records are read; 0 is allowed
    const std::uint32_t* votes = nullptr;  // `bound` of them: vote i is of element (first + i) mod capacity
    const std::uint32_t* first = nullptr;  // where the ring's first index lies; null: it is 0
    const std::uint32_t* count = nullptr;  // where the true count lies, clamped to bound; null: it is bound
    std::uint32_t* survivors = nullptr;    // receives how many survived; neither votes, first nor count
};

/// One algorithm. Movable; one that was moved from may only be destroyed or assigned to.
class WINNOW_API CudaCompactor {
  public:
    /// ScanError: absent, with the reason of cuda_compact_absence; failed, if CUDA does not start.
    explicit CudaCompactor(Compaction compaction = Compaction::automatic, ScanChoice scan = {});
    CudaCompactor(CudaCompactor&&) noexcept;
    CudaCompactor& operator=(CudaCompactor&&) noexcept;
    ~CudaCompactor();

    Compaction compaction() const;  // not automatic
    VoteFormat vote_format() const;

    /// Allocates the scratch for `bound` votes now, so that no run up to there does. ScanError: bad_input, if
    /// it does not fit.
    void reserve(std::uint64_t bound);

    /// ScanError: bad_input, if the request breaks a rule above; failed, if CUDA fails.
    void run(CudaStream stream, const CudaCompactRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
