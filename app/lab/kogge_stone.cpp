// Kogge-Stone in four forms: with two barriers a step, exclusive, double-buffered, and racing.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {
namespace {

/// Executes Kogge-Stone's steps on the newest row. In each, every lane from `stride` on combines the lane
/// `stride` to its left with its own. `buffers` 2: a step reads one array and writes the other. `end` names
/// the place where the ranges of an element end.
void scan_by_strides(Executor& executor, std::uint32_t buffers, std::string_view end) {
    const std::uint64_t barriers = buffers == 2 ? 1 : 2;
    std::uint32_t step = 0;
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        const std::uint32_t above = executor.newest_row();
        const std::string_view array = ++step % 2 == 1 ? "B" : "A";
        executor.begin_row(buffers == 2 ? fmt::format("{}: stride {}", array, stride)
                                        : fmt::format("stride {}", stride));
        for (std::uint32_t i = 0; i < executor.width(); ++i)
            if (i >= stride)
                executor.combine(i, {above, i - stride}, {above, i});
            else if (buffers == 2)
                executor.copy(i, {above, i});
        executor.count_step();
        executor.count_barriers(barriers);
        executor.end_frame(
            fmt::format("Stride {}", stride),
            fmt::format("Element i now holds the {} of the last {} values {}, or of all of them "
                        "where there are fewer.",
                        executor.result_noun(), 2 * stride, end));
    }
}

constexpr std::string_view up_to_i = "up to x[i]", before_i = "before x[i]";

/// Returns the row after a step without a race.
Words after_stride(const Parameters& parameters, const Words& before, std::uint32_t stride) {
    Words after = before;
    for (std::size_t i = stride; i < before.size(); ++i)
        after[i] = combine(parameters.op, before[i - stride], before[i]);
    return after;
}

/// Executes one warp of a racing step: its lanes from `first` to `end` - 1 read, then write. `unchanged` is
/// the row that the step began with, `right` the row that it should end with. Returns the stale operands.
std::uint32_t run_warp(Executor& executor, std::uint32_t first, std::uint32_t end, std::uint32_t stride,
                       const Words& right) {
    const std::uint32_t above = executor.newest_row();
    executor.begin_row(fmt::format("stride {}, warp {}", stride, first / warp_threads));
    std::uint32_t stale = 0;
    for (std::uint32_t i = std::max(first, stride); i < end; ++i) {
        const std::uint32_t source = i - stride;
        const bool was_changed = source < first && source >= stride;
        stale += was_changed ? 1 : 0;
        executor.combine(i, {above, source}, {above, i}, was_changed ? LinkKind::stale : LinkKind::operand);
        if (executor.value_at({executor.newest_row(), i}) != right[i]) executor.mark_wrong(i);
    }
    return stale;
}

std::string sentence_of_warp(std::uint32_t first, std::uint32_t end, std::uint32_t stride,
                             std::uint32_t stale) {
    if (end <= stride)
        return fmt::format("All threads of this warp are idle, because they lie left of element {}.", stride);
    if (stale == 0)
        return fmt::format(
            "Threads {} to {} read values that no thread has changed in this step, so they are right "
            "if their operands were.",
            std::max(first, stride), end - 1);
    return fmt::format(
        "{} of this warp {} an element that an earlier warp has already changed in this step: no "
        "barrier lies between its write and this read.",
        stale == 1 ? "One thread" : fmt::format("{} threads", stale), stale == 1 ? "reads" : "read");
}

void kogge_stone(Executor& executor, const Parameters&) {
    scan_by_strides(executor, 1, up_to_i);
}

void kogge_stone_exclusive(Executor& executor, const Parameters&) {
    const std::uint32_t input = executor.newest_row();
    executor.begin_row("shifted");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) executor.copy(i, {input, i - 1});
    executor.end_frame("Shift",
                       "Each value moves one element to the right while it is loaded, and the identity "
                       "enters at element 0.");
    scan_by_strides(executor, 1, before_i);
}

