// The error bound of float scans holds for everything that sums floats here, and the worst input comes close
// to it.
#include "scan/error_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scan/cpu_scan.h"
#include "scan/networks.h"
#include "verify/checkers/inputs.h"

namespace winnow::scan {
namespace {

using verify::Input;
using Floats = std::vector<float>;

Floats floats_of(Input input, std::size_t count) {
    return verify::make_values<float>(input, 1, count);
}

/// Returns the largest |result - reference| / bound over all elements: the bound holds if it is at most 1.
double used(Kind kind, const Floats& input, const Floats& result, std::uint64_t depth) {
    double sum = 0, magnitudes = 0, worst = 0;
    for (std::size_t i = 0; i < input.size(); ++i) {
        const auto add = [&] {
            sum += input[i];
            magnitudes += std::abs(input[i]);
        };
        if (kind == Kind::inclusive) add();
        const double bound = error_bound(Operator::add, depth, i + 1, magnitudes);
        const double error = std::abs(result[i] - sum);
        if (error > 0) worst = std::max(worst, error / bound);
        if (kind == Kind::exclusive) add();
    }
    return worst;
}

double used_by(const Network& network, const Floats& input) {
    return used(network.kind, input, run<float>(network, Operator::add, input).back(), depth(network));
}

double used_by_reference(const Floats& input) {
    Floats result(input.size());
    reference_scan_of<float>(Kind::inclusive, Operator::add, input, result);
    return used(Kind::inclusive, input, result, depth_of({}, 1, input.size()));
}

double used_by_parallel(const Floats& input, unsigned processors) {
    Floats result(input.size());
    parallel_scan<float>(Kind::inclusive, Operator::add, input, result, processors);
    return used(Kind::inclusive, input, result, parallel_depth(input.size(), processors));
}

constexpr float half_epsilon = 0x1p-24f;  // lost when added to 1: the sum is rounded to even

/// Returns an input that loses half an epsilon with every addition of a sequence.
Floats lost_one_by_one(std::size_t count) {
    Floats input(count, half_epsilon);
    input.front() = 1;
    return input;
}

/// Returns an input that loses half an epsilon with every addition of a tree: each subtree that joins the
/// first element's sum holds only one half epsilon.
Floats lost_in_trees(std::uint32_t count) {
    Floats input(count, 0);
    for (std::uint32_t stride = 1; stride < count; stride *= 2)
        input[stride] = input[count - stride] = half_epsilon;
    input.front() = 1;
    return input;
}

TEST(ErrorBound, HoldsForNetworks) {
    test::for_networks([](const Network& network) {
        for (const Input input : {Input::random, Input::positive})
            EXPECT_LE(used_by(network, floats_of(input, network.width)), 1)
                << name_of(network.block) << ' ' << network.width;
        if (network.width > 1) {
            EXPECT_LE(used_by(network, lost_in_trees(network.width)), 1) << name_of(network.block);
            EXPECT_LE(used_by(network, lost_one_by_one(network.width)), 1) << name_of(network.block);
        }
    });
}

TEST(ErrorBound, HoldsForTheReferenceAndForProcessors) {
    for (const std::size_t count : {1u, 100u, 65'537u, 1'000'003u})
        for (const Floats& input :
             {floats_of(Input::random, count), floats_of(Input::positive, count), lost_one_by_one(count)}) {
            EXPECT_LE(used_by_reference(input), 1) << count;
            for (const unsigned processors : {2u, 7u})
                EXPECT_LE(used_by_parallel(input, processors), 1) << count;
        }
}

// Every rounding loses at most half an epsilon, so at most half of the bound can be used.
TEST(ErrorBound, IsNearlyHalfUsedByTheWorstInput) {
    EXPECT_GT(used_by_reference(lost_one_by_one(10'000)), 0.45);
    EXPECT_GT(used_by_parallel(lost_one_by_one(10'000), 4), 0.45);
    for (const Network& network : {kogge_stone(1024), brent_kung(1024), blelloch(1024)})
        EXPECT_GT(used_by(network, lost_in_trees(1024)), 0.4) << name_of(network.block);
    for (const Network& network : {three_phase(1024, 128), subgroup(1024, 32)})
        EXPECT_GT(used_by(network, lost_in_trees(1024)), 0.2) << name_of(network.block);
}

// One rounding more than the depth allows must be detected.
TEST(ErrorBound, IsExceededByALostElement) {
    Floats input = floats_of(Input::positive, 1024);
    input[500] = 0.5f;
    Floats without = input;
    without[500] = 0;
    const Network network = kogge_stone(1024);
    EXPECT_GT(used(network.kind, input, run<float>(network, Operator::add, without).back(), depth(network)),
              1);
}

TEST(ErrorBound, GrowsWithTheStrategysChains) {
    constexpr std::uint64_t tile = 4096, large = 1 << 28;
    for (const auto& block : block_scans) {
        if (block.value == BlockScan::automatic) continue;
        const auto depth = [&](GridStrategy grid, std::uint64_t length) {
            return depth_of({block.value, grid}, tile, length);
        };
        const std::uint64_t one_tile = depth(GridStrategy::scan_then_propagate, tile);
        EXPECT_GE(one_tile, 2u * max_items_per_thread) << block.name;
        EXPECT_LE(one_tile, 200u) << block.name;
        EXPECT_EQ(depth(GridStrategy::scan_then_propagate, tile + 1), 2 * one_tile + 1) << block.name;
        EXPECT_EQ(depth(GridStrategy::scan_then_propagate, large), 3 * one_tile + 2) << block.name;
        EXPECT_EQ(depth(GridStrategy::chained, large), one_tile + large / tile + 1) << block.name;
        EXPECT_LE(depth(GridStrategy::reduce_then_scan, large), 1000u) << block.name;
    }
    EXPECT_EQ(depth_of({BlockScan::blelloch, GridStrategy::chained}, 1, 1000), 1000u);
}

TEST(ErrorBound, OfMinAndMaxIsZero) {
    EXPECT_EQ(error_bound(Operator::min, 10, 10, 1), 0);
    EXPECT_EQ(error_bound(Operator::max, 10, 10, 1), 0);
    EXPECT_GT(error_bound(Operator::add, 10, 10, 1), 0);
}

}  // namespace
}  // namespace winnow::scan
