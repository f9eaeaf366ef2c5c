#include "lab/euler_tour.h"

#include <fmt/format.h>

#include "base/error.h"

namespace winnow::lab {
namespace {

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

}  // namespace

std::vector<Visit> euler_tour(const Words& parents) {
    std::vector<Visit> tour;
    for (std::uint32_t node = 0; node < parents.size(); ++node)
        if (parents[node] == no_parent) visit(parents, node, tour);
    return tour;
}

std::string name_of_node(std::uint32_t node) {
    constexpr std::uint32_t letters = 26;
    const std::string letter(1, static_cast<char>('A' + node % letters));
    return node < letters ? letter : letter + std::to_string(node / letters);
}

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

Words example_tree() {
    return {no_parent, 0, 1, 1, 0, 4, 4, 6};
}

Application tree_application(Words (*expected)(const Words& parents)) {
    return {.values_are =
                "--values takes the parent of each node, a node before it, or -1 for a root: "
                "-1,0,1,1 is A with the child B, which has the children C and D.",
            .shows_input = true,
            .check = check_parents,
            .width = [](const Words& values) { return 2 * static_cast<std::uint32_t>(values.size()); },
            .expected = expected};
}

}  // namespace winnow::lab
