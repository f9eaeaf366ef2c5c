// The interface of compaction: votes and columns in, packed columns and a count out. It knows nothing of
// particles.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "winnow/compact_types.h"

namespace winnow {
class TimeLine;
}

namespace winnow::compact {

/// One column of 16-byte elements. Only bits are moved. Of a column with several planes a record has an
/// element in each: plane p begins at element p * capacity of both buffers.
struct Column {
    const gl::Buffer* source = nullptr;       // read as a ring; never written
    const gl::Buffer* destination = nullptr;  // the survivors are packed to the front of each plane
    std::uint32_t planes = 1;                 // 1 to MAX_PLANES in the last column, 1 in the others
};

/// The columns of a request, and how many planes the last one has.
struct RecordShape {
    std::size_t columns = 1;
    std::uint32_t planes = 1;

    /// Returns the elements of a record.
    std::size_t elements() const { return columns + planes - 1; }
    auto operator<=>(const RecordShape&) const = default;
};
inline RecordShape shape_of(std::span<const Column> columns) {
    return {columns.size(), columns.empty() ? 1 : columns.back().planes};
}

using winnow::vote_words;
using winnow::VoteFormat;

/// The code and the registers that the making of a record takes; decides how many records a thread holds.
enum class ProducerCost {
    cheap,
    costly,
    branchy,             // much code, of which each record takes one part
    branchy_and_costly,  // much code, of which each record takes one part, some of it costly
};
inline constexpr std::size_t producer_costs = 4;

/// A GLSL source that makes the records and their votes instead of plain loads: the step of a simulation,
/// folded into the pass that moves. shaders/compact/record.glsl lists what it must define.
struct Fold {
    std::string file;            // the path for a shader's #include
    gl::Defines defines;         // the defines that the file needs
    std::function<void()> bind;  // binds what the file reads beside the request's buffers
    ProducerCost producer_cost = ProducerCost::cheap;
    std::uint32_t held = 0;  // elements of a record that it makes; 0: all of them
};

/// A scan that accompanies a run, of `count` numbers, one per record, surviving or not: each number becomes
/// the sum of those before it (exclusive, modulo 2^32), in place.
struct SecondScan {
    gl::Words numbers;  // `bound` by logical index in a buffer of their own; undefined after a failure
    gl::Word total;     // GPU location that receives their sum
};

struct Request {
    gl::Words votes;  // `bound` votes in the compactor's vote_format(); unused with a fold
    std::span<const Column>
        columns;                 // 1 to MAX_COLUMNS; the buffers must live until progress() is not pending
    std::uint32_t capacity = 0;  // elements of every column: the source ring's modulus
    std::uint32_t bound = 0;     // the host's upper bound of count, at most capacity
    gl::Word first;              // GPU location of the ring's first index
    gl::Word count;              // GPU location of the count, in the same buffer; clamped to bound
    gl::Word survivors;          // GPU location that receives the number of survivors
    const Fold* fold = nullptr;  // null: records are loaded. Needs folds(); must live as long as the buffers
    std::optional<SecondScan> second_scan = {};  // allowed only if takes_second_scan()
    TimeLine* time_line = nullptr;  // where passes of an API other than OpenGL are shown; null: nowhere
};

/// Throws Error(bad_input) unless the request keeps the rules above and lies inside its buffers.
void validate(const Request& request, VoteFormat format);
/// Checks like validate(), but the ring's first index and its count may lie in two buffers.
void validate_scattered(const Request& request, VoteFormat format);

enum class Progress { pending, done, failed };

/// Intermediate results of the last run, for inspection (reading them waits for the GPU). A compactor without
/// such a stage leaves the buffers empty.
struct Stages {
    gl::Words offsets;  // exclusive scan of the votes (words: bound words) or of the words' popcounts (bits)
};

/// Packs the survivors of the columns. It never swaps buffers.
class Compactor {
  public:
    virtual ~Compactor() = default;

    virtual VoteFormat vote_format() const { return VoteFormat::words; }
    /// Returns true if a request may have a fold.
    virtual bool folds() const { return false; }
    /// Returns true if a request may have a second scan.
    virtual bool takes_second_scan() const { return false; }
    /// Returns true if a run may fail after it was submitted, as work of an API other than OpenGL may.
    virtual bool may_fail() const { return false; }

    /// Allocates the scratch for `bound` votes and a second scan of as many numbers now, so that no run has
    /// to. Throws Error(bad_input) if it does not fit.
    virtual void reserve(std::uint32_t bound) = 0;
    /// Builds the program for such records and this fold (or null) now, so that no run has to.
    virtual void build(const RecordShape& /*shape*/, const Fold* /*fold*/) {}

    /// Submits the work. The results are visible to the GL commands that follow the first progress() that
    /// returns `done`. Until then nothing may write the buffers of the request; for work in GL this is at
    /// once.
    virtual void run(const Request& request) = 0;

    /// Returns the state of the last run. Never waits, and never makes GL wait for work that may fail.
    /// `failed` is final.
    virtual Progress progress() { return Progress::done; }
    /// Returns what failed, in one sentence; empty otherwise.
    virtual std::string failure() const { return {}; }

    virtual Stages stages() const { return {}; }

    /// Milliseconds of the parts of the last finished run, as far as they are measured separately.
    struct Times {
        std::optional<double> scan, move;
        std::optional<double> compact;  // of a compactor that scans and moves in one pass
        std::optional<double> second_scan;
        std::optional<double> hand_over;
    };
    virtual Times times() { return {}; }

    virtual void poison_scratch(std::uint32_t word) = 0;
};

/// Polls until the last run has succeeded or failed. Throws Error(absent) if the device does not answer for
/// gl::longest_silence or OpenGL's context is lost.
Progress wait(Compactor& compactor);

// The passes of compactors, declared here for the compactors that time them and for the list of a step's
// passes.

inline gl::PassId declare_scan_pass(gl::Passes& passes) {
    return passes.declare("scan", "exclusive prefix sum of the votes", gl::Work::compute,
                          gl::Part::simulation);
}

inline gl::PassId declare_move_pass(gl::Passes& passes) {
    return passes.declare("move", "survivors' columns to their offsets", gl::Work::compute,
                          gl::Part::simulation);
}

/// Declares the pass of compactors that scan and move in one pass.
inline gl::PassId declare_compact_pass(gl::Passes& passes) {
    return passes.declare("compact", "survivors counted and moved in one pass", gl::Work::compute,
                          gl::Part::simulation);
}

}  // namespace winnow::compact
