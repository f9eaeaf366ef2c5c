// Winnow's compaction in OpenGL compute shaders, in the caller's context and on the caller's buffers: it
// packs the surviving records of an array that is stored as columns of 16-byte elements.
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
// All that winnow/scan.h says of context, order, state, threads and errors holds here too. In addition:
//
// Context: shaders access 15 storage buffers at once; OpenGL guarantees 8, and all known drivers have more.
//
// State: the indexed shader storage bindings from 0 to 15 are restored. Debug groups name the work in
// captures, one at a time; their stack must have room for one more.
//
// Errors: ScanError. bad_input and absent are thrown before any buffer is touched. A run writes only the
// survivors in the destinations, and their count.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "winnow/compact_types.h"
#include "winnow/scan.h"

namespace winnow {

struct GlCompactOptions {
    Compaction compaction = Compaction::automatic;
    ScanChoice scan;  // the scan to pack by; its automatic parts are chosen to suit the compaction
};

/// One attribute of the records: names of buffer objects that hold at least `capacity` elements from their
/// beginning.
struct GlColumn {
    unsigned source = 0;       // read as a ring
    unsigned destination = 0;  // packed to its front; not used elsewhere in the request
};

/// One run. The buffers may have any storage flags and any usage. None may be larger than
/// GL_MAX_SHADER_STORAGE_BLOCK_SIZE.
struct GlCompactRequest {
    const GlColumn* columns = nullptr;
    unsigned column_count = 0;      // 1 to 5
    std::uint64_t capacity = 0;     // of every column: the ring's modulus, 1 to 2^27 - 1
    std::uint64_t bound = 0;        // the most records that are read, at most capacity; may be 0
    GlPlace votes;                  // `bound` votes: vote i is of element (first + i) mod capacity
    std::uint32_t first_index = 0;  // the ring's first index, unless `first` has a place
    GlPlace first;      // place of the ring's first index, a 32-bit word; none: first_index holds it
    GlPlace count;      // place of the true count, a 32-bit word, clamped to bound; none: count = bound
    GlPlace survivors;  // receives the number of survivors, a 32-bit word; none: not wanted
    // The word of the survivors must not lie in the votes or sources nor be first or count. First and count
    // are read fastest if both are places in one buffer.
};

/// One compaction algorithm. Movable; a moved-from object may only be destroyed or assigned to.
class WINNOW_API GlCompact {
  public:
    /// Returns in one sentence why this context does not offer the compaction; empty if it does.
    static std::string absence(const GlContext& context, const GlCompactOptions& options = {});

    /// Compiles what does not depend on the number of columns; the first run with each number compiles the
    /// rest. Throws ScanError: absent, with the reason of absence(); failed, if the driver rejects a shader.
    explicit GlCompact(const GlContext& context, const GlCompactOptions& options = {});
    GlCompact(GlCompact&&) noexcept;
    GlCompact& operator=(GlCompact&&) noexcept;
    ~GlCompact();

    Compaction compaction() const;  // never automatic
    VoteFormat vote_format() const;

    /// Allocates the scratch for `bound` votes now, so that no run up to that bound has to. Throws ScanError:
    /// bad_input, if it does not fit.
    void reserve(std::uint64_t bound);

    /// Throws ScanError: bad_input, if the request breaks a rule above, lies outside its buffers or needs too
    /// much scratch; failed, if the driver rejects a shader.
    void run(const GlCompactRequest& request);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace winnow
