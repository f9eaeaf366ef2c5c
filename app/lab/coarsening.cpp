// Scans in which each thread takes several elements, or several nodes of a step.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"

namespace winnow::lab {

// --- Brent-Kung with fewer threads than nodes: each thread takes several nodes of a step.

namespace {

/// The nodes of a step: node k writes lane `first + 2 * stride * k`.
struct Nodes {
    std::uint32_t first = 0, stride = 0, count = 0;
};

/// Says which threads execute the nodes.
std::string sharing(const Nodes& nodes, std::uint32_t threads) {
    if (nodes.count > threads)
        return fmt::format(
            "The {} nodes of this step go to {} thread{} in turn: thread 0 writes element {} first and "
            "element "
            "{} next, {} elements in all, and no barrier lies between them.",
            nodes.count, threads, threads == 1 ? "" : "s", nodes.first,
            nodes.first + 2 * nodes.stride * threads, (nodes.count + threads - 1) / threads);
    if (nodes.count == threads) return "Each thread executes one node of this step.";
    return fmt::format("{} of the {} threads {} a node of this step; the others wait at the barrier.",
                       nodes.count, threads, nodes.count == 1 ? "executes" : "execute");
}

/// Executes one step, a row for each round of the threads. Only after the last round does a barrier follow.
void step(Executor& executor, const Nodes& nodes, std::uint32_t threads, std::string_view phase) {
    const std::uint32_t rounds = (nodes.count + threads - 1) / threads;
    for (std::uint32_t round = 0; round < rounds; ++round) {
        const std::uint32_t above = executor.newest_row();
        executor.begin_row(rounds == 1 ? fmt::format("{} {}", phase, nodes.stride)
                                       : fmt::format("{} {}, round {}", phase, nodes.stride, round + 1));
        if (round + 1 < rounds) executor.only_draw_row();
        const std::uint32_t end = std::min((round + 1) * threads, nodes.count);
        for (std::uint32_t node = round * threads; node < end; ++node) {
            const std::uint32_t lane = nodes.first + 2 * nodes.stride * node;
            executor.combine(lane, {above, lane - nodes.stride}, {above, lane});
        }
    }
    executor.count_barriers(1);
    executor.count_step();
}

void coarsened_tree(Executor& executor, const Parameters& parameters) {
    const std::uint32_t n = executor.width(), threads = parameters.threads;
    for (std::uint32_t stride = 1; stride < n; stride *= 2) {
        const Nodes nodes{2 * stride - 1, stride, n / (2 * stride)};
        step(executor, nodes, threads, "reduce");
        executor.end_frame(fmt::format("Reduction, stride {}", stride), sharing(nodes, threads));
    }
    for (std::uint32_t stride = n / 4; stride > 0; stride /= 2) {
        const Nodes nodes{3 * stride - 1, stride, n / (2 * stride) - 1};
        step(executor, nodes, threads, "distribute");
        executor.end_frame(fmt::format("Distribution, stride {}", stride), sharing(nodes, threads));
    }
    executor.count_barriers(1);
}

}  // namespace

Lesson coarsened_tree_lesson() {
    return {
        .id = "coarsened-tree",
        .title = "Coarsening: several nodes a thread",
        .summary =
            "Every element stays a leaf of Brent-Kung's tree, and each thread executes several nodes of a "
            "step: that saves threads, but neither steps nor barriers.",
        .source = article,
        .ground = LessonGround::teaching_kernel,
        .width = Width::power_of_two,
        .has_threads = true,
        .example = sixteen,
        .erratum =
            "Both mains of the article launch prefix_sum where prefix_sum_coarsened is meant; the earlier "
            "kernel of that name would scan an eighth of the array.",
        .remark =
            "N values for T threads make a COARSE_FACTOR of N/T; the article has 8. Its threads go through "
            "N/T indices in every step and skip those that lie behind the array: here they stop at the last "
            "node. A row after which the step goes on is only drawn, because other threads may already be in "
            "their next round.",
        .shipped =
            "Winnow's kernels coarsen as the lesson coarsening shows: each thread first combines 4 words in "
            "registers, so the tree has a quarter of the leaves, and 4 barriers fewer.",
        .claims = {{operations, "2N − 2 − log₂ N", [](Count n, Count) { return 2 * n - 2 - log2_of(n); }, {}},
                   {steps, "2 log₂ N − 1", [](Count n, Count) { return 2 * log2_of(n) - 1; }, {}},
                   {barriers, "2 log₂ N", [](Count n, Count) { return 2 * log2_of(n); }, {}}},
        .execute = coarsened_tree};
}

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
