// Votes and columns in, packed columns and a count out. Knows nothing of particles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "gl/buffer.h"
#include "gl/program.h"
#include "winnow/compact_types.h"

namespace winnow::compact {

/// One attribute array of 16-byte elements. Only bits are moved.
struct Column {
    const gl::Buffer* source = nullptr;       // read as a ring; never written
    const gl::Buffer* destination = nullptr;  // the survivors are packed to its front
};

using winnow::vote_words;
using winnow::VoteFormat;

/// A GLSL source that makes the records, and their votes, in the place of plain loads: the step of a
/// simulation, folded into the pass that moves. shaders/compact/record.glsl states what it must define.
struct Fold {
    std::string file;            // as a shader's #include names it
    gl::Defines defines;         // what the file needs
    std::function<void()> bind;  // binds what the file reads besides the request's buffers
    bool is_long = false;        // making a record needs many registers: a thread holds fewer records then
};

/// A scan that goes with a run, of one number for each record, whether it survives or not: each becomes the
/// sum of those before it (exclusive, modulo 2^32), in place.
struct SecondScan {
    gl::Words numbers;  // `bound` of them by logical index, in a buffer of their own; the request's count are
                        // scanned. After a failure they may be anything.
    gl::Word total;     // GPU location that receives their sum
};

struct Request {
    gl::Words votes;  // in the compactor's vote_format(), `bound` of them; unused with a fold
    std::span<const Column>
        columns;                 // 1 to MAX_COLUMNS; the buffers must live until progress() is not pending
    std::uint32_t capacity = 0;  // elements of every column: the source ring's modulus
    std::uint32_t bound = 0;     // host upper bound of count, at most capacity
    gl::Word first;              // GPU location of the ring's first index
    gl::Word count;              // GPU location of how many there are, in the same buffer; clamped to bound
    gl::Word survivors;          // GPU location that receives how many survived
    const Fold* fold =
        nullptr;  // null: records are loaded. Else: only where folds(); lives as the buffers do
    std::optional<SecondScan> second_scan = {};  // only where takes_second_scan()
};

/// Throws Error(bad_input) unless the request keeps to the above and lies inside its buffers.
void validate(const Request& request, VoteFormat format);
/// validate(), but that the ring's first index and its count may lie in two buffers.
void validate_scattered(const Request& request, VoteFormat format);

enum class Progress { pending, done, failed };

/// What the stages of the last run left behind, for inspection (waits for the GPU). Empty buffers where a
/// compactor has no such stage.
struct Stages {
    gl::Words offsets;  // words: exclusive scan of the votes, bound words; bits: of the words' popcounts
};

/// It never swaps buffers itself.
class Compactor {
  public:
    virtual ~Compactor() = default;

    virtual VoteFormat vote_format() const { return VoteFormat::words; }
    /// Whether it takes a request with a fold.
    virtual bool folds() const { return false; }
    /// Whether it takes a request with a second scan.
    virtual bool takes_second_scan() const { return false; }
    /// Whether a run may fail once it is submitted, as work of another API than OpenGL may.
    virtual bool may_fail() const { return false; }

    /// Allocates scratch for `bound` votes, and a second scan of as many, now, so that no run does.
    /// Error(bad_input) if it will not fit.
    virtual void reserve(std::uint32_t bound) = 0;
    /// Builds the program for requests of so many columns with this fold, or null, now, so that no run does.
    virtual void build(std::size_t /*columns*/, const Fold* /*fold*/) {}

    /// Submits the work. The results are visible to the GL commands that follow the first progress() that is
    /// `done`; until then, which is at once for work in GL, nothing may write the buffers of the request.
    virtual void run(const Request& request) = 0;

    /// Whether the last run is known to have succeeded. Never waits, and never makes GL wait for work that
    /// may fail. `failed` is for ever.
    virtual Progress progress() { return Progress::done; }
    /// What failed, in one sentence; empty otherwise.
    virtual std::string failure() const { return {}; }

    virtual Stages stages() const { return {}; }

    /// Milliseconds of the last finished run's parts, where it can tell them apart.
    struct Times {
        std::optional<double> scan, move;
        std::optional<double> compact;  // of one that scans and moves in one pass
        std::optional<double> second_scan;
        std::optional<double> hand_over;
    };
    virtual Times times() { return {}; }

    virtual void poison_scratch(std::uint32_t word) = 0;
};

/// Polls until the last run has succeeded or failed. Throws Error(absent) where the device stays silent for
/// gl::longest_silence or OpenGL's context is lost.
Progress wait(Compactor& compactor);

}  // namespace winnow::compact
