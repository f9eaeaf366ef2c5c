// Compaction over CUDA memory: no OpenGL in it, so that any CUDA program may use it.
#pragma once

#include <cuda_runtime_api.h>

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "scan/catalogue.h"
#include "shaders/shared.h"

namespace winnow::cuda {

/// Ring indices are added in 32 bits.
constexpr std::uint64_t MOST_RECORDS = std::uint64_t{1} << 31;

/// Device memory of one compaction. Columns are 16-byte elements on 16 bytes; no destination overlaps
/// anything.
struct DeviceRequest {
    struct Column {
        const shared::uvec4* source = nullptr;  // a ring of `capacity` elements
        shared::uvec4* destination = nullptr;   // packed from its front
    };
    std::array<Column, shared::MAX_COLUMNS> columns{};
    std::uint32_t column_count = 0;        // 1 to MAX_COLUMNS
    std::uint32_t capacity = 0;            // 1 to MOST_RECORDS
    std::uint32_t bound = 0;               // of the count, at most capacity
    const std::uint32_t* votes = nullptr;  // `bound` of them by logical index, in vote_format()
    const std::uint32_t* first = nullptr;  // the ring's first index; null: 0
    const std::uint32_t* count = nullptr;  // clamped to bound; null: bound
    std::uint32_t* survivors = nullptr;    // receives how many survived; neither first nor count
    std::uint32_t* offsets = nullptr;      // scratch of offset_words(bound)
};

/// One way to compact, on the device that was current when it was made. Every function throws CudaError if a
/// call fails. A run is scan() and then move(), on one stream and with one request; one run at a time, since
/// the scratch is shared.
class DeviceCompaction {
  public:
    virtual ~DeviceCompaction() = default;

    virtual VoteFormat vote_format() const = 0;
    /// Words that the request's offsets take: what the scan leaves for the move, and for inspection. 0: it
    /// has no such stage, and scan() is at most preparation.
    virtual std::uint64_t offset_words(std::uint32_t) const { return 0; }

    /// Allocates the scratch for `bound` votes now, so that no run does.
    virtual void reserve(std::uint32_t bound) = 0;
    /// Submits what comes before the records are moved.
    virtual void scan(cudaStream_t stream, const DeviceRequest& request) = 0;
    /// Submits the move of each survivor i from (first + i) mod capacity to its place in the destination.
    virtual void move(cudaStream_t stream, const DeviceRequest& request) = 0;

    /// Overwrites transient scratch; for tests that prove nothing depends on it.
    virtual void poison_scratch(cudaStream_t, std::uint32_t) {}
};

/// The compaction that automatic stands for beside this scan: the fastest that keeps order and uses it.
Compaction resolve_device_compaction(Compaction compaction, ScanChoice choice);

/// Why there is no such compaction with this scan, in a sentence; empty: there is.
std::string device_compaction_absence(Compaction compaction, ScanChoice choice);

/// Throws std::invalid_argument if there is none.
std::unique_ptr<DeviceCompaction> make_device_compaction(Compaction compaction, ScanChoice choice);

}  // namespace winnow::cuda
