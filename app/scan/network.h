// The block scans as networks: plain data that says which elements each step combines. The same description
// is used to run them on the CPU, to count their additions and steps, to bound their rounding errors, and to
// draw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scan/reference_scan.h"

namespace winnow::scan {

/// The effect of an operation. All values on the right are from before the step.
enum class Action {
    combine,           // destination = source op destination
    clear,             // destination = identity; the source is not read
    swap_and_combine,  // destination = destination op source, and source = destination
};

/// One arrow of the drawing. Elements are numbered from 0; the source lies left of the destination.
struct Operation {
    Action action = Action::combine;
    std::uint32_t destination = 0, source = 0;
};

/// The operations between two barriers. All operations of a step read before any of them writes: the barriers
/// of a kernel guarantee this (within a subgroup, its lockstep does). So the order of the operations has no
/// meaning, and no two of them write the same element.
struct Step {
    std::uint32_t phase = 0;  // index into the network's phases
    std::vector<Operation> operations;
};

struct Network {
    BlockScan block = BlockScan::automatic;  // the block scan that uses this network
    Kind kind = Kind::inclusive;             // the kind of its result
    std::uint32_t width = 0;                 // elements
    std::vector<std::string_view> phases;
    std::vector<Step> steps;
};

/// In each step every element adds the element at distance 1, 2, 4... (Kogge and Stone, 1973). Inclusive;
/// `width` is at least 1.
Network kogge_stone(std::uint32_t width);

/// A reduction tree, then a distribution tree (Brent and Kung, 1982). Inclusive; `width` is a power of two.
/// Padding moves elements to other memory banks and changes no arrow: `brent-kung-padded` has the same
/// network.
Network brent_kung(std::uint32_t width);

/// Up-sweep, clear of the last element, down-sweep (Blelloch, 1990). Exclusive; `width` is a power of two.
/// `blelloch-padded` has the same network.
Network blelloch(std::uint32_t width);

/// Each thread scans a section, Kogge-Stone scans the last elements of the sections, and these are added to
/// the next sections. Inclusive; `width` is a multiple of `threads`.
Network three_phase(std::uint32_t width, std::uint32_t threads);

/// Like three_phase, but with Kogge-Stone inside each section, a subgroup (warp) of `lanes` lanes, where a
/// step needs no barrier. Inclusive; `width` is a multiple of `lanes`.
Network subgroup(std::uint32_t width, std::uint32_t lanes);

/// Returns the network of a block scan that is not automatic. `sections` is the number of threads
/// (three-phase) or subgroups (subgroup) that the width is divided into; the others ignore it. Throws
/// Error(bad_input) if the block scan cannot have this width.
Network network_of(BlockScan block, std::uint32_t width, std::uint32_t sections);

/// Counts the operations that combine two values.
std::uint64_t additions(const Network& network);
std::uint64_t additions(const Network& network, std::uint32_t phase);

/// Counts the steps that add. Blelloch's clear of one element is not such a step: papers count 2 log2 N
/// without it.
std::uint64_t adding_steps(const Network& network);

/// Returns the depth of each element: the additions on the longest chain from an input to it, which is the
/// number of roundings behind the result.
std::vector<std::uint32_t> depths(const Network& network);
/// Returns the largest depth; 0 for one element.
std::uint32_t depth(const Network& network);

/// Returns the values after one step, given those before it.
template <typename T>
std::vector<T> apply(const Step& step, Operator op, const std::vector<T>& before) {
    std::vector<T> after = before;
    for (const auto& [action, destination, source] : step.operations) {
        switch (action) {
            case Action::combine:
                after[destination] = combine(op, before[source], before[destination]);
                break;
            case Action::clear:
                after[destination] = identity<T>(op);
                break;
            case Action::swap_and_combine:
                after[source] = before[destination];
                after[destination] = combine(op, before[destination], before[source]);
                break;
        }
    }
    return after;
}

/// Returns the values after every step, the input first: steps + 1 rows of `width` values. Precondition:
/// input.size() == width.
template <typename T>
std::vector<std::vector<T>> run(const Network& network, Operator op, std::span<const T> input) {
    std::vector<std::vector<T>> rows{{input.begin(), input.end()}};
    for (const Step& step : network.steps) rows.push_back(apply(step, op, rows.back()));
    return rows;
}

}  // namespace winnow::scan
