// The table of the lessons.
#include <bit>

#include "lab/lesson.h"
#include "lab/scans.h"

namespace winnow::lab {
namespace {

constexpr Source scan_notes{"notes on Kirk and Hwu, Programming Massively Parallel Processors",
                            "8. Parallel Patterns: prefix sum"};
constexpr Source article{"funktor", "Parallelizing sequential algorithms on GPU - Prefix Sum"};
constexpr Source slides{"Sathish Vadhiyar", "Prefix Computations"};
constexpr Source gems{"Mark Harris, Shubhabrata Sengupta and John D. Owens",
                      "GPU Gems 3, chapter 39: Parallel Prefix Sum (Scan) with CUDA"};
constexpr Source reduction_slides{"Mark Harris", "Optimizing Parallel Reduction in CUDA"};
constexpr Source particle_article{"alexandre1357", "Parallel Prefix Sum"};

const Words eight{3, 1, 7, 0, 4, 1, 6, 3};
const Words sixteen{2, 1, 5, 8, 9, 0, 4, 6, 3, 4, 5, 4, 1, 7, 7, 2};
const Words sixteen_signed{10, 1, 8, -1, 0, -2, 3, 5, -2, -3, 2, 7, 0, 11, 0, 2};
const Words with_dead{3, 0, 7, 0, 4, 1, 0, 6};

constexpr auto operations = &Counts::operations;
constexpr auto steps = &Counts::steps;
constexpr auto barriers = &Counts::barriers;

using Count = std::uint64_t;

constexpr Count log2_of(Count power) {
    return static_cast<Count>(std::bit_width(power)) - 1;
}

const Claim kogge_stone_work{
    operations, "N log₂ N − (N − 1)", [](Count n, Count) { return n * log2_of(n) - (n - 1); }, {}};
const Claim kogge_stone_steps{steps, "log₂ N", [](Count n, Count) { return log2_of(n); }, {}};
const Claim reduction_work{operations, "N − 1", [](Count n, Count) { return n - 1; }, {}};
const Claim two_barriers_a_step{barriers, "2 log₂ N", [](Count n, Count) { return 2 * log2_of(n); }, {}};

Lesson sequential_lesson() {
    return {.id = "sequential",
            .title = "Sequential scan",
            .summary = "One processor carries a running result from left to right.",
            .source = scan_notes,
            .example = eight,
            .claims = {reduction_work, {steps, "N − 1", [](Count n, Count) { return n - 1; }, {}}},
            .execute = sequential_scan};
}

Lesson kogge_stone_lesson() {
    return {
        .id = "kogge-stone",
        .title = "Kogge-Stone, inclusive",
        .summary =
            "In each step every element combines with the one at distance 1, 2, 4...: the fewest steps, "
            "at the price of more operations.",
        .source = article,
        .example = eight,
        .erratum =
            "The notes on Kirk and Hwu divide the 9,217 additions for N = 1,024 by 1,027; the sequential "
            "scan needs 1,023.",
        .claims = {kogge_stone_work,
                   {operations, "N (log₂ N − 1)", [](Count n, Count) { return n * (log2_of(n) - 1); },
                    "The article takes 1 + 2 + ... + N/2 for N; it is N − 1, so its count is 1 too small."},
                   kogge_stone_steps,
                   two_barriers_a_step},
        .execute = kogge_stone};
}

Lesson kogge_stone_exclusive_lesson() {
    return {
        .id = "kogge-stone-exclusive",
        .title = "Kogge-Stone, exclusive",
        .summary =
            "The values move one element to the right while they are loaded, and the same steps then make "
            "the exclusive scan.",
        .source = scan_notes,
        .result = Result::exclusive,
        .example = eight,
        .claims = {kogge_stone_work, kogge_stone_steps, two_barriers_a_step},
        .execute = kogge_stone_exclusive};
}

Lesson kogge_stone_double_buffered_lesson() {
    return {.id = "kogge-stone-double-buffered",
            .title = "Kogge-Stone, double-buffered",
            .summary = "Each step reads one array and writes the other, so one barrier a step is enough.",
            .source = gems,
            .example = eight,
            .claims = {kogge_stone_work,
                       kogge_stone_steps,
                       {barriers, "log₂ N", [](Count n, Count) { return log2_of(n); }, {}}},
            .execute = kogge_stone_double_buffered};
}

Lesson kogge_stone_race_lesson() {
    return {
        .id = "kogge-stone-race",
        .title = "Kogge-Stone with one barrier: a race",
        .summary =
            "Without a barrier between a step's reads and its writes, a warp can read what an earlier warp "
            "has already changed; warps of 4 threads are drawn.",
        .source = scan_notes,
        .fewest_values = 2,
        .goes_wrong_because = "threads read elements that other threads had already changed",
        .example = eight,
        .erratum =
            "The notes say that the one barrier makes all threads finish the previous step; it does not "
            "keep the reads of a step before its writes.",
        .claims = {{barriers, "log₂ N", [](Count n, Count) { return log2_of(n); }, {}}},
        .execute = kogge_stone_race};
}

Lesson brent_kung_lesson() {
    return {
        .id = "brent-kung",
        .title = "Brent-Kung",
        .summary =
            "A reduction tree, then a reverse tree that distributes the partial results: few operations, "
            "about twice the steps.",
        .source = scan_notes,
        .width = Width::power_of_two,
        .example = eight,
        .claims = {{operations, "2N − 2 − log₂ N", [](Count n, Count) { return 2 * n - 2 - log2_of(n); }, {}},
                   {operations, "N (1 − 1/N)", [](Count n, Count) { return n - 1; },
                    "Parallelizing sequential algorithms on GPU counts the reduction only, not the "
                    "distribution."},
                   {steps, "2 log₂ N − 1", [](Count n, Count) { return 2 * log2_of(n) - 1; }, {}}},
        .execute = brent_kung};
}

Lesson blelloch_lesson() {
    return {
        .id = "blelloch",
        .title = "Blelloch: up-sweep and down-sweep",
        .summary =
            "A reduction tree, then each node hands down what lies before it: an exclusive scan with fewer "
            "than 2N operations.",
        .source = slides,
        .result = Result::exclusive,
        .width = Width::power_of_two,
        .example = eight,
        .claims = {{operations, "2 (N − 1)", [](Count n, Count) { return 2 * (n - 1); }, {}},
                   {steps, "2 log₂ N", [](Count n, Count) { return 2 * log2_of(n); }, {}}},
        .execute = blelloch};
}

Lesson three_phase_lesson() {
    return {
        .id = "three-phase",
        .title = "Three-phase scan",
        .summary =
            "Each thread scans a section, the last elements of the sections are scanned, and the results "
            "are added to the next sections.",
        .source = scan_notes,
        .width = Width::multiple_of_threads,
        .example = sixteen,
        .erratum =
            "The article that these 16 values come from prints 7 for the second prefix sum of the last "
            "block, 1 + 7 = 8, and so 58 for 59.",
        .claims =
            {{operations,
              "(N − T) + (T log₂ T − (T − 1)) + (T − 1)(N/T − 1)",
              [](Count n, Count t) { return n - t + t * log2_of(t) - (t - 1) + (t - 1) * (n / t - 1); },
              {}},
             {operations, "(N − 1) + T log₂ T + (N − T)",
              [](Count n, Count t) { return n - 1 + t * log2_of(t) + n - t; },
              "The notes estimate each phase from above: a section of N/T values needs N/T − 1 operations, "
              "and the first section none in phase 3."}},
        .execute = three_phase};
}

Lesson hierarchical_lesson() {
    return {
        .id = "hierarchical",
        .title = "Hierarchical scan with an array of sums",
        .summary =
            "Each block scans its values, an array S of the blocks' sums is scanned, and each block is "
            "combined with the sum before it.",
        .source = article,
        .width = Width::multiple_of_threads,
        .example = sixteen,
        .erratum =
            "The article prints 7 for the second prefix sum of the last block, 1 + 7 = 8, and so 58 for 59.",
        .execute = hierarchical};
}

Lesson reduction_interleaved_lesson() {
    return {.id = "reduction-interleaved",
            .title = "Reduction tree, interleaved addressing",
            .summary =
                "Neighbours are combined first, then neighbours of neighbours, until element 0 holds the "
                "result.",
            .source = reduction_slides,
            .result = Result::total,
            .width = Width::power_of_two,
            .fewest_values = 2,
            .example = sixteen_signed,
            .claims = {reduction_work, kogge_stone_steps},
            .execute = reduction_interleaved};
}

Lesson reduction_sequential_lesson() {
    return {.id = "reduction-sequential",
            .title = "Reduction tree, sequential addressing",
            .summary =
                "The right half is folded onto the left half until element 0 holds the result; the operator "
                "must be commutative.",
            .source = reduction_slides,
            .result = Result::total,
            .width = Width::power_of_two,
            .fewest_values = 2,
            .keeps_order = false,
            .example = sixteen_signed,
            .claims = {reduction_work, kogge_stone_steps},
            .execute = reduction_sequential};
}

Lesson vote_scan_compact_lesson() {
    return {.id = "vote-scan-compact",
            .title = "Vote, scan, compact",
            .summary =
                "Each element votes whether it survives, a scan of the votes gives each survivor its place, "
                "and the survivors move there.",
            .source = particle_article,
            .result = Result::survivors,
            .adds_only = true,
            .example = with_dead,
            .claims = {reduction_work},
            .execute = vote_scan_compact};
}

}  // namespace

std::span<const Lesson> lessons() {
    static const std::vector<Lesson> all{
        sequential_lesson(),
        kogge_stone_lesson(),
        kogge_stone_exclusive_lesson(),
        kogge_stone_double_buffered_lesson(),
        kogge_stone_race_lesson(),
        brent_kung_lesson(),
        blelloch_lesson(),
        three_phase_lesson(),
        hierarchical_lesson(),
        reduction_interleaved_lesson(),
        reduction_sequential_lesson(),
        vote_scan_compact_lesson(),
    };
    return all;
}

}  // namespace winnow::lab
