// The benchmark of culls: the visible particles are listed, and a wrong list is not timed.
#include "measure/bound_report.h"
#include "measure/measure.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "measure/compact_cases.h"
#include "measure/cull_bench.h"
#include "measure/measured.h"
#include "session/machine.h"
#include "support/errors.h"
#include "support/gl_fixture.h"

namespace winnow::measure {
namespace {

class CullBench : public test::GlTest {};

TEST_F(CullBench, EveryShareIsListedAsItIsPlaced) {
    const BoundBench bench = measured(bench_cull, quick_options<CullBenchChoice>({3000}));
    EXPECT_EQ(bench.faults, std::vector<std::string>{});
    EXPECT_EQ(cases_of(bench.rows).size(), 5u);
    for (const BoundRow& row : bench.rows) {
        if (row.kind != RowKind::scan) continue;
        EXPECT_GE(row.bound_bytes, 16 * 3000);
        EXPECT_LE(row.bound_bytes, 20 * 3000);
        EXPECT_EQ(row.bound_bytes == 20 * 3000, row.of.percent == 100);
    }
}

TEST_F(CullBench, AWrongListIsFound) {
    constexpr std::uint32_t particles = 500;
    const auto memory = gl::plain_memory();
    CullSets sets(*memory, facts(), particles);
    const auto votes = make_votes(VoteSpread::random, 50, 3, particles);
    sets.place(votes);
    auto slots = survivors_of(votes);
    shared::DrawList state{};
    state.drawn = static_cast<std::uint32_t>(slots.size());
    const gl::Buffer listed = memory->allocate(slots.size() * 4, "test: slots");
    const gl::Buffer words = memory->allocate(sizeof state, "test: state");
    const auto fault = [&] {
        listed.write_all(std::span(slots));
        words.write_all(std::span(&state, 1));
        return sets.fault({&listed, &words});
    };
    EXPECT_EQ(fault(), "");
    std::swap(slots[7], slots[8]);
    EXPECT_NE(fault().find("entry 7"), std::string::npos);
    --state.drawn;
    EXPECT_NE(fault().find("are listed"), std::string::npos);
}

TEST_F(CullBench, OtherBackendsAreRefused) {
    CullBenchChoice options;
    options.backend = Backend::cpu;
    test::expect_error(ExitStatus::bad_input, "culling always runs in GLSL",
                       [&] { measured(bench_cull, options); });
}

}  // namespace
}  // namespace winnow::measure
