// The Euler tour of a tree, for the lessons that compute something of every node by one scan over it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lab/lesson.h"
#include "lab/strides.h"

namespace winnow::lab {

inline constexpr std::uint32_t max_nodes = max_values / 2;  // the tour has two places for each
inline constexpr std::int32_t no_parent = -1;

/// A place of the tour.
struct Visit {
    std::uint32_t node;
    bool enters;
};

/// Returns the tour that enters each node before its children and leaves it after them, tree by tree.
std::vector<Visit> euler_tour(const Words& parents);

/// Returns A to Z, then A1 to Z1...
std::string name_of_node(std::uint32_t node);

/// Shows the tour as the input. Returns its row.
std::uint32_t show_tour(Executor& executor, const std::vector<Visit>& tour);

/// Moves the newest row one element to the right. `what` is the noun for an element.
void shift_by_one(Executor& executor, std::string_view what);

/// Scans the newest row exclusively, so that an element counts what lies before a visit. Returns the row of
/// the result.
template <typename F>
std::uint32_t scan_before_visits(Executor& executor, std::string_view what, F&& sentence_of) {
    shift_by_one(executor, what);
    scan_by_strides(executor, Operator::add, sentence_of);
    return executor.newest_row();
}

/// The parents of a tree of eight nodes.
Words example_tree();
/// Returns how lessons differ whose values are the parents of a tree's nodes.
Application tree_application(Words (*expected)(const Words& parents));

}  // namespace winnow::lab
