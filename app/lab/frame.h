// A lesson that was executed, as plain data: rows of values from top to bottom, the links between them, and
// frames, which are the steps that a learner goes through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/operators.h"

namespace winnow::lab {

/// The learner's choice.
struct Parameters {
    Words values;
    Operator op = Operator::add;
    std::uint32_t threads = 4;     // of a block, for lessons whose work threads share
    std::uint32_t processors = 0;  // for the time that the lesson needs; 0: as many as it can use
    std::uint32_t resident = 4;    // blocks that the GPU has room for at once
    std::uint32_t latency = 1;     // ticks until other blocks see a word that a block has written
    std::uint32_t leaves = 2048;   // of a tree in shared memory, a power of two
    std::uint32_t leaf_bytes = 4;  // 4 or 8
    bool operator==(const Parameters&) const = default;
};

/// How a cell got its value.
enum class Mark {
    input,
    kept,      // nobody wrote it in this step
    computed,  // the operator combined two values
    moved,     // copied from another place
    identity,  // set to the operator's identity
    padding,   // added behind the input
    expected,  // the sequential fold, for comparison
};

/// The inputs x[first] to x[end - 1]. The identity holds none, so its range is empty.
struct InputRange {
    std::uint32_t first = 0, end = 0;
    bool is_empty() const { return first == end; }
    bool operator==(const InputRange&) const = default;
};

struct Cell {
    std::optional<Word> value;
    std::string label{};  // shown instead of the value, if there is one
    Mark mark = Mark::kept;
    bool begins_segment = false;
    bool wrong = false;  // differs from what the right order of reads, or the sequential fold, gives
    std::optional<InputRange>
        range{};  // the inputs that it combines, if they are neighbours in the right order
    std::optional<std::uint32_t>
        owner{};  // the thing that it tells of, where cells in several rows tell of one

    /// Returns true if the row has nothing here.
    bool is_empty() const { return !value && label.empty(); }
};

/// One array at one time, a cell for each lane.
struct Row {
    std::string name;
    std::vector<Cell> cells;
    /// A kernel leaves this array in memory after a step: element k is the row's k-th cell with a value. The
    /// row of a comparison is only drawn, and so is what some threads do before a step ends.
    bool in_memory = true;
};

struct Place {
    std::uint32_t row = 0, lane = 0;
    bool operator==(const Place&) const = default;
};

enum class LinkKind {
    operand,  // the operator combines the value at `from` into `to`
    move,
    stale,  // an operand that another thread had already changed
    named,  // an operand that the row's name tells, because arrows to it would cross other rows
};

/// The value at `to` was made from the value at `from`, which lies in a row above, or to the left in the same
/// row.
struct Link {
    Place from, to;
    LinkKind kind = LinkKind::operand;
};

/// Sums since the lesson began, counted while it was executed.
struct Counts {
    std::uint64_t operations = 0;  // applications of the operator
    std::uint64_t steps = 0;       // parallel steps that apply the operator
    std::uint64_t barriers = 0;
    std::uint64_t turns = 0;  // that accesses of shared memory take
    bool operator==(const Counts&) const = default;
};

struct Frame {
    std::string title;
    std::string sentence;  // the step's invariant
    std::uint32_t first_row = 0, rows_end = 0;
    std::vector<Link> links;  // they end in the frame's rows
    Counts counts;
};

struct Execution {
    Parameters parameters;
    std::uint32_t width = 0;             // lanes: the values and the padding
    std::string_view lanes = "element";  // what one lane is
    std::vector<Row> rows;
    std::vector<Frame> frames;
    std::uint32_t result_row = 0;                // the lesson's last row; only the comparison may follow
    std::vector<std::uint64_t> step_operations;  // those of each parallel step
    std::string remark{};                        // a sentence on this run alone; may be empty
};

/// Returns the time units that the run takes on `processors`, of which each applies the operator once in a
/// unit: those of a step start together, and a step waits for the one before it.
std::uint64_t time_units(const Execution& run, std::uint32_t processors);

}  // namespace winnow::lab
