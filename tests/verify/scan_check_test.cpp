// winnow test must find every kind of wrong scan, and nothing in a right one.
#include "verify/scan_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "gl/program.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "verify/check.h"
#include "verify/faulty_scan.h"
#include "verify/inputs.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t seed = 7;
constexpr ScanChoice choice{BlockScan::blelloch, GridStrategy::scan_then_propagate};

class ScanCheck : public test::GlTest {
  protected:
    Check check(scan::Scan& scan, std::uint64_t size, Depth depth = Depth::full) {
        const auto memory = gl::plain_memory();
        ScanChecker checker({*memory, seed});
        Checks checks;
        checks.run(
            {.name = "scan", .backend = "double", .block = {}, .grid = {}, .count = size, .reason = {}},
            [&] { return checker.find_fault(scan, choice, size, depth); });
        return checks.all().front();
    }
};

TEST_F(ScanCheck, PassesRightScans) {
    gl::ShaderLibrary shaders;
    const auto glsl = scan::make_glsl_scan(facts(), shaders, ScanChoice{});
    const auto cpu = scan::make_cpu_scan();
    for (scan::Scan* scan : {glsl.get(), cpu.get()})
        for (const std::uint64_t size : {0u, 1u, 33u, 4097u})
            EXPECT_EQ(check(*scan, size).reason, "") << size;
}

TEST_F(ScanCheck, PassesTheCpuOnAllCores) {
    const auto parallel = scan::make_parallel_cpu_scan();
    for (const std::uint64_t size : {0u, 33u, 100'003u}) EXPECT_EQ(check(*parallel, size).reason, "") << size;
}

TEST_F(ScanCheck, PassesEveryTypeAndOperator) {
    for (const auto& element : elements)
        for (const auto& op : operators) {
            const auto cpu = scan::make_cpu_scan({element.value, op.value});
            for (const std::uint64_t size : {0u, 1u, 1000u})
                EXPECT_EQ(check(*cpu, size).reason, "") << element.name << ' ' << op.name << ' ' << size;
        }
}

TEST_F(ScanCheck, FailsEveryWrongScanOfIntegers) {
    for (const Element element : {Element::u32, Element::i32, Element::u64})
        for (const std::uint64_t size : {2u, 100u, 4097u})
            for (auto& faulty : test::faulty_scans({element, Operator::add})) {
                const Check result = check(*faulty.scan, size);
                EXPECT_EQ(result.status, Status::fail)
                    << name_of(element) << ": a scan that " << faulty.name << " passed at " << size;
                EXPECT_NE(result.reason, "");
            }
}

constexpr ScanType floats{Element::f32, Operator::add};

/// A scan in which `change` is made to one result, where all are wanted.
template <typename Change>
auto changing_one(ScanType type, Change change) {
    return test::spoiling(type, [change](const scan::Request& r) {
        if (r.count.buffer != nullptr) return;
        auto& output = *const_cast<gl::Buffer*>(r.output.buffer);
        const std::uint64_t at = (r.output.first + r.bound / 2) * sizeof(float);
        std::vector<float> one = output.read_all<float>(1, at);
        one.front() = change(one.front());
        output.write_all(std::span(one), at);
    });
}

// The reference of floats adds in double; sums in another order are right too, others are not.
TEST_F(ScanCheck, FloatsMayBeRoundedButNotWrong) {
    const auto next = [](float x) { return x == 0 ? x : std::nextafter(x, 2 * x); };
    EXPECT_EQ(check(*scan::make_parallel_cpu_scan(floats), 100'003).reason, "");
    EXPECT_EQ(check(*changing_one(floats, next), 1000).reason, "");
    for (const float wrong :
         {0.1f, -0.1f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        EXPECT_EQ(check(*changing_one(floats, [&](float x) { return x + wrong; }), 1000).status, Status::fail)
            << wrong;
}

TEST_F(ScanCheck, MinAndMaxOfFloatsAreNotRounded) {
    const auto next = [](float x) { return std::nextafter(x, 2.0f); };
    for (const Operator op : {Operator::min, Operator::max})
        EXPECT_EQ(check(*changing_one({Element::f32, op}, next), 1000).status, Status::fail) << name_of(op);
}

TEST_F(ScanCheck, TotalsOfFloatsAreHeldToTheBound) {
    const auto wrong_total = test::spoiling(floats, [](const scan::Request& r) {
        if (r.total.buffer == nullptr) return;
        const float wrong = 12345;
        const_cast<gl::Buffer*>(r.total.buffer)
            ->write_all(std::span(&wrong, 1), r.total.index * sizeof wrong);
    });
    EXPECT_NE(check(*wrong_total, 100).reason.find("the total is 12345, should be"), std::string::npos);
}

TEST(ScanCases, AreOfThePatternThatIsWanted) {
    for (const Depth depth : {Depth::full, Depth::brief})
        for (const auto& row : inputs)
            for (const ScanCase& one : scan_cases(100, depth, row.value)) EXPECT_EQ(one.input, row.value);
    EXPECT_GT(scan_cases(100, Depth::full, {}).size(), scan_cases(100, Depth::full, Input::one).size());
}

TEST(Inputs, FillEveryTypesRange) {
    std::vector<float> f(10'000);
    fill_input_of<float>(Input::random, seed, f);
    const auto [least, most] = std::minmax_element(f.begin(), f.end());
    EXPECT_GE(*least, -1);
    EXPECT_LT(*least, -0.99f);
    EXPECT_LT(*most, 1);
    EXPECT_GT(*most, 0.99f);
    std::vector<std::uint64_t> u(100);
    fill_input_of<std::uint64_t>(Input::random, seed, u);
    std::uint64_t ones = 0, zeros = 0;
    for (const std::uint64_t value : u) ones |= value, zeros |= ~value;
    EXPECT_EQ(ones & zeros, ~std::uint64_t{0});
    fill_input_of<std::uint64_t>(Input::alternating, seed, u);
    EXPECT_EQ(u[1], 1u);
    EXPECT_EQ(u[2], 0u);
}

TEST_F(ScanCheck, BriefChecksSeeWrongElementsTooAndGuards) {
    for (auto& faulty : test::faulty_scans()) {
        if (faulty.name != "breaks one element" && faulty.name != "writes past the end") continue;
        EXPECT_EQ(check(*faulty.scan, 1000, Depth::brief).status, Status::fail) << faulty.name;
    }
}

TEST_F(ScanCheck, ReasonNamesTheRunAndTheElement) {
    auto all = test::faulty_scans();
    EXPECT_EQ(check(*all.front().scan, 100).reason,
              "exclusive, zero input: element 50 of the output is 0x1, should be 0x0");
}

TEST(Sizes, AscendAroundEveryEdge) {
    for (const std::uint64_t tile : {1u, 512u, 3840u, 4096u}) {
        const auto sizes = edge_sizes(tile, false);
        EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
        for (const std::uint64_t edge :
             {std::uint64_t{32}, std::uint64_t{128}, std::uint64_t{256}, std::uint64_t{512}, tile, 2 * tile})
            for (const std::uint64_t size : {edge - 1, edge, edge + 1})
                EXPECT_EQ(std::count(sizes.begin(), sizes.end(), size), 1) << size;
        EXPECT_EQ(sizes.front(), 0u);
    }
    EXPECT_EQ(level_edge_sizes(512), (std::vector<std::uint64_t>{262'143, 262'144, 262'145}));
    EXPECT_TRUE(level_edge_sizes(1).empty());
}

}  // namespace
}  // namespace winnow::verify
