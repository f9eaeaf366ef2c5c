// The lessons: what each is called, where it comes from, what its source claims, and how it is executed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/frame.h"

namespace winnow::lab {

class Executor;

/// The text that a lesson follows.
struct Source {
    std::string_view author, title;
};

/// The parts of the Lab, in the order in which a learner goes through them.
enum class Chapter { scans, reductions, blocks, applications };

struct ChapterFacts {
    Chapter chapter;
    std::string_view id, title, summary;  // the summary is whole sentences
};
std::span<const ChapterFacts> chapters();
const ChapterFacts& facts(Chapter chapter);

/// The thing that a lesson shows.
enum class LessonGround {
    shipped_kernel,   // a kernel that Winnow's scans use
    teaching_kernel,  // a small kernel of the Lab's own
    model,            // a computation on the CPU that follows the algorithm step by step
};
std::string_view name_of(LessonGround ground);

/// The values that the last row of a lesson must hold.
enum class Result {
    inclusive,  // the sequential fold
    exclusive,  // the same, moved right by one, with the identity in front
    total,      // the last value of the fold, in lane 0
    survivors,  // the values that are not 0, in order
    sorted,     // the values, the smallest first
    nothing,    // it shows something else than a scan
};

/// The lanes that a lesson needs for its values.
enum class Width { of_values, power_of_two, multiple_of_threads, banks };

/// A formula that a source gives for a counter. `n` is the number of lanes.
struct Claim {
    std::uint64_t Counts::*counter;
    std::string_view formula;
    std::uint64_t (*value)(std::uint64_t n, std::uint64_t threads);
    std::string_view erratum;  // empty: the formula is right
};

/// The estimate in the notes on Kirk and Hwu of the time on P processors.
struct TimeEstimate {
    std::string_view formula, reason;  // the reason is a clause that follows "because"
    std::uint64_t (*operations)(std::uint64_t n, std::uint64_t threads);  // the formula times P
};

inline constexpr std::uint32_t max_values = 64;     // more lanes are not legible
inline constexpr std::uint32_t max_counted = 1024;  // values of a run that is counted and not drawn
inline constexpr std::uint32_t max_leaves = 8192;   // of a tree in shared memory
inline constexpr std::uint32_t max_latency = 8;     // ticks of a model
inline constexpr std::uint32_t warp_threads = 4;    // of the warps that are drawn; a GPU's have 32 or 64

/// How a lesson differs whose values are not simply scanned. What is null here is as for the other lessons.
struct Application {
    std::string_view values_are{};  // what `--values` takes, as a whole sentence
    bool shows_input = false;       // the lesson makes the frame of its input itself
    Words (*parse)(std::string_view option, std::string_view text) = nullptr;
    std::string (*write)(const Words& values) = nullptr;  // what `parse` reads back
    void (*check)(const Words& values) = nullptr;         // throws Error(bad_input)
    std::uint32_t (*width)(const Words& values) = nullptr;
    Words (*expected)(const Words& values) = nullptr;  // by an independent sequential computation
};

struct Lesson {
    std::string_view id, title;
    std::string_view summary;  // a whole sentence
    Source source;
    Chapter chapter = Chapter::scans;
    LessonGround ground = LessonGround::model;
    Result result = Result::inclusive;
    Width width = Width::of_values;
    std::string_view lanes = "element";  // what one lane is
    std::string_view input{};            // a sentence on the input, if it is not just an array
    bool takes_values = true;
    bool has_threads = false;          // it depends on how many threads share its work
    bool has_resident_blocks = false;  // it is a model of blocks on a GPU that has room for some of them
    bool is_traced = false;            // a teaching kernel notes in which order its tiles did what
    std::uint32_t fewest_values = 1;
    std::uint32_t most = max_values;  // values that are drawn
    std::uint32_t max_executed = max_counted;
    std::optional<Operator> own_op{};  // that is part of the algorithm; empty: the learner's choice
    bool keeps_order = true;           // operands are combined from left to right
    /// The reason, after the operator's name, why one that is not associative goes wrong.
    std::string_view fault_of_grouping =
        "is not associative and the algorithm groups its operands in another way";
    std::string_view goes_wrong_because{};  // empty: the algorithm is correct
    Words example{};                        // the source's own values, if it has some
    std::string_view erratum{};             // the source's other errors
    std::string_view remark{};              // sentences: what the lesson simplifies or leaves out
    std::string (*note)(const Parameters& parameters) = nullptr;  // sentences that depend on the choice
    std::string_view shipped{};  // sentences: how Winnow's own kernel differs, if there is one
    std::string_view why_no_kernel = "it is executed on the CPU only";  // if there is no teaching kernel
    std::vector<Claim> claims{};
    std::optional<TimeEstimate> estimate{};
    Application application{};
    void (*execute)(Executor& executor, const Parameters& parameters) = nullptr;
};

std::span<const Lesson> lessons();
/// Throws Error(bad_input) that suggests the nearest name.
const Lesson& lesson_named(std::string_view id);

/// Returns `count` values of the lesson's example, from its start again where it ends. For an operator on
/// pairs, where the lesson's example has none, it is the operator's. None if the lesson takes none.
Words example_values(const Lesson& lesson, std::uint32_t count, Operator op = Operator::add);

/// Returns the values that a learner writes as "3,-1,7", as pairs "2:3,1:-1", or as the lesson's `values_are`
/// says. Throws Error(bad_input) if the text is something else or has more values than the lesson shows.
Words parse_values(const Lesson& lesson, std::string_view option, std::string_view text);

/// Returns the values as a learner writes them, which parse_values() reads back.
std::string written_values(const Lesson& lesson, const Words& values);

/// Executes the lesson. A lesson with an operator of its own uses it whatever `parameters` say. Throws
/// Error(bad_input) if the lesson cannot have these values, or the operator works on pairs and they are none.
Execution execute(const Lesson& lesson, const Parameters& parameters);
/// The same, with rows that lead to the lesson's result in another way.
Execution execute(const Lesson& lesson, const Parameters& parameters,
                  const std::function<void(Executor&)>& make_rows);

/// Returns what the lesson's last row must hold.
Words expected_result(const Lesson& lesson, const Parameters& parameters);

}  // namespace winnow::lab
