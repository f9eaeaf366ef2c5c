// The scan of one processor, which is what every other scan is compared with.
#include <fmt/format.h>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

void sequential_scan(Executor& executor, const Parameters&) {
    for (std::uint32_t i = 1; i < executor.width(); ++i) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("i = {}", i));
        executor.combine(i, {above, i - 1}, {above, i});
        executor.count_step();
        executor.end_frame(
            fmt::format("Element {}", i),
            fmt::format("Elements 0 to {} are complete: each holds the {} of the values up to it.", i,
                        executor.result_noun()));
    }
}

}  // namespace

Lesson sequential_lesson() {
    return {
        .id = "sequential",
        .title = "Sequential scan",
        .summary = "One processor carries a running result from left to right.",
        .source = scan_notes,
        .ground = Ground::teaching_kernel,
        .example = eight,
        .erratum = "The notes keep the running result of float values in an int, which cuts off fractions.",
        .remark =
            "The loop of alexandre1357 stores the running sum before it adds the element, which makes "
            "the exclusive scan; the lesson shift shows that one.",
        .shipped = "Winnow's own sequential scan runs on the CPU: every scan is tested against it.",
        .claims = {reduction_work, {steps, "N − 1", [](Count n, Count) { return n - 1; }, {}}},
        .execute = sequential_scan};
}

}  // namespace winnow::lab
