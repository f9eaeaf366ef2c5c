// The depths of a tree's nodes by one scan over its Euler tour.
#include "base/error.h"
#include "lab/lessons.h"
#include "lab/sources.h"
#include "lab/strides.h"

namespace winnow::lab {
namespace {

constexpr std::uint32_t most_nodes = most_values / 2;  // the tour has two places for each
constexpr std::int32_t no_parent = -1;

/// A place of the tour.
struct Visit {
    std::uint32_t node;
    bool enters;
};

/// Returns A to Z, then A1 to Z1...
std::string name_of(std::uint32_t node) {
    constexpr std::uint32_t letters = 26;
    const std::string letter(1, static_cast<char>('A' + node % letters));
    return node < letters ? letter : letter + std::to_string(node / letters);
}

void check_parents(const Words& parents) {
    for (std::size_t node = 0; node < parents.size(); ++node)
        if (parents[node].value < no_parent || parents[node].value >= static_cast<std::int64_t>(node))
            bad_input(
                "tree-depths: the parent of node {} is {}; it must be a node before it, or {} for a root",
                node, parents[node].value, no_parent);
}

void visit(const Words& parents, std::uint32_t node, std::vector<Visit>& tour) {
    tour.push_back({node, true});
    for (std::uint32_t child = node + 1; child < parents.size(); ++child)
        if (parents[child] == static_cast<std::int32_t>(node)) visit(parents, child, tour);
    tour.push_back({node, false});
}

/// Returns the tour that enters each node before its children and leaves it after them, tree by tree.
std::vector<Visit> euler_tour(const Words& parents) {
    std::vector<Visit> tour;
    for (std::uint32_t node = 0; node < parents.size(); ++node)
        if (parents[node] == no_parent) visit(parents, node, tour);
    return tour;
}

void show_tour(Executor& executor, const std::vector<Visit>& tour) {
    const std::uint32_t row = executor.begin_empty_row("tour");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, static_cast<std::int32_t>(tour[i].node), Mark::input);
        executor.label(i, (tour[i].enters ? "" : "/") + name_of(tour[i].node));
    }
    executor.end_frame(
        "Input", "The tour enters each node, A, goes to its children, and leaves it, /A, when all are done.");

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
    show_tour(executor, tour);

    const std::uint32_t steps_row = executor.newest_row();
    executor.begin_empty_row("shifted");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) executor.copy(i, {steps_row, i - 1});
    executor.end_frame(
        "Shift",
        "Each step moves one element to the right, because the scan shall be exclusive: it counts what "
        "lies before a visit.");
    scan_by_strides(executor, Operator::add, [](std::uint32_t count) {
        return fmt::format(
            "Element i holds the levels that the last {} steps before it led down, or all of them where "
            "there are fewer.",
            count);
    });

    const std::uint32_t levels = executor.newest_row();
    executor.begin_empty_row("depths");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        if (!tour[i].enters) continue;
        executor.copy(tour[i].node, {levels, i});
        executor.label(tour[i].node,
                       fmt::format("{} {}", name_of(tour[i].node), executor.value_at({levels, i}).value));
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
            .most = most_nodes,
            .own_op = Operator::add,
            .example = {no_parent, 0, 1, 1, 0, 4, 4, 6},
            .application =
                {.values_are = "--values takes the parent of each node, a node before it, or -1 for a root: "
                               "-1,0,1,1 is A with the child B, which has the children C and D.",
                 .shows_input = true,
                 .check = check_parents,
                 .width = [](const Words& values) { return 2 * static_cast<std::uint32_t>(values.size()); },
                 .expected = depths},
            .execute = tree_depths};
}

}  // namespace winnow::lab
