// The depths of a tree's nodes by one scan over its Euler tour.
#include <fmt/format.h>

#include "lab/euler_tour.h"
#include "lab/lessons.h"
#include "lab/sources.h"

namespace winnow::lab {
namespace {

void show_steps(Executor& executor, const std::vector<Visit>& tour) {
    const std::uint32_t row = show_tour(executor, tour);
    executor.begin_empty_row("steps");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, tour[i].enters ? 1 : -1, Mark::computed);
        executor.label(i, tour[i].enters ? "+1" : "-1");
        executor.link({row, i}, i, LinkKind::operand);
    }
    executor.end_frame("Steps", "Entering a node leads one level down, +1, and leaving it one level up, -1.");
}

void tree_depths(Executor& executor, const Parameters& parameters) {
    const std::vector<Visit> tour = euler_tour(parameters.values);
    show_steps(executor, tour);
    const std::uint32_t levels = scan_before_visits(executor, "step", [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the levels that the last {} steps before it led down, or all of them where "
            "there are fewer.",
            count);
    });
    executor.begin_empty_row("depths");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        if (!tour[i].enters) continue;
        executor.copy(tour[i].node, {levels, i});
        executor.label(tour[i].node, fmt::format("{} {}", name_of_node(tour[i].node),
                                                 executor.value_at({levels, i}).value));
    }
    executor.end_frame(
        "Depths",
        "Where a node is entered, the steps before it have counted the ancestors that are still open: "
        "they are its depth.");
}

Words depths(const Words& parents) {
    Words result;
    for (const Word& parent : parents)
        result.push_back(parent == no_parent ? 0 : result[static_cast<std::size_t>(parent.value)].value + 1);
    return result;
}

}  // namespace

Lesson tree_depths_lesson() {
    return {.id = "tree-depths",
            .title = "Depths of a tree's nodes",
            .summary =
                "A tour through the tree counts +1 where it enters a node and −1 where it leaves it, and the "
                "scan of "
                "these steps is the depth of every node.",
            .source = applications,
            .chapter = Chapter::applications,
            .most = max_nodes,
            .own_op = Operator::add,
            .example = example_tree(),
            .application = tree_application(depths),
            .execute = tree_depths};
}

}  // namespace winnow::lab
