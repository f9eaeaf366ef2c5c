// The scans of one processor. Every other scan is compared with the first.
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

void sequential_exclusive_scan(Executor& executor, const Parameters&) {
    Word sum = facts(executor.op()).identity;
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("i = {}", i));
        executor.show(i,
                      {.value = sum, .mark = i == 0 ? Mark::identity : Mark::computed, .range = Range{0, i}});
        if (i > 0) {
            executor.link({above, i - 1}, i, LinkKind::operand);
            executor.link({above - 1, i - 1}, i, LinkKind::operand);
        }
        const Word before = sum;
        sum = executor.apply(sum, executor.value_at({above, i}));
        executor.count_step();
        executor.end_frame(
            fmt::format("Element {}", i),
            fmt::format(
                "temp keeps {}, the {}; x[{}] joins it in sum, which is {} now; then temp takes the "
                "place of x[{}].",
                text_of(executor.op(), before),
                i == 0 ? "identity" : fmt::format("{} of all values before x[{}]", executor.result_noun(), i),
                i, text_of(executor.op(), sum), i));
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
            "the exclusive scan; the lesson sequential-exclusive shows that one.",
        .shipped = "Winnow's own sequential scan runs on the CPU: every scan is tested against it.",
        .claims = {reduction_work, {steps, "N − 1", [](Count n, Count) { return n - 1; }, {}}},
        .execute = sequential_scan};
}

Lesson sequential_exclusive_lesson() {
    return {
        .id = "sequential-exclusive",
        .title = "Sequential exclusive scan",
        .summary =
            "One processor stores its running result before it adds the element: each element gets the "
            "result of all values before it.",
        .source = particle_article,
        .ground = Ground::teaching_kernel,
        .result = Result::exclusive,
        .fault_of_grouping = "has no identity on the left and the loop begins with 0 − x[0]",
        .example = eight,
        .remark =
            "The array is scanned in place: temp is needed because the element's own place is written. The "
            "result of all values is left in the variable sum, and in no element.",
        .claims = {{operations, "N", [](Count n, Count) { return n; }, {}},
                   {steps, "N", [](Count n, Count) { return n; }, {}}},
        .execute = sequential_exclusive_scan};
}

}  // namespace winnow::lab
