// A scan in which each thread adds up several elements before the network begins.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

constexpr std::uint32_t row_elements = 4;  // words of 4 bytes in a row of 16

void scan_rows(Executor& executor, std::uint32_t length) {
    for (std::uint32_t k = 1; k < length; ++k) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(fmt::format("rows {}", k));
        for (std::uint32_t i = k; i < executor.width(); i += length)
            executor.combine(i, {above, i - 1}, {above, i});
        executor.count_step();
        executor.end_frame(fmt::format("Rows, step {}", k),
                           fmt::format("Each thread has combined the first {} of its {} neighbouring "
                                       "elements, in registers and without a barrier.",
                                       k + 1, length));
    }
}

/// Executes one step of Brent-Kung on the leaves, which are the last elements of the rows.
void step_of_leaves(Executor& executor, std::uint32_t first, std::uint32_t length, std::uint32_t stride,
                    std::string_view phase) {
    const std::uint32_t above = executor.newest_row();
    executor.begin_row(fmt::format("{} {}", phase, stride));
    for (std::uint32_t leaf = first; leaf < executor.width() / length; leaf += 2 * stride) {
        const std::uint32_t lane = (leaf + 1) * length - 1;
        executor.combine(lane, {above, lane - stride * length}, {above, lane});
    }
    executor.count_barriers(1);
    executor.count_step();
    executor.end_frame(
        fmt::format("Leaves, {} {}", phase, stride),
        fmt::format("Only the {} results of the rows are leaves of the network.", executor.width() / length));
}

void coarsening(Executor& executor, const Parameters&) {
    const std::uint32_t length = std::min(row_elements, executor.width()), leaves = executor.width() / length;
    scan_rows(executor, length);
    for (std::uint32_t stride = 1; stride < leaves; stride *= 2)
        step_of_leaves(executor, 2 * stride - 1, length, stride, "reduce");
    for (std::uint32_t stride = leaves / 4; stride > 0; stride /= 2)
        step_of_leaves(executor, 3 * stride - 1, length, stride, "distribute");
    if (leaves == 1) return;
    const std::uint32_t above = executor.newest_row();
    executor.begin_row("hand back");
    for (std::uint32_t i = length; i < executor.width(); ++i)
        if (i % length + 1 < length) executor.combine(i, {above, i / length * length - 1}, {above, i});
    executor.count_barriers(1);
    executor.count_step();
    executor.end_frame(
        "Hand back",
        "Each thread combines what lies before its row into the row; the last element was complete.");
}

}  // namespace

Lesson coarsening_lesson() {
    return {
        .id = "coarsening",
        .title = "Coarsening: several elements a thread",
        .summary =
            "Each thread first combines 4 neighbouring elements by itself, so the network has a quarter of "
            "the leaves, of the threads and fewer steps with a barrier.",
        .source = article,
        .width = Width::power_of_two,
        .example = sixteen,
        .remark =
            "The article keeps every element as a leaf, which the lesson coarsened-tree shows: that saves "
            "threads, but neither steps nor barriers.",
        .shipped =
            "Winnow's kernels coarsen as drawn: a leaf is the sum of a row of 16 bytes, 4 words, and a "
            "thread may have several rows.",
        .claims = {{operations, "2N − 3 − log₂ N", [](Count n, Count) { return 2 * n - 3 - log2_of(n); }, {}},
                   {steps, "2 log₂ N − 1", [](Count n, Count) { return 2 * log2_of(n) - 1; }, {}}},
        .execute = coarsening};
}

}  // namespace winnow::lab
