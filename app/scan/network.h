// The block scans as networks: plain data that says which element each step combines with which. One
// description serves to run them on the CPU, to count their additions and steps, to bound their rounding
// errors, and to draw them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "scan/reference.h"

namespace winnow::scan {

/// What an operation does. All values on the right are those from before the step.
enum class Action {
    combine,           // destination = source op destination
    clear,             // destination = identity; the source is not read
    swap_and_combine,  // destination = destination op source, and source = destination
};

/// One arrow of the drawing; elements are numbered from 0, and the source lies left of the destination.
struct Operation {
    Action action = Action::combine;
    std::uint32_t destination = 0, source = 0;
};

/// What happens between two barriers. All operations of a step read before any of them writes: that is what
/// the barriers of a kernel guarantee (or, within a subgroup, its lockstep). So the order of the operations
/// has no meaning, and no two of them write the same element.
struct Step {
    std::uint32_t phase = 0;  // index of its name in the network's phases
    std::vector<Operation> operations;
};

struct Network {
    BlockScan block = BlockScan::automatic;  // whose network it is
    Kind kind = Kind::inclusive;             // what it leaves
    std::uint32_t width = 0;                 // elements
    std::vector<std::string_view> phases;
    std::vector<Step> steps;
};

/// Every element adds the one at distance 1, 2, 4... (Kogge and Stone, 1973). Inclusive, any width from 1.
Network kogge_stone(std::uint32_t width);

/// A reduction tree, then a distribution tree (Brent and Kung, 1982). Inclusive; a power of two. Padding
/// moves elements to other banks of memory and changes no arrow: `brent-kung-padded` is the same network.
Network brent_kung(std::uint32_t width);

/// Up-sweep, clearing of the last, down-sweep (Blelloch, 1990). Exclusive; a power of two. `blelloch-padded`
/// is the same network.
Network blelloch(std::uint32_t width);

/// Each thread scans a section, Kogge-Stone scans the sections' last elements, which are then added to the
/// sections behind. Inclusive; `width` is a multiple of `threads`.
Network three_phase(std::uint32_t width, std::uint32_t threads);

/// The same on two levels, but with Kogge-Stone inside each section, a subgroup of `lanes` (a warp): there a
/// step needs no barrier. Inclusive; `width` is a multiple of `lanes`.
Network subgroup(std::uint32_t width, std::uint32_t lanes);

/// The network of a block scan that is not automatic. `sections` is what three-phase and subgroup divide the
/// width into: threads, or subgroups; the others do without. Error(bad_input) if the width does not suit.
Network network_of(BlockScan block, std::uint32_t width, std::uint32_t sections);

/// Operations that combine two values. Counted, not calculated.
std::uint64_t additions(const Network& network);
std::uint64_t additions(const Network& network, std::uint32_t phase);

/// Steps that add. Blelloch's clearing of one element is none: sources count 2 log2 N without it.
std::uint64_t adding_steps(const Network& network);

/// For each element the additions on the longest chain from an input to it: as many roundings a result has
/// been through.
std::vector<std::uint32_t> depths(const Network& network);
/// The largest of them; 0 for one element.
std::uint32_t depth(const Network& network);

/// The values after one step, from those before it.
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

/// The values after every step, the input first: steps + 1 rows of `width` values. input.size() == width.
template <typename T>
std::vector<std::vector<T>> run(const Network& network, Operator op, std::span<const T> input) {
    std::vector<std::vector<T>> rows{{input.begin(), input.end()}};
    for (const Step& step : network.steps) rows.push_back(apply(step, op, rows.back()));
    return rows;
}

}  // namespace winnow::scan
