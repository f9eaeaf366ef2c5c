// The scan on several processors: the lecture notes' example at every stage, and the reference's results.
#include "scan/cpu_scan.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "scan/reference_scan.h"
#include "verify/checkers/inputs.h"

namespace winnow::scan {
namespace {

template <typename T>
void expect_reference(Kind kind, Operator op, std::size_t count, unsigned processors) {
    const auto input = verify::make_values<T>(verify::Input::random, 1, count);
    std::vector<T> expected(count), output(count), in_place = input;
    const T total = reference_scan_of<T>(kind, op, input, expected);
    EXPECT_EQ(parallel_scan<T>(kind, op, input, output, processors), total);
    EXPECT_EQ(output, expected) << count << " on " << processors;
    EXPECT_EQ(parallel_scan<T>(kind, op, in_place, in_place, processors), total);
    EXPECT_EQ(in_place, expected) << count << " on " << processors << ", in place";
}

TEST(ParallelScan, NineOnThreeProcessorsAtEveryStage) {
    using Numbers = std::vector<std::uint32_t>;
    const Numbers input{1, 2, 3, 4, 5, 6, 7, 8, 9};
    Numbers output(9);
    ParallelStages<std::uint32_t> stages;
    const auto total =
        parallel_scan<std::uint32_t>(Kind::inclusive, Operator::add, input, output, 3, &stages);
    EXPECT_EQ(stages.local, (Numbers{1, 3, 6, 4, 9, 15, 7, 15, 24}));
    EXPECT_EQ(stages.sums, (Numbers{6, 15, 24}));
    EXPECT_EQ(stages.sums_before, (Numbers{6, 21, 45}));
    EXPECT_EQ(output, (Numbers{1, 3, 6, 10, 15, 21, 28, 36, 45}));
    EXPECT_EQ(total, 45u);
}

TEST(ParallelScan, GivesTheReferencesResults) {
    for (const Kind kind : {Kind::exclusive, Kind::inclusive})
        for (const auto& op : operators)
            for (const std::size_t count : {0u, 1u, 2u, 3u, 7u, 1000u, 4099u})
                for (const unsigned processors : {0u, 1u, 2u, 3u, 7u, 16u}) {
                    expect_reference<std::uint32_t>(kind, op.value, count, processors);
                    expect_reference<std::int32_t>(kind, op.value, count, processors);
                    expect_reference<std::uint64_t>(kind, op.value, count, processors);
                }
}

TEST(ParallelScan, UsesAllProcessorsWhereTheyPayOff) {
    expect_reference<std::uint32_t>(Kind::exclusive, Operator::add, 1'000'003, 0);
    EXPECT_EQ(subarrays_of(100, 0), 1u);
    EXPECT_EQ(subarrays_of(100, 3), 3u);
    EXPECT_EQ(subarrays_of(2, 3), 2u);
    EXPECT_EQ(subarrays_of(0, 3), 1u);
    EXPECT_GE(subarrays_of(100'000'000, 0), 1u);
}

}  // namespace
}  // namespace winnow::scan
