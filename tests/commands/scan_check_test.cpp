// winnow test must find every kind of wrong scan, and nothing in a right one.
#include "commands/checks/scan_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "commands/checks/check.h"
#include "commands/checks/sizes.h"
#include "commands/faulty_scan.h"
#include "gl/program.h"
#include "scan/cpu_scan.h"
#include "scan/glsl_scan.h"
#include "shaders/shared.h"
#include "support/gl_fixture.h"

namespace winnow {
namespace {

using namespace commands;

constexpr std::uint32_t seed = 7;

class ScanCheck : public test::GlTest {
  protected:
    Check check(scan::Scan& scan, std::uint64_t size, Depth depth = Depth::full) {
        const auto memory = gl::plain_memory();
        ScanChecker checker(*memory, seed);
        Checks checks;
        checks.run(
            {.name = "scan", .backend = "double", .block = {}, .grid = {}, .count = size, .reason = {}},
            [&] { return checker.find_fault(scan, size, depth); });
        return checks.all().front();
    }
};

TEST_F(ScanCheck, PassesRightScans) {
    gl::ShaderLibrary shaders;
    const auto glsl = scan::make_glsl_scan(facts(), shaders, ScanChoice{});
    const auto cpu = scan::make_cpu_scan();
    for (scan::Scan* scan : {glsl.get(), cpu.get()})
        for (const std::uint64_t size : {0u, 1u, 33u, shared::SCAN_TILE + 1})
            EXPECT_EQ(check(*scan, size).reason, "") << size;
}

TEST_F(ScanCheck, PassesTheCpuOnAllCores) {
    const auto parallel = scan::make_parallel_cpu_scan();
    for (const std::uint64_t size : {0u, 33u, 100'003u}) EXPECT_EQ(check(*parallel, size).reason, "") << size;
}

TEST_F(ScanCheck, FailsEveryWrongScan) {
    for (const std::uint64_t size : {2u, 100u, shared::SCAN_TILE + 1})
        for (auto& faulty : test::faulty_scans()) {
            const Check result = check(*faulty.scan, size);
            EXPECT_EQ(result.status, Status::fail) << "a scan that " << faulty.name << " passed at " << size;
            EXPECT_NE(result.reason, "");
        }
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
    const auto sizes = edge_sizes(false);
    EXPECT_TRUE(std::is_sorted(sizes.begin(), sizes.end()));
    const std::uint64_t tile = shared::SCAN_TILE;
    for (const std::uint64_t edge :
         {std::uint64_t{32}, std::uint64_t{128}, std::uint64_t{256}, tile, 2 * tile})
        for (const std::uint64_t size : {edge - 1, edge, edge + 1})
            EXPECT_EQ(std::count(sizes.begin(), sizes.end(), size), 1) << size;
    EXPECT_EQ(sizes.front(), 0u);
    EXPECT_EQ(level_edge_sizes(false).size(), 3u);
}

}  // namespace
}  // namespace winnow
