// The networks of the block scans against the sequential scan, the literature's figures for their work, and
// its worked examples, value by value at every stage.
#include "scan/network.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "base/error.h"
#include "scan/networks.h"
#include "verify/checkers/inputs.h"

namespace winnow::scan {
namespace {

using test::for_networks;
using Values = std::vector<std::uint32_t>;
using Rows = std::vector<Values>;

Rows stages(const Network& network, const Values& input) {
    Rows rows = run<std::uint32_t>(network, Operator::add, input);
    rows.erase(rows.begin());  // the input
    return rows;
}

std::uint32_t log2_of(std::uint32_t power) {
    return static_cast<std::uint32_t>(std::bit_width(power)) - 1;
}

std::string name(const Network& network) {
    return std::string(name_of(network.block)) + " of " + std::to_string(network.width) + " in " +
           std::to_string(network.steps.size()) + " steps";
}

template <typename T>
void expect_reference(const Network& network, Operator op) {
    const auto input = verify::make_values<T>(verify::Input::random, 1, network.width);
    std::vector<T> expected(network.width);
    reference_scan_of<T>(network.kind, op, input, expected);
    EXPECT_EQ(run<T>(network, op, input).back(), expected) << name(network) << ", " << name_of(op);
}

TEST(Network, GivesTheReferencesResultsForEveryOperatorAndType) {
    for_networks([](const Network& network) {
        for (const auto& op : operators) {
            expect_reference<std::uint32_t>(network, op.value);
            expect_reference<std::int32_t>(network, op.value);
            expect_reference<std::uint64_t>(network, op.value);
            if (op.value != Operator::add) expect_reference<float>(network, op.value);
        }
    });
}

/// The inputs from `first` to end-1, combined in that order.
struct Range {
    std::uint32_t first = 0, end = 0;
    bool operator==(const Range&) const = default;
};

/// Returns the ranges that elements stand for after the step. Only adjacent ranges may be combined, the left
/// one as the left operand.
std::vector<Range> ranges_after(const Step& step, const std::vector<Range>& before) {
    std::vector<Range> after = before;
    for (const auto& [action, destination, source] : step.operations) {
        const Range to = before[destination], from = before[source];
        if (action == Action::clear) after[destination] = {0, 0};
        if (action == Action::combine) {
            EXPECT_EQ(from.end, to.first);
            after[destination] = {from.first, to.end};
        }
        if (action == Action::swap_and_combine) {
            EXPECT_EQ(to.end, from.first);
            after[source] = to;
            after[destination] = {to.first, from.end};
        }
    }
    return after;
}

// Every network is therefore right for any associative operator, including those that do not commute.
TEST(Network, CombinesNeighbouringRangesInOrder) {
    for_networks([](const Network& network) {
        std::vector<Range> ranges;
        for (std::uint32_t i = 0; i < network.width; ++i) ranges.push_back({i, i + 1});
        for (const Step& step : network.steps) ranges = ranges_after(step, ranges);
        const std::uint32_t own = network.kind == Kind::inclusive ? 1 : 0;
        for (std::uint32_t i = 0; i < network.width; ++i)
            ASSERT_EQ(ranges[i], (Range{0, i + own})) << name(network) << ", element " << i;
    });
}

std::multiset<std::uint32_t> written(const Step& step) {
    std::multiset<std::uint32_t> elements;
    for (const auto& [action, destination, source] : step.operations) {
        elements.insert(destination);
        if (action == Action::swap_and_combine) elements.insert(source);
    }
    return elements;
}

TEST(Network, WritesNoElementTwiceInAStepAndNamesPhasesInOrder) {
    for_networks([](const Network& network) {
        std::uint32_t phase = 0;
        for (const Step& step : network.steps) {
            const auto elements = written(step);
            EXPECT_EQ(std::set(elements.begin(), elements.end()).size(), elements.size()) << name(network);
            EXPECT_FALSE(step.operations.empty()) << name(network);
            EXPECT_GE(step.phase, phase) << name(network);
            phase = step.phase;
            EXPECT_LT(phase, network.phases.size()) << name(network);
        }
    });
}

// --- work -------------------------------------------------------------------------------------------------

// One of the sources gives this sum, N log2 N - (1 + 2 + ... + N/2), as N (log2 N - 1). That is one too few:
// the geometric series is N - 1, not N.
TEST(Network, KoggeStoneAddsNLogNTimes) {
    for (std::uint32_t n = 1; n <= test::widest; n *= 2) {
        EXPECT_EQ(additions(kogge_stone(n)), n * log2_of(n) - (n - 1)) << n;
        EXPECT_EQ(adding_steps(kogge_stone(n)), log2_of(n)) << n;
    }
    EXPECT_EQ(additions(kogge_stone(1024)), 9217u);
}

TEST(Network, BrentKungAddsAboutTwiceAnElement) {
    for (std::uint32_t n = 2; n <= test::widest; n *= 2) {
        const Network network = brent_kung(n);
        EXPECT_EQ(additions(network), 2 * n - 2 - log2_of(n)) << n;
        EXPECT_EQ(additions(network, 0), n - 1) << n;
        EXPECT_EQ(additions(network, 1), n - 1 - log2_of(n)) << n;
        EXPECT_EQ(adding_steps(network), 2 * log2_of(n) - 1) << n;
    }
    EXPECT_EQ(additions(brent_kung(1)), 0u);
}

TEST(Network, BlellochAddsTwiceAnElement) {
    for (std::uint32_t n = 1; n <= test::widest; n *= 2) {
        const Network network = blelloch(n);
        EXPECT_EQ(additions(network), 2 * (n - 1)) << n;
        EXPECT_EQ(additions(network, 0), n - 1) << n;
        EXPECT_EQ(additions(network, 2), n - 1) << n;
        EXPECT_EQ(adding_steps(network), 2 * log2_of(n)) << n;
    }
}

// The estimate for T threads is N - 1 in the first phase, T log2 T in the second and N - T in the third. Each
// also counts threads that add nothing: in the first phase one for every section but one, in the second those
// left of the stride, in the third those of the first section.
TEST(Network, ThreePhaseAddsLessThanItsEstimate) {
    for (std::uint32_t n = 1; n <= test::widest; n *= 2)
        for (std::uint32_t t = 1; t <= n; t *= 2) {
            const Network network = three_phase(n, t);
            EXPECT_EQ(additions(network, 0), (n - 1) - (t - 1)) << n << ", " << t;
            EXPECT_EQ(additions(network, 1), t * log2_of(t) - (t - 1)) << n << ", " << t;
            EXPECT_EQ(additions(network, 2), (n - t) - (n / t - 1)) << n << ", " << t;
            const std::uint32_t addition = t > 1 && n > t ? 1 : 0;
            EXPECT_EQ(adding_steps(network), n / t - 1 + log2_of(t) + addition) << n << ", " << t;
        }
    EXPECT_EQ(additions(three_phase(1024, 64)), 960u + 321u + 945u);  // estimated 1,023 + 384 + 960
}

TEST(Network, SubgroupIsKoggeStoneOnTwoLevels) {
    const std::uint32_t n = 1024, lanes = 32, groups = n / lanes;
    const Network network = subgroup(n, lanes);
    EXPECT_EQ(additions(network, 0), groups * additions(kogge_stone(lanes)));
    EXPECT_EQ(additions(network, 1), additions(kogge_stone(groups)));
    EXPECT_EQ(additions(network, 2), (groups - 1) * (lanes - 1));
    EXPECT_EQ(adding_steps(network), log2_of(n) + 1);
}

// The sources' time units: the threads of all steps, active or not, divided by the number of execution units.
TEST(Network, TakesTheTimeUnitsOfTheSources) {
    const std::uint32_t n = 1024, units = 32;
    EXPECT_EQ(n * adding_steps(kogge_stone(n)) / units, 320u);          // a speedup of 3.2
    EXPECT_EQ(n * adding_steps(kogge_stone(n)) / 4, 2560u);             // a speedup of 0.4
    EXPECT_EQ(n / 2 * adding_steps(brent_kung(n)) / units, 304u);       // a speedup of 3.4
    EXPECT_EQ(additions(kogge_stone(n)) / (n - 1), 9u);                 // times the sequential work
    EXPECT_NEAR(double(additions(three_phase(n, 64))) / units, 74, 5);  // a speedup of 13.8 by the estimate
}

TEST(Network, DepthIsTheLongestChainOfAdditions) {
    for (std::uint32_t n = 2; n <= test::widest; n *= 2) {
        EXPECT_EQ(depth(kogge_stone(n)), log2_of(n)) << n;
        // The last step adds to elements that the reduction left alone, so no chain passes through all the
        // steps.
        EXPECT_EQ(depth(brent_kung(n)), n == 2 ? 1 : 2 * log2_of(n) - 2) << n;
        EXPECT_EQ(depth(three_phase(n, 1)), n - 1) << n;
    }
    EXPECT_EQ(depths(kogge_stone(8)), (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 3, 3, 3}));
    EXPECT_EQ(depth(kogge_stone(1)), 0u);
}

// --- worked examples --------------------------------------------------------------------------------------

const Values eight{3, 1, 7, 0, 4, 1, 6, 3};
const Values eight_inclusive{3, 4, 11, 11, 15, 16, 22, 25};
const Values eight_exclusive{0, 3, 4, 11, 11, 15, 16, 22};

TEST(Network, KoggeStoneOfEightAtEveryStage) {
    EXPECT_EQ(stages(kogge_stone(8), eight),
              (Rows{{3, 4, 8, 7, 4, 5, 7, 9}, {3, 4, 11, 11, 12, 12, 11, 14}, eight_inclusive}));
}

TEST(Network, BrentKungOfEightAtEveryStage) {
    EXPECT_EQ(stages(brent_kung(8), eight), (Rows{{3, 4, 7, 7, 4, 5, 6, 9},
                                                  {3, 4, 7, 11, 4, 5, 6, 14},
                                                  {3, 4, 7, 11, 4, 5, 6, 25},
                                                  {3, 4, 7, 11, 4, 16, 6, 25},
                                                  eight_inclusive}));
}

TEST(Network, BlellochOfEightAtEveryStage) {
    EXPECT_EQ(stages(blelloch(8), eight), (Rows{{3, 4, 7, 7, 4, 5, 6, 9},
                                                {3, 4, 7, 11, 4, 5, 6, 14},
                                                {3, 4, 7, 11, 4, 5, 6, 25},
                                                {3, 4, 7, 11, 4, 5, 6, 0},
                                                {3, 4, 7, 0, 4, 5, 6, 11},
                                                {3, 0, 7, 4, 4, 11, 6, 16},
                                                eight_exclusive}));
}

const Values sixteen{2, 1, 5, 8, 9, 0, 4, 6, 3, 4, 5, 4, 1, 7, 7, 2};
// Two articles print 7 for the second prefix sum of the last block, which is 1 + 7 = 8, and therefore 58
// instead of 59.
const Values blocks_of_four{2, 3, 8, 16, 9, 9, 13, 19, 3, 7, 12, 16, 1, 8, 15, 17};
const Values last_elements_scanned{2, 3, 8, 16, 9, 9, 13, 35, 3, 7, 12, 51, 1, 8, 15, 68};
const Values sixteen_inclusive{2, 3, 8, 16, 25, 25, 29, 35, 38, 42, 47, 51, 52, 59, 66, 68};

TEST(Network, ThreePhaseOfSixteenInFourSectionsAtEveryStage) {
    EXPECT_EQ(stages(three_phase(16, 4), sixteen),
              (Rows{{2, 3, 5, 8, 9, 9, 4, 6, 3, 7, 5, 4, 1, 8, 7, 2},
                    {2, 3, 8, 8, 9, 9, 13, 6, 3, 7, 12, 4, 1, 8, 15, 2},
                    blocks_of_four,
                    {2, 3, 8, 16, 9, 9, 13, 35, 3, 7, 12, 35, 1, 8, 15, 33},
                    last_elements_scanned,
                    sixteen_inclusive}));
}

TEST(Network, SubgroupOfSixteenInFourLanesAtEveryStage) {
    EXPECT_EQ(stages(subgroup(16, 4), sixteen), (Rows{{2, 3, 6, 13, 9, 9, 4, 10, 3, 7, 9, 9, 1, 8, 14, 9},
                                                      blocks_of_four,
                                                      {2, 3, 8, 16, 9, 9, 13, 35, 3, 7, 12, 35, 1, 8, 15, 33},
                                                      last_elements_scanned,
                                                      sixteen_inclusive}));
}

// This is the notes' example of three processors, with threads in their place.
TEST(Network, ThreePhaseOfNineInThreeSections) {
    const Rows rows = stages(three_phase(9, 3), {1, 2, 3, 4, 5, 6, 7, 8, 9});
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[1], (Values{1, 3, 6, 4, 9, 15, 7, 15, 24}));
    EXPECT_EQ(rows[3], (Values{1, 3, 6, 4, 9, 21, 7, 15, 45}));
    EXPECT_EQ(rows[4], (Values{1, 3, 6, 10, 15, 21, 28, 36, 45}));
}

