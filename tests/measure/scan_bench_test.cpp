// Benchmarks of scans: the figures are right, and a wrong scan is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <numeric>
#include <span>
#include <thread>
#include <utility>

#include "measure/findings.h"
#include "measure/measure.h"
#include "measure/measured.h"
#include "measure/rotation.h"
#include "measure/scan_bench.h"
#include "measure/scan_report.h"
#include "measure/timing.h"
#include "session/machine.h"
#include "support/errors.h"
#include "support/gl_fixture.h"
#include "verify/faulty_scan.h"

namespace winnow::measure {
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
    row.type.element = Element::u64;
    EXPECT_DOUBLE_EQ(row.gigabytes_per_second(), 8);
}

TEST(ScanRow, IsDividedByTheFasterCopy) {
    std::vector<ScanRow> rows(3);
    rows[0].kind = rows[1].kind = RowKind::copy;
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].ms.median = std::array{3, 2, 4}[i];
    divide_by_copy(rows);
    EXPECT_DOUBLE_EQ(rows[0].of_copy, 2.0 / 3);
    EXPECT_DOUBLE_EQ(rows[1].of_copy, 1);
    EXPECT_DOUBLE_EQ(rows[2].of_copy, 0.5);
}

class Bench : public test::GlTest {};

TEST_F(Bench, RotationHoldsWholeVectorsOfTheSameWords) {
    std::vector<std::uint32_t> words(1001);
    std::iota(words.begin(), words.end(), 5);
    const auto memory = gl::plain_memory();
    const Rotation rotation(*memory, facts(), std::as_bytes(std::span(words)));
    EXPECT_EQ(Rotation::buffer_bytes(words.size() * 4), 4016u);
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

TEST_F(Bench, ASampleIsTheMeanOfItsBatch) {
    Stopwatch stopwatch(facts());
    for (const Clock clock : {Clock::cpu, stopwatch.gl_clock()}) {
        std::uint32_t seen = 0, begun = 0;
        const Rhythm rhythm{.samples = 4, .batch = 5, .before = [&] { ++begun; }};
        const auto times = stopwatch.measure(clock, rhythm, [&](std::uint32_t run) {
            EXPECT_EQ(run, seen++);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        });
        EXPECT_EQ(times.size(), 4u);
        EXPECT_EQ(begun, 4u);
        EXPECT_EQ(seen, 5 * (4 + Stopwatch::warm_up));
        if (clock == Clock::cpu) {
            EXPECT_LT(spread_of(times).p10, 4);  // one run, not five
        }
    }
}

TEST_F(Bench, EveryRowIsDividedByTheFastestCopyOfItsSize) {
    ScanBenchChoice options = quick_options<ScanBenchChoice>({1000, 2048});
    options.backend = Backend::automatic;
    const ScanBench bench = measured(bench_scan, options);
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
    EXPECT_EQ(json["type"], "u32");
    EXPECT_FALSE(json.contains("sources"));  // --sizes leaves the sources' race out
    EXPECT_NE(to_text(bench).find("2,048 (2^11) u32, add"), std::string::npos);
}

TEST_F(Bench, AWrongScanHasNoSpeed) {
    ScanBenchChoice options;
    options.runs = 20;
    session::Machine machine({}, options.backend);
    const BenchPrograms programs(machine.shaders(), machine.facts(), Element::u32);
    const SweepBuffers sweep(machine.suites().memory(), machine.facts());
    Stopwatch stopwatch(machine.facts());
    SizeBench bench({machine, options, programs, sweep.sweep(), stopwatch}, {}, 5000);
    const verify::Subject subject{&machine.suites().of(Backend::glsl), textbook};
    MeasuredScan right{subject, test::spoiling({}, [](const scan::Request&) {}), nullptr};
    EXPECT_EQ(bench.scan(right).runs, 20u);
    const auto spoil = [](const scan::Request& request) { request.output.buffer->fill(7, 4000, 4); };
    MeasuredScan wrong{subject, test::spoiling({}, spoil), nullptr};
    test::expect_error(
        ExitStatus::check_failed,
        "glsl blelloch x scan-then-propagate: the scan of 5000 elements is wrong: element 1000 is 7",
        [&] { bench.scan(wrong); });
    class WritesNothing : public scan::Scan {
        ScanType type() const override { return {}; }
        std::uint64_t tile() const override { return 1; }
        void reserve(std::uint64_t) override {}
        void run(const scan::Request&) override {}
        void poison_scratch(std::uint32_t) override {}
    };
    MeasuredScan idle{subject, std::make_unique<WritesNothing>(),
                      nullptr};  // its verdict must not depend on what others left
    test::expect_error(ExitStatus::check_failed, "element 0", [&] { bench.scan(idle); });
}

TEST_F(Bench, WhatIsNotOfferedIsLeftOutWithTheReason) {
    ScanBenchChoice options = quick_options<ScanBenchChoice>({1000});
    options.all = true;
    const ScanBench bench = measured(bench_scan, options);
    const auto scans = std::count_if(bench.rows.begin(), bench.rows.end(),
                                     [](const ScanRow& row) { return row.kind == RowKind::scan; });
    const auto left_out = std::count_if(bench.left_out.begin(), bench.left_out.end(), [](const LeftOut& row) {
        return row.what.starts_with("glsl ") && row.what.find(" x ") != std::string::npos;
    });
    EXPECT_EQ(scans + left_out, 28);
    EXPECT_EQ(bench.faults, std::vector<std::string>{});
    EXPECT_GE(scans, 1);
    for (const LeftOut& row : bench.left_out) EXPECT_FALSE(row.reason.empty());
}

TEST_F(Bench, AutoIsMeasuredBesideTheTextbook) {
    ScanBenchChoice options;
    options.backend = Backend::glsl;
    session::Machine machine({}, options.backend);
    ScanBench bench;
    const auto subjects = measured_subjects(machine, options, {}, measured_choices(options), bench);
    std::vector<ScanChoice> choices;
    for (const verify::Subject& subject : subjects) choices.push_back(subject.choice);
    const ScanChoice textbook{BlockScan::blelloch, GridStrategy::scan_then_propagate};
    const ScanChoice resolved = machine.suites().of(Backend::glsl).resolve({});
    EXPECT_EQ(choices.front(), resolved);
    EXPECT_EQ(choices.back(), textbook);
    EXPECT_EQ(choices.size(), resolved == textbook ? 1u : 2u);
}

}  // namespace
}  // namespace winnow::measure
