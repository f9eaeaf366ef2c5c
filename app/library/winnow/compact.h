// Winnow's compaction in OpenGL compute shaders, in the caller's context and on the caller's buffers: of an
// array of records, kept as columns of 16-byte elements, those that survive are packed.
//
//     winnow::GlContext gl(loader);              // once for each OpenGL context
//     winnow::GlCompact compactor(gl);           // keeps its scratch between runs
//     const winnow::GlColumn columns[] = {{positions, packed_positions}, {velocities, packed_velocities}};
//     winnow::GlCompactRequest request;
//     request.columns = columns;
//     request.column_count = 2;
//     request.capacity = request.bound = records;
//     request.votes = {votes, 0};                // in compactor.vote_format()
//     request.survivors = {places, 0};           // on the GPU too
//     compactor.run(request);                    // submits; waits for nothing
//
// Context, order, state, threads and errors are those of winnow/scan.h, in all that it says. Beyond that:
//
// Context: shaders see 15 storage buffers at once; OpenGL promises 8, all drivers that we know have more.
//
// State: the indexed shader storage bindings from 0 to 15 are put back. Debug groups name the work in
// captures, one at a time; the stack of them has room for one more.
//
// Errors: ScanError. bad_input and absent are thrown before any buffer is touched. No run writes anything but
// the destinations, as far as there are survivors, and their count.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/compact_types.h"
#include "winnow/scan.h"

namespace winnow {

struct GlCompactOptions {
    Compaction compaction = Compaction::automatic;
    ScanChoice scan;  // what packs by; what it leaves open is chosen to suit the compaction
};

/// One attribute of the records: names of buffer objects of at least `capacity` elements, from their
/// beginning.
struct GlColumn {
    unsigned source = 0;       // read as a ring
    unsigned destination = 0;  // packed from its front; is nothing else of the request
};

/// One run. The buffers may have any storage flags and any usage. Each may be no larger than
/// GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
struct GlCompactRequest {
    const GlColumn* columns = nullptr;
    unsigned column_count = 0;      // 1 to 5
    std::uint64_t capacity = 0;     // of every column: the ring's modulus, 1 to 2^27 - 1
    std::uint64_t bound = 0;        // at most capacity: no more records are read; 0 is allowed
    GlPlace votes;                  // `bound` of them: vote i is of element (first + i) mod capacity
    std::uint32_t first_index = 0;  // the ring's first index, unless `first` says where it lies
    GlPlace first;      // where the ring's first index lies, a 32-bit word; none: it is first_index
    GlPlace count;      // where the true count lies, a 32-bit word, clamped to bound; none: it is bound
    GlPlace survivors;  // receives how many survived, a 32-bit word; none: not wanted
    // The survivors' word is none of the votes, the sources, first and count. First and count are read
    // fastest if both are places, in one buffer.
};

/// One algorithm. Movable; one that was moved from may only be destroyed or assigned to.
class WINNOW_API GlCompact {
  public:
    /// Why this context cannot compact so, in a sentence; empty: it can.
    static std::string absence(const GlContext& context, const GlCompactOptions& options = {});

    /// Compiles what does not depend on the number of columns; the first run of each number compiles the
    /// rest. ScanError: absent, with the reason of absence(); failed, if the driver rejects a shader.
    explicit GlCompact(const GlContext& context, const GlCompactOptions& options = {});
    GlCompact(GlCompact&&) noexcept;
    GlCompact& operator=(GlCompact&&) noexcept;
    ~GlCompact();

    Compaction compaction() const;  // not automatic
    VoteFormat vote_format() const;

    /// Allocates the scratch for `bound` votes now, so that no run up to there does. ScanError: bad_input, if
    /// it does not fit.
    void reserve(std::uint64_t bound);

    /// ScanError: bad_input, if the request breaks a rule above, lies outside its buffers or needs too much
    /// scratch; failed, if the driver rejects a shader.
    void run(const GlCompactRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