// A source describes here how blocks pass on their sums: 7 of the first and 7 of the second make 14.
TEST(Network, SubgroupHandsOnTheSumsOfItsSections) {
    const Rows rows = stages(subgroup(8, 4), {2, 1, 3, 1, 0, 4, 1, 2});
    ASSERT_EQ(rows.size(), 4u);
    EXPECT_EQ(rows[1], (Values{2, 3, 6, 7, 0, 4, 5, 7}));
    EXPECT_EQ(rows[2], (Values{2, 3, 6, 7, 0, 4, 5, 14}));
    EXPECT_EQ(rows[3], (Values{2, 3, 6, 7, 7, 11, 12, 14}));
}

// --- what is not a network ---------------------------------------------------------------------------------

TEST(Network, HasTheBlockScansNameAndPaddingChangesNothing) {
    for (const BlockScan block : members(block_scans)) {
        EXPECT_EQ(network_of(block, 64, 8).block, block);
        EXPECT_EQ(network_of(block, 64, 8).width, 64u);
    }
    EXPECT_EQ(additions(network_of(BlockScan::brent_kung_padded, 64, 1)), additions(brent_kung(64)));
    EXPECT_EQ(additions(network_of(BlockScan::blelloch_padded, 64, 1)), additions(blelloch(64)));
    EXPECT_EQ(additions(network_of(BlockScan::subgroup, 64, 2)), additions(subgroup(64, 32)));
}

TEST(Network, RefusesWidthsThatDoNotSuit) {
    EXPECT_THROW(kogge_stone(0), Error);
    EXPECT_THROW(brent_kung(12), Error);
    EXPECT_THROW(blelloch(0), Error);
    EXPECT_THROW(three_phase(16, 3), Error);
    EXPECT_THROW(three_phase(16, 0), Error);
    EXPECT_THROW(subgroup(16, 32), Error);
    EXPECT_THROW(subgroup(16, 0), Error);
    EXPECT_THROW(network_of(BlockScan::subgroup, 16, 0), Error);
}

}  // namespace
}  // namespace winnow::scan
