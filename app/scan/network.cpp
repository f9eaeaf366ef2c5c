#include "scan/network.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "base/error.h"

namespace winnow::scan {
namespace {

void require_elements(std::uint32_t width) {
    if (width == 0) bad_input("a scan's network needs at least one element");
}

void require_power_of_two(BlockScan block, std::uint32_t width) {
    if (!std::has_single_bit(width))
        bad_input("the network of {} needs a power of two of elements, not {}", name_of(block), width);
}

void require_sections(BlockScan block, std::uint32_t width, std::uint32_t sections) {
    require_elements(width);
    if (sections == 0 || width % sections != 0)
        bad_input("the network of {} cannot divide {} elements evenly into {} sections", name_of(block),
                  width, sections);
}

/// Collects the operations of a step, which all have the same action.
class StepBuilder {
  public:
    explicit StepBuilder(std::uint32_t phase, Action action = Action::combine) : action_(action) {
        step_.phase = phase;
    }
    void add(std::uint32_t destination, std::uint32_t source) {
        step_.operations.push_back({action_, destination, source});
    }
    /// Drops an empty step.
    void move_to(Network& network) {
        if (!step_.operations.empty()) network.steps.push_back(std::move(step_));
    }

  private:
    Action action_;
    Step step_;
};

/// Adds Kogge-Stone's step of one stride over `count` elements at `first`, `first + distance`...
void add_stride(StepBuilder& step, std::uint32_t first, std::uint32_t distance, std::uint32_t count,
                std::uint32_t stride) {
    for (std::uint32_t i = stride; i < count; ++i)
        step.add(first + i * distance, first + (i - stride) * distance);
}

/// Calls f for the tree's nodes over 2 * stride elements each: with the last element of the left half and the
/// last of the node.
template <typename F>
void for_nodes(std::uint32_t width, std::uint32_t stride, F&& f) {
    for (std::uint32_t right = 2 * stride - 1; right < width; right += 2 * stride) f(right - stride, right);
}

/// Adds the first half of Brent-Kung and Blelloch: the last element of each node gets the sum of the node.
void add_reduction_tree(Network& network, std::uint32_t phase) {
    for (std::uint32_t stride = 1; stride < network.width; stride *= 2) {
        StepBuilder step(phase);
        for_nodes(network.width, stride,
                  [&](std::uint32_t left, std::uint32_t right) { step.add(right, left); });
        step.move_to(network);
    }
}

/// Joins scanned sections of `length` elements: Kogge-Stone over their last elements, in place, then the
/// addition of each result to all but the last element of the next section.
void add_join(Network& network, std::uint32_t length, std::uint32_t scan_phase, std::uint32_t add_phase) {
    const std::uint32_t sections = network.width / length;
    for (std::uint32_t stride = 1; stride < sections; stride *= 2) {
        StepBuilder step(scan_phase);
        add_stride(step, length - 1, length, sections, stride);
        step.move_to(network);
    }
    StepBuilder step(add_phase);
    for (std::uint32_t first = length; first < network.width; first += length)
        for (std::uint32_t i = first; i + 1 < first + length; ++i) step.add(i, first - 1);
    step.move_to(network);
}

bool adds(const Operation& operation) {
    return operation.action != Action::clear;
}

/// Returns the depths after one step: the chains behind its sources grow by one addition.
std::vector<std::uint32_t> depths_after(const Step& step, const std::vector<std::uint32_t>& before) {
    std::vector<std::uint32_t> after = before;
    for (const auto& [action, destination, source] : step.operations) {
        const std::uint32_t joined = std::max(before[destination], before[source]) + 1;
        after[destination] = action == Action::clear ? 0 : joined;
        if (action == Action::swap_and_combine) after[source] = before[destination];
    }
    return after;
}

}  // namespace

Network kogge_stone(std::uint32_t width) {
    require_elements(width);
    Network network{BlockScan::kogge_stone, Kind::inclusive, width, {"scan"}, {}};
    for (std::uint32_t stride = 1; stride < width; stride *= 2) {
        StepBuilder step(0);
        add_stride(step, 0, 1, width, stride);
        step.move_to(network);
    }
    return network;
}

Network brent_kung(std::uint32_t width) {
    require_power_of_two(BlockScan::brent_kung, width);
    Network network{BlockScan::brent_kung, Kind::inclusive, width, {"reduction", "distribution"}, {}};
    add_reduction_tree(network, 0);
    for (std::uint32_t stride = width / 4; stride > 0; stride /= 2) {
        StepBuilder step(1);
        // The last element of a node is complete, so it completes the last element of the left half of the
        // next node.
        for_nodes(width - stride, stride,
                  [&](std::uint32_t, std::uint32_t last) { step.add(last + stride, last); });
        step.move_to(network);
    }
    return network;
}

Network blelloch(std::uint32_t width) {
    require_power_of_two(BlockScan::blelloch, width);
    Network network{BlockScan::blelloch, Kind::exclusive, width, {"up-sweep", "clear", "down-sweep"}, {}};
    add_reduction_tree(network, 0);
    StepBuilder clear(1, Action::clear);
    clear.add(width - 1, width - 1);
    clear.move_to(network);
    for (std::uint32_t stride = width / 2; stride > 0; stride /= 2) {
        StepBuilder step(2, Action::swap_and_combine);
        for_nodes(width, stride, [&](std::uint32_t left, std::uint32_t right) { step.add(right, left); });
        step.move_to(network);
    }
    return network;
}

Network three_phase(std::uint32_t width, std::uint32_t threads) {
    require_sections(BlockScan::three_phase, width, threads);
    Network network{BlockScan::three_phase,
                    Kind::inclusive,
                    width,
                    {"scan of sections", "scan of last elements", "addition"},
                    {}};
    const std::uint32_t length = width / threads;
    for (std::uint32_t k = 1; k < length; ++k) {
        StepBuilder step(0);
        for (std::uint32_t first = 0; first < width; first += length) step.add(first + k, first + k - 1);
        step.move_to(network);
    }
    add_join(network, length, 1, 2);
    return network;
}

Network subgroup(std::uint32_t width, std::uint32_t lanes) {
    require_elements(width);
    require_sections(BlockScan::subgroup, width, lanes == 0 ? 0 : width / lanes);
    Network network{BlockScan::subgroup,
                    Kind::inclusive,
                    width,
                    {"scan of subgroups", "scan of their sums", "addition"},
                    {}};
    for (std::uint32_t stride = 1; stride < lanes; stride *= 2) {
        StepBuilder step(0);
        for (std::uint32_t first = 0; first < width; first += lanes)
            add_stride(step, first, 1, lanes, stride);
        step.move_to(network);
    }
    add_join(network, lanes, 1, 2);
    return network;
}

Network network_of(BlockScan block, std::uint32_t width, std::uint32_t sections) {
    Network network;
    switch (block) {
        case BlockScan::automatic:
            throw std::logic_error("a network needs a resolved block scan");
        case BlockScan::kogge_stone:
            network = kogge_stone(width);
            break;
        case BlockScan::brent_kung:
        case BlockScan::brent_kung_padded:
            network = brent_kung(width);
            break;
        case BlockScan::blelloch:
        case BlockScan::blelloch_padded:
            network = blelloch(width);
            break;
        case BlockScan::three_phase:
            network = three_phase(width, sections);
            break;
        case BlockScan::subgroup:
            require_sections(block, width, sections);
            network = subgroup(width, width / sections);
            break;
    }
    network.block = block;
    return network;
}

std::uint64_t additions(const Network& network) {
    std::uint64_t sum = 0;
    for (std::uint32_t phase = 0; phase < network.phases.size(); ++phase) sum += additions(network, phase);
    return sum;
}

std::uint64_t additions(const Network& network, std::uint32_t phase) {
    std::uint64_t sum = 0;
    for (const Step& step : network.steps)
        if (step.phase == phase)
            sum += static_cast<std::uint64_t>(
                std::count_if(step.operations.begin(), step.operations.end(), adds));
    return sum;
}

std::uint64_t adding_steps(const Network& network) {
    return static_cast<std::uint64_t>(std::count_if(
        network.steps.begin(), network.steps.end(),
        [](const Step& step) { return std::any_of(step.operations.begin(), step.operations.end(), adds); }));
}

std::vector<std::uint32_t> depths(const Network& network) {
    std::vector<std::uint32_t> all(network.width, 0);
    for (const Step& step : network.steps) all = depths_after(step, all);
    return all;
}

std::uint32_t depth(const Network& network) {
    const auto all = depths(network);
    return all.empty() ? 0 : *std::max_element(all.begin(), all.end());
}

}  // namespace winnow::scan
