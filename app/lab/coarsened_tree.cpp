// Brent-Kung with fewer threads than nodes: each thread takes several nodes of a step.
#include <fmt/format.h>

#include <algorithm>

#include "lab/executor.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
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
        .ground = Ground::teaching_kernel,
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

}  // namespace winnow::lab
