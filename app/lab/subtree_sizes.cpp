// The sizes of a tree's subtrees by one scan over its Euler tour.
#include <fmt/format.h>

#include "lab/euler_tour.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

void show_entries(Executor& executor, const std::vector<Visit>& tour) {
    const std::uint32_t row = show_tour(executor, tour);
    executor.begin_empty_row("entered");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, tour[i].enters ? 1 : 0, tour[i].enters ? Mark::computed : Mark::kept);
        executor.link({row, i}, i, LinkKind::operand);
    }
    executor.end_frame("Entries", "Entering a node counts 1, and leaving it counts nothing.");
}

void subtree_sizes(Executor& executor, const Parameters& parameters) {
    const std::vector<Visit> tour = euler_tour(parameters.values);
    show_entries(executor, tour);
    const std::uint32_t entered = scan_before_visits(executor, "count", [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the nodes that the last {} visits before it entered, or all of them where there "
            "are fewer.",
            count);
    });
    std::vector<std::uint32_t> entries(parameters.values.size());
    executor.begin_empty_row("sizes");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        const std::uint32_t node = tour[i].node;
        if (tour[i].enters) {
            entries[node] = i;
            continue;
        }
        executor.combine(Operator::subtract, node, {entered, i}, {entered, entries[node]});
        executor.label(node, fmt::format("{} {}", name_of_node(node),
                                         executor.value_at({executor.newest_row(), node}).value));
    }
    executor.count_step();
    executor.end_frame("Sizes",
                       "The nodes that were entered before a node is left, less those before it was "
                       "entered, are the node and all below it.");
}

/// A node comes after its parent, so the last nodes are complete first.
Words sizes(const Words& parents) {
    Words result(parents.size(), 1);
    for (std::size_t node = parents.size(); node-- > 0;)
        if (parents[node] != no_parent)
            result[static_cast<std::size_t>(parents[node].value)].value += result[node].value;
    return result;
}

}  // namespace

Lesson subtree_sizes_lesson() {
    return {
        .id = "subtree-sizes",
        .title = "Sizes of a tree's subtrees",
        .summary =
            "A tour through the tree counts the nodes that it enters; between entering a node and leaving "
            "it, the scan of these counts grows by the size of the node's subtree.",
        .source = applications,
        .chapter = Chapter::applications,
        .most = max_nodes,
        .own_op = Operator::add,
        .example = example_tree(),
        .application = tree_application(sizes),
        .execute = subtree_sizes};
}

}  // namespace winnow::lab
