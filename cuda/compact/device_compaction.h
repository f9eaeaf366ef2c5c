// Compaction over CUDA memory. It uses no OpenGL, so any CUDA program can use it.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "scan/catalogue.h"
#include "shaders/shared.h"

namespace winnow::cuda {

/// The largest capacity: ring indices are added in 32 bits.
constexpr std::uint64_t MAX_RECORDS = std::uint64_t{1} << 31;

/// The most columns of a compaction: the planes of a column count as columns here.
constexpr std::uint32_t MAX_DEVICE_COLUMNS = shared::MAX_COLUMNS + shared::MAX_PLANES - 1;

/// Device memory of one compaction. Columns hold 16-byte elements, aligned to 16 bytes; no destination
/// overlaps anything else.
struct DeviceRequest {
    struct Column {
        const shared::uvec4* source = nullptr;  // a ring of `capacity` elements
        shared::uvec4* destination = nullptr;   // packed to its front
    };
    std::array<Column, MAX_DEVICE_COLUMNS> columns{};
    std::uint32_t column_count = 0;        // 1 to MAX_DEVICE_COLUMNS
    std::uint32_t capacity = 0;            // 1 to MAX_RECORDS
    std::uint32_t bound = 0;               // upper bound of the count, at most capacity
    const std::uint32_t* votes = nullptr;  // `bound` votes by logical index, in vote_format()
    const std::uint32_t* first = nullptr;  // the ring's first index; null: it is 0
    const std::uint32_t* count = nullptr;  // the true count, clamped to bound; null: count = bound
    std::uint32_t* survivors = nullptr;    // receives the number of survivors; neither first nor count
    std::uint32_t* offsets = nullptr;      // scratch of offset_words(bound) words
};

/// One compaction algorithm, on the device that was current when it was made. Every function throws CudaError
/// if a call fails. A run is scan() and then move(), on one stream and with one request. Runs must not
/// overlap, because they share the scratch.
class DeviceCompaction {
  public:
    virtual ~DeviceCompaction() = default;

    virtual VoteFormat vote_format() const = 0;
    /// Returns the number of words for the request's offsets, which scan() leaves for move() and for
    /// inspection. 0: the compaction has no such stage, and scan() only prepares the run.
    virtual std::uint64_t offset_words(std::uint32_t) const { return 0; }

    /// Allocates the scratch for `bound` votes now, so that no run has to.
    virtual void reserve(std::uint32_t bound) = 0;
    /// Submits the work before the move.
    virtual void scan(cudaStream_t stream, const DeviceRequest& request) = 0;
    /// Submits the move of each survivor i from (first + i) mod capacity to its place in the destination.
    virtual void move(cudaStream_t stream, const DeviceRequest& request) = 0;

    /// Overwrites scratch that need not survive between runs, for tests that nothing depends on it.
    virtual void poison_scratch(cudaStream_t, std::uint32_t) {}
};

/// Resolves `automatic` to the fastest compaction that keeps order and uses this scan.
Compaction resolve_device_compaction(Compaction compaction, ScanChoice choice);

/// Returns in one sentence why there is no such compaction with this scan; empty if there is.
std::string device_compaction_absence(Compaction compaction, ScanChoice choice);

/// Throws std::invalid_argument if there is no such compaction.
std::unique_ptr<DeviceCompaction> make_device_compaction(Compaction compaction, ScanChoice choice);

}  // namespace winnow::cuda
