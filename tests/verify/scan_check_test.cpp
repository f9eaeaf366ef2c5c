// winnow test must find every kind of wrong scan, and no fault in a correct one.
#include "verify/checkers/scan_check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "gl/program.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "scan/reference_scan.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"
#include "verify/checkers/inputs.h"
#include "verify/checks.h"
#include "verify/faulty_scan.h"

namespace winnow::verify {
namespace {

constexpr std::uint32_t seed = 7;
constexpr ScanChoice choice{BlockScan::blelloch, GridStrategy::scan_then_propagate};

class ScanCheck : public test::GlTest {
  protected:
    Check check(scan::Scan& scan, std::uint64_t size, Thoroughness depth = Thoroughness::full,
                std::optional<Input> pattern = {}) {
        const auto memory = gl::plain_memory();
        ScanChecker checker({*memory, seed, pattern});
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

// The reference adds floats in double. Sums in another order are right too; other results are not.
TEST_F(ScanCheck, FloatsMayBeRoundedButNotWrong) {
    const auto next = [](float x) { return x == 0 ? x : std::nextafter(x, 2 * x); };
    EXPECT_EQ(check(*scan::make_parallel_cpu_scan(floats), 100'003).reason, "");
    EXPECT_EQ(check(*changing_one(floats, next), 1000, Thoroughness::full, Input::random).reason, "");
    for (const float wrong :
         {0.1f, -0.1f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()})
        EXPECT_EQ(check(*changing_one(floats, [&](float x) { return x + wrong; }), 1000).status, Status::fail)
            << wrong;
}

// Rounding may not hide an element that is lost or added twice.
TEST_F(ScanCheck, SumsOfWholeNumbersAreExact) {
    const auto next = [](float x) { return std::nextafter(x, 1e9f); };
    for (const Input input : {Input::small, Input::alternating}) {
        EXPECT_EQ(check(*scan::make_cpu_scan(floats), 1000, Thoroughness::full, input).reason, "");
        EXPECT_EQ(check(*changing_one(floats, next), 1000, Thoroughness::full, input).status, Status::fail);
    }
}

TEST_F(ScanCheck, CasesAreRunAsTheyAre) {
    const auto memory = gl::plain_memory();
    ScanChecker checker({*memory, seed});
    for (auto& faulty : test::faulty_scans()) {
        if (faulty.name != "ignores the count") continue;
        const ScanCase without{}, with{.count = 7};
        EXPECT_EQ(checker.find_fault(*faulty.scan, choice, 100, {&without, 1}), "");
        EXPECT_NE(checker.find_fault(*faulty.scan, choice, 100, {&with, 1}).find("count 7 on the GPU"),
                  std::string::npos);
    }
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

TEST(ScanFault, FindsWhatIsWrongInEveryType) {
    for (const auto& element : elements)
        for (const auto& op : operators)
            scan::with_type(element.value, [&](auto zero) {
                using T = decltype(zero);
                SCOPED_TRACE(std::string(element.name) + " " + std::string(op.name));
                constexpr std::size_t count = 1000;
                const auto input = make_values<T>(Input::random, seed, count);
                std::vector<T> output(count);
                scan::reference_scan_of<T>(scan::Kind::exclusive, op.value, input, output);
                const auto fault = [&] {
                    return scan_fault({element.value, op.value}, std::as_bytes(std::span(input)),
                                      std::as_bytes(std::span(output)), count);
                };
                EXPECT_EQ(fault(), "");
                std::as_writable_bytes(std::span(output))[count / 2 * sizeof(T) + sizeof(T) - 2] ^=
                    std::byte{0x40};  // for floats, the exponent
                EXPECT_NE(fault().find("element 500"), std::string::npos);
            });
}

TEST(ScanFault, FloatsMayDifferByTheirRounding) {
    constexpr std::size_t count = 10'000;
    const auto input = make_values<float>(Input::random, seed, count);
    std::vector<float> output(count);
    scan::reference_scan_of<float>(scan::Kind::exclusive, Operator::add, input, output);
    const float last = output.back();
    for (const auto& [error, allowed] : {std::pair{1e-3f, true}, {100.0f, false}, {NAN, false}}) {
        output.back() = last + error;
        EXPECT_EQ(scan_fault(floats, std::as_bytes(std::span(input)), std::as_bytes(std::span(output)), count)
                      .empty(),
                  allowed)
            << error;
    }
}

TEST(ScanCases, AreOfThePatternThatIsWanted) {
    for (const Thoroughness depth : {Thoroughness::full, Thoroughness::brief})
        for (const auto& row : inputs)
            for (const ScanCase& one : scan_cases(100, depth, row.value)) EXPECT_EQ(one.input, row.value);
    EXPECT_GT(scan_cases(100, Thoroughness::full, {}).size(),
              scan_cases(100, Thoroughness::full, Input::one).size());
}

TEST(Inputs, FillEveryTypesRange) {
    const auto f = make_values<float>(Input::random, seed, 10'000);
    const auto [least, most] = std::minmax_element(f.begin(), f.end());
    EXPECT_GE(*least, -1);
    EXPECT_LT(*least, -0.99f);
    EXPECT_LT(*most, 1);
    EXPECT_GT(*most, 0.99f);
    const auto u = make_values<std::uint64_t>(Input::random, seed, 100);
    std::uint64_t ones = 0, zeros = 0;
    for (const std::uint64_t value : u) ones |= value, zeros |= ~value;
    EXPECT_EQ(ones & zeros, ~std::uint64_t{0});
    const auto alternating = make_values<std::uint64_t>(Input::alternating, seed, 3);
    EXPECT_EQ(alternating, (std::vector<std::uint64_t>{0, 1, 0}));
    const auto small = make_values<float>(Input::small, seed, 1000);
    EXPECT_EQ(*std::min_element(small.begin(), small.end()), -8);
    EXPECT_EQ(*std::max_element(small.begin(), small.end()), 8);
    for (const float value : small) EXPECT_EQ(value, std::trunc(value));
    EXPECT_EQ(make_values<std::int32_t>(Input::largest, seed, 1).front(), 0x7FFFFFFF);
}

TEST_F(ScanCheck, BriefChecksSeeWrongElementsTooAndGuards) {
    for (auto& faulty : test::faulty_scans()) {
        if (faulty.name != "breaks one element" && faulty.name != "writes past the end") continue;
        EXPECT_EQ(check(*faulty.scan, 1000, Thoroughness::brief).status, Status::fail) << faulty.name;
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
