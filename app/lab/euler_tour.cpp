// The Euler tour of a tree, and what one scan over it computes of every node: depths, and the sizes of
// subtrees.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "lab/lesson.h"
#include "lab/lessons.h"
#include "lab/strides.h"

namespace winnow::lab {
namespace {

inline constexpr std::uint32_t max_nodes = max_values / 2;  // the tour has two places for each
inline constexpr std::int32_t no_parent = -1;

/// A place of the tour.
struct Visit {
    std::uint32_t node;
    bool enters;
};

void check_parents(const Words& parents) {
    for (std::size_t node = 0; node < parents.size(); ++node)
        if (parents[node].value < no_parent || parents[node].value >= static_cast<std::int64_t>(node))
            bad_input("the parent of node {} is {}; it must be a node before it, or {} for a root", node,
                      parents[node].value, no_parent);
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

/// Returns A to Z, then A1 to Z1...
std::string name_of_node(std::uint32_t node) {
    constexpr std::uint32_t letters = 26;
    const std::string letter(1, static_cast<char>('A' + node % letters));
    return node < letters ? letter : letter + std::to_string(node / letters);
}

/// Shows the tour as the input. Returns its row.
std::uint32_t show_tour(Executor& executor, const std::vector<Visit>& tour) {
    const std::uint32_t row = executor.begin_empty_row("tour");
    for (std::uint32_t i = 0; i < executor.width(); ++i) {
        executor.set(i, static_cast<std::int32_t>(tour[i].node), Mark::input);
        executor.label(i, (tour[i].enters ? "" : "/") + name_of_node(tour[i].node));
    }
    executor.end_frame(
        "Input", "The tour enters each node, A, goes to its children, and leaves it, /A, when all are done.");
    return row;
}

/// Moves the newest row one element to the right. `what` is the noun for an element.
void shift_by_one(Executor& executor, std::string_view what) {
    const std::uint32_t above = executor.newest_row();
    executor.begin_empty_row("shifted");
    executor.set_identity(0);
    for (std::uint32_t i = 1; i < executor.width(); ++i) executor.copy(i, {above, i - 1});
    executor.end_frame("Shift",
                       fmt::format("Each {} moves one element to the right, because the scan shall be "
                                   "exclusive: it counts what lies before a visit.",
                                   what));
}

/// Scans the newest row exclusively, so that an element counts what lies before a visit. Returns the row of
/// the result.
template <typename F>
std::uint32_t scan_before_visits(Executor& executor, std::string_view what, F&& sentence_of) {
    shift_by_one(executor, what);
    scan_by_strides(executor, Operator::add, sentence_of);
    return executor.newest_row();
}

/// The parents of a tree of eight nodes.
Words example_tree() {
    return {no_parent, 0, 1, 1, 0, 4, 4, 6};
}

/// Returns how lessons differ whose values are the parents of a tree's nodes.
Application tree_application(Words (*expected)(const Words& parents)) {
    return {.values_are =
                "--values takes the parent of each node, a node before it, or -1 for a root: "
                "-1,0,1,1 is A with the child B, which has the children C and D.",
            .shows_input = true,
            .check = check_parents,
            .width = [](const Words& values) { return 2 * static_cast<std::uint32_t>(values.size()); },
            .expected = expected};
}

// --- The depths of a tree's nodes by one scan over its Euler tour.

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

// --- The sizes of a tree's subtrees by one scan over its Euler tour.

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
