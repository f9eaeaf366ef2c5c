// Benchmarks: the figures are what they say, and a wrong scan is refused.
#include <gtest/gtest.h>

#include <numeric>

#include "commands/bench/report.h"
#include "commands/bench/rotation.h"
#include "commands/bench/scan_bench.h"
#include "commands/bench/statistics.h"
#include "commands/bench/stopwatch.h"
#include "support/gl_fixture.h"

namespace winnow::commands {
namespace {

TEST(Spread, InterpolatesBetweenSamples) {
    const Spread spread = spread_of({4, 1, 3, 2});
    EXPECT_DOUBLE_EQ(spread.median, 2.5);
    EXPECT_DOUBLE_EQ(spread.p10, 1.3);
    EXPECT_DOUBLE_EQ(spread.p90, 3.7);
    EXPECT_DOUBLE_EQ(spread_of({7}).p90, 7);
    EXPECT_THROW(spread_of({}), std::logic_error);
}

TEST(ScanRow, CountsBytesReadAndWritten) {
    ScanRow row;
    row.elements = 1'000'000;
    row.ms.median = 2;
    EXPECT_DOUBLE_EQ(row.gigabytes_per_second(), 4);  // 8 MB in 2 ms
}

class Bench : public test::GlTest {};

TEST_F(Bench, RotationHoldsWholeVectorsOfTheSameWords) {
    std::vector<std::uint32_t> words(1001);
    std::iota(words.begin(), words.end(), 5);
    const auto memory = gl::plain_memory();
    const Rotation rotation(*memory, facts(), words.size(), words);
    EXPECT_EQ(Rotation::buffer_bytes(words.size()) % 16, 0u);
    for (const std::uint32_t run : {0u, 1u, 1000u})
        EXPECT_EQ(rotation.pair(run).input.read_all<std::uint32_t>(words.size()), words);
    EXPECT_NE(&rotation.pair(0), &rotation.pair(1));
}

TEST_F(Bench, StopwatchWarmsUpAndThenTimesEveryRun) {
    Stopwatch stopwatch(facts());
    for (const Clock clock : {Clock::cpu, stopwatch.gl_clock()}) {
        std::vector<std::uint32_t> seen;
        const auto times = stopwatch.measure(clock, 21, [&](std::uint32_t run) { seen.push_back(run); });
        EXPECT_EQ(times.size(), 21u);
        ASSERT_EQ(seen.size(), 21u + Stopwatch::warm_up);
        EXPECT_EQ(seen.back(), seen.size() - 1);
        for (const double ms : times) EXPECT_GE(ms, 0);
    }
}

TEST_F(Bench, EveryRowIsDividedByTheFastestCopyOfItsSize) {
    Options options;
    options.sizes = {1000, 2048};
    options.runs = 20;
    Machine machine(options, false);
    Progress progress;
    const ScanBench bench = bench_scan(machine, options, progress);
    double copy = 0;
    for (const ScanRow& row : bench.rows) {
        EXPECT_EQ(row.runs, 20u);
        EXPECT_GT(row.ms.median, 0);
        EXPECT_LE(row.ms.p10, row.ms.median);
        EXPECT_GE(row.ms.p90, row.ms.median);
        if (row.kind == RowKind::copy) copy = std::max(copy, row.of_copy);
    }
    EXPECT_DOUBLE_EQ(copy, 1);
    const auto json = to_json(bench);
    EXPECT_EQ(json["rows"].size(), bench.rows.size());
    EXPECT_EQ(json["rows"][0]["elements"], 1000);
}

}  // namespace
}  // namespace winnow::commands
