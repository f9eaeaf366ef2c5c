// The CUDA suite as the table of backends sees it, with and without a device.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>

#include "base/error.h"
#include "compact/suite.h"
#include "cuda/base/driver.h"
#include "cuda/runtime.h"
#include "cuda/support.h"
#include "measure/baseline.h"
#include "verify/checkers/scan_check.h"

namespace winnow::test {
namespace {

class SuiteTest : public GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) suite_ = make_cuda_suite(facts());
    }
    void TearDown() override {
        suite_.reset();
        GlTest::TearDown();
    }

    measure::BaselineSource& source() { return dynamic_cast<measure::BaselineSource&>(*suite_); }

    std::unique_ptr<Suite> suite_;
};

TEST_F(SuiteTest, WhatIsAbsentIsExplainedAndRefused) {
    if (suite_->available()) GTEST_SKIP() << "CUDA works here";
    const std::string reason = suite_->available().reason;
    EXPECT_GT(reason.size(), 20u) << reason;
    try {
        suite_->make_scan({});
        FAIL() << "a scan was made";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), ExitStatus::absent);
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
    EXPECT_THROW(suite_->make_compactor({}, {}), Error);
    for (const auto& compaction : compactions) EXPECT_EQ(suite_->offers(compaction.value, {}).reason, reason);
    EXPECT_THROW(suite_->memory(), Error);
    EXPECT_THROW(source().compact_baselines(), Error);
    EXPECT_THROW(source().sort_baselines(), Error);
    EXPECT_THROW(source().timed_compactor({}, {}), Error);
    EXPECT_TRUE(suite_->devices().empty());
}

TEST_F(SuiteTest, DevicesAreListedOrTheirAbsenceExplained) {
    const CudaDevices found = list_cuda_devices();
    EXPECT_EQ(found.devices.empty(), !found.absence.empty());
    for (const BackendDevice& device : found.devices)
        EXPECT_FALSE(device.name.empty() || device.details.empty());
}

TEST_F(SuiteTest, AWindowOnAnotherGpuIsToldTheWayOut) {
    if (const std::string reason = cuda::absence(); !reason.empty()) GTEST_SKIP() << reason;
    gl::Facts elsewhere = facts();
    elsewhere.nvidia = false;
    elsewhere.headless = false;
    elsewhere.renderer = "Mesa Intel(R) Graphics";
    const std::string reason = cuda::match_context(elsewhere).reason;
    EXPECT_NE(reason.find("Mesa Intel(R) Graphics"), std::string::npos) << reason;
    EXPECT_NE(reason.find("__NV_PRIME_RENDER_OFFLOAD=1 __GLX_VENDOR_LIBRARY_NAME=nvidia"), std::string::npos);
    elsewhere.headless = true;
    EXPECT_NE(cuda::match_context(elsewhere).reason.find("--device"), std::string::npos);
}

TEST_F(SuiteTest, EveryCompactorIsOfferedAndFusedWithSinglePassesOnly) {
    if (const Availability here = suite_->available(); !here) GTEST_SKIP() << here.reason;
    for (const auto& compaction : compactions) {
        SCOPED_TRACE(std::string(compaction.name));
        EXPECT_TRUE(suite_->offers(compaction.value, {}));
        EXPECT_NE(suite_->make_compactor(compaction.value, {}), nullptr);
        EXPECT_NE(source().timed_compactor(compaction.value, {}), nullptr);
    }
    constexpr ScanChoice hierarchical{BlockScan::automatic, GridStrategy::scan_then_propagate};
    const Availability fused = suite_->offers(Compaction::fused, hierarchical);
    EXPECT_NE(fused.reason.find("scan-then-propagate"), std::string::npos) << fused.reason;
    EXPECT_THROW(suite_->make_compactor(Compaction::fused, hierarchical), Error);
    EXPECT_EQ(suite_->resolve(Compaction::automatic, hierarchical), Compaction::bits);
    EXPECT_EQ(suite_->resolve(Compaction::automatic, ScanChoice{}), Compaction::fused);
}

/// Input and output of one run of a benchmark.
struct Pair {
    Pair(ScanType of, std::size_t count)
        : type(of), input(verify::make_bytes(input_of(of.element), 1, of.element, count)) {
        from.write_all(std::span(input));
        to.fill(verify::guard_word);
    }

    measure::BenchmarkPair run() const { return {&from, &to}; }
    std::vector<std::byte> output() const { return to.read_all<std::byte>(input.size()); }
    std::string scan_fault() const { return verify::scan_fault(type, input, output(), input.size()); }

    /// Baselines may add floats in any order, so these sums are exact.
    static verify::Input input_of(Element element) {
        return element == Element::f32 ? verify::Input::small : verify::Input::random;
    }

    ScanType type;
    std::vector<std::byte> input;
    gl::Buffer from = gl::plain_memory()->allocate(input.size(), "from");
    gl::Buffer to = gl::plain_memory()->allocate(input.size(), "to");
};

TEST_F(SuiteTest, BaselinesDoTheirWork) {
    if (const Availability here = suite_->available(); !here) GTEST_SKIP() << here.reason;
    constexpr std::size_t count = 50021;  // the naive scan takes at most 65536
    const gl::Buffer swept = gl::plain_memory()->allocate(count * 4, "swept");
    std::set<std::string> names;
    for (const auto& baseline : source().scan_baselines()) {
        SCOPED_TRACE(baseline->name());
        const Pair pair({}, count);
        const std::array runs{pair.run(), pair.run()};
        EXPECT_TRUE(baseline->offers({}, count));
        EXPECT_GT(baseline->run({runs, count, {}, {{&pair.from, &swept}, 1}}), 0.0);
        if (baseline->copies())
            EXPECT_TRUE(pair.output() == pair.input);
        else
            EXPECT_EQ(pair.scan_fault(), "");
        EXPECT_THROW(baseline->run({runs, count + 1, {}, {}}), Error);
        names.insert(baseline->name());
    }
    EXPECT_EQ(names, (std::set<std::string>{"cub", "cuda copy kernel", "cuda naive", "cudaMemcpyAsync"}));
}

TEST_F(SuiteTest, CubScansEveryTypeWithEveryOperator) {
    if (const Availability here = suite_->available(); !here) GTEST_SKIP() << here.reason;
    constexpr std::size_t count = 10007;
    const auto baselines = source().scan_baselines();
    const auto cub = std::find_if(baselines.begin(), baselines.end(),
                                  [](auto& baseline) { return baseline->name() == "cub"; });
    ASSERT_NE(cub, baselines.end());
    for (const auto& element : elements)
        for (const auto& op : operators) {
            SCOPED_TRACE(std::string(element.name) + " " + std::string(op.name));
            const Pair pair({element.value, op.value}, count);
            const measure::BenchmarkPair run = pair.run();
            (*cub)->run({std::span(&run, 1), count, pair.type, {}});
            EXPECT_EQ(pair.scan_fault(), "");
        }
}

TEST_F(SuiteTest, TimedScansAreTheScansTheyName) {
    if (const Availability here = suite_->available(); !here) GTEST_SKIP() << here.reason;
    constexpr std::size_t count = 100003;
    const Pair pair({}, count);
    const measure::BenchmarkPair run = pair.run();
    EXPECT_GT(source().timed_scan({}, {})->run({std::span(&run, 1), count, {}, {}}), 0.0);
    EXPECT_EQ(pair.scan_fault(), "");
}

}  // namespace
}  // namespace winnow::test
