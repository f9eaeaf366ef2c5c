// Winnow's compaction in CUDA, on the caller's device memory and stream: it packs the surviving records of an
// array that is stored as columns of 16-byte elements. Needs no CUDA header.
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
// Device: the device that is current when the compactor is made (cudaSetDevice) must be current whenever it
// is used, also for its destructor. The library contains its own CUDA runtime, which shares device memory,
// streams and events with the caller's; without a driver it still loads, and reports that CUDA is absent. If
// few and scattered records survive, cudaDeviceSetLimit(cudaLimitMaxL2FetchGranularity, 32) helps; the caller
// decides about it.
//
// Order: as for any kernel of the stream. The runs of a compactor share its scratch and must not overlap, so
// the caller must order runs on different streams.
//
// Errors: ScanError. bad_input and absent are thrown before anything is submitted. A kernel's failure is
// reported by a later call, as everywhere in CUDA. A run writes only the survivors in the destinations, and
// their count.
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

/// Returns in one sentence why CUDA does not offer the compaction here; empty if it does.
WINNOW_API std::string cuda_compact_absence(Compaction compaction = Compaction::automatic,
                                            ScanChoice scan = {});

/// One attribute of the records: device memory for `capacity` elements each, aligned to 16 bytes.
struct CudaColumn {
    const void* source = nullptr;  // read as a ring
    void* destination = nullptr;   // packed to its front; overlaps nothing else of the request
};

/// One run. All pointers except `columns` are device memory.
struct CudaCompactRequest {
    const CudaColumn* columns = nullptr;
    unsigned column_count = 0;             // 1 to 5
    std::uint64_t capacity = 0;            // of every column: the ring's modulus, 1 to 2^31
    std::uint64_t bound = 0;               // the most records that are read, at most capacity; may be 0
    const std::uint32_t* votes = nullptr;  // `bound` votes: vote i is of element (first + i) mod capacity
    const std::uint32_t* first = nullptr;  // place of the ring's first index; null: it is 0
    const std::uint32_t* count = nullptr;  // place of the true count, clamped to bound; null: count = bound
    std::uint32_t* survivors = nullptr;    // receives the number of survivors; not the votes, first or count
};

/// One compaction algorithm. Movable; a moved-from object may only be destroyed or assigned to.
class WINNOW_API CudaCompactor {
  public:
    /// Throws ScanError: absent, with the reason of cuda_compact_absence; failed, if CUDA does not start.
    explicit CudaCompactor(Compaction compaction = Compaction::automatic, ScanChoice scan = {});
    CudaCompactor(CudaCompactor&&) noexcept;
    CudaCompactor& operator=(CudaCompactor&&) noexcept;
    ~CudaCompactor();

    Compaction compaction() const;  // never automatic
    VoteFormat vote_format() const;

    /// Allocates the scratch for `bound` votes now, so that no run up to that bound has to. Throws ScanError:
    /// bad_input, if it does not fit.
    void reserve(std::uint64_t bound);

    /// Throws ScanError: bad_input, if the request breaks a rule above; failed, if CUDA fails.
    void run(CudaStream stream, const CudaCompactRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