void kogge_stone_double_buffered(Executor& executor, const Parameters&) {
    scan_by_strides(executor, 2, up_to_i);
}

void kogge_stone_race(Executor& executor, const Parameters& parameters) {
    Words right = parameters.values;
    for (std::uint32_t stride = 1; stride < executor.width(); stride *= 2) {
        right = after_stride(parameters, right, stride);
        executor.count_barriers(1);
        executor.count_step();
        for (std::uint32_t first = 0; first < executor.width(); first += warp_threads) {
            const std::uint32_t end = std::min(first + warp_threads, executor.width());
            const std::uint32_t stale = run_warp(executor, first, end, stride, right);
            executor.end_frame(fmt::format("Stride {}, warp {}", stride, first / warp_threads),
                               sentence_of_warp(first, end, stride, stale));
        }
    }
}

}  // namespace

Lesson kogge_stone_lesson() {
    return {
        .id = "kogge-stone",
        .title = "Kogge-Stone, inclusive",
        .summary =
            "In each step every element combines with the one at distance 1, 2, 4...: the fewest steps, "
            "at the price of more operations.",
        .source = article,
        .ground = LessonGround::teaching_kernel,
        .example = eight,
        .erratum =
            "The notes on Kirk and Hwu divide the 9,217 additions for N = 1,024 by 1,027; the sequential "
            "scan needs 1,023. The article's first kernel adds at P[threadIdx.x], so all of its blocks write "
            "the elements of the first.",
        .shipped =
            "Winnow's own Kogge-Stone scan of a block has the sum of a row of 16 bytes as a leaf, and "
            "several leaves a thread; its steps and barriers are these.",
        .claims = {kogge_stone_work,
                   {operations, "N (log₂ N − 1)", [](Count n, Count) { return n * (log2_of(n) - 1); },
                    "The article takes 1 + 2 + ... + N/2 for N; it is N − 1, so its count is 1 too small. "
                    "Divided by N threads it gives log₂ N − 1 as the time; there are log₂ N steps."},
                   kogge_stone_steps,
                   two_barriers_a_step},
        .estimate = {{"N log₂ N / P", "threads that have finished still take their turn",
                      [](Count n, Count) { return n * log2_of(n); }}},
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
        .ground = LessonGround::teaching_kernel,
        .result = Result::exclusive,
        .example = eight,
        .shipped =
            "Winnow's own scan stays inclusive in shared memory, and each thread reads the leaf before its "
            "own at the end.",
        .claims = {kogge_stone_work, kogge_stone_steps, two_barriers_a_step},
        .execute = kogge_stone_exclusive};
}

Lesson kogge_stone_double_buffered_lesson() {
    return {.id = "kogge-stone-double-buffered",
            .title = "Kogge-Stone, double-buffered",
            .summary = "Each step reads one array and writes the other, so one barrier a step is enough.",
            .source = gems,
            .ground = LessonGround::teaching_kernel,
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
            "has already changed.",
        .source = scan_notes,
        .fewest_values = 2,
        .goes_wrong_because = "threads read elements that other threads had already changed",
        .example = eight,
        .erratum =
            "The notes say that the one barrier makes all threads finish the previous step; it does not "
            "keep the reads of a step before its writes.",
        .remark =
            "Warps of 4 threads are drawn, which run one after another, each in lockstep: its threads read "
            "before any of them writes. A GPU may run warps in any order, and since Volta not even a warp's "
            "lockstep is promised. Blocks race like these warps, whatever the barriers of a block: where the "
            "article's P[1025] reads P[1021], which lies in the block before, __syncthreads() waits for "
            "nobody.",
        .why_no_kernel =
            "what a race computes depends on the order in which warps run, which no GPU promises and "
            "llvmpipe chooses in its own way",
        .claims = {{barriers, "log₂ N", [](Count n, Count) { return log2_of(n); }, {}}},
        .execute = kogge_stone_race};
}

}  // namespace winnow::lab
