// Steps on CUDA never make the CPU wait for the GPU and allocate nothing, on either side of the hand-over.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>

#include "cuda/runtime_calls.h"
#include "cuda/support.h"
#include "session/session.h"
#include "support/family.h"
#include "support/gl_calls.h"

namespace winnow::test {
namespace {

constexpr int warm_up = 100, measured = 100;

struct Case {
    Compaction compaction;
    bool children;

    friend void PrintTo(const Case& c, std::ostream* out) { *out << name(c); }
    friend std::string name(const Case& c) {
        return std::string(name_of(c.compaction)) + (c.children ? "_with_children" : "");
    }
};

effects::Settings settings(const Case& c) {
    effects::Settings settings;
    settings.effect = jet_effect();
    settings.effect.emitters[0].rate = 60000;
    settings.effect.emitters[0].lifetime = {0.1f, 0.5f};
    if (c.children) settings.effect = family(20000);
    settings.simulation.backend = Backend::cuda;
    settings.simulation.compaction = c.compaction;
    return settings;
}

std::size_t run(session::Session& session, int steps) {
    std::size_t reports = 0;
    for (int i = 0; i < steps; ++i) {
        while (!session.ready()) {
        }
        reports += session.take_reports().size();
        session.step();
        session.passes().poll();
    }
    return reports;
}

class CudaWaitingTest : public SharedTest, public ::testing::WithParamInterface<Case> {};

TEST_P(CudaWaitingTest, NothingWaitsAndNothingIsAllocated) {
    session::Session session(headless_context(), {}, settings(GetParam()));
    ASSERT_EQ(session.algorithm().compaction, GetParam().compaction);
    GlCalls gl;  // must know when the timers' queries were issued
    run(session, warm_up);
    RuntimeCalls cuda;
    gl.reset();
    const std::size_t reports = run(session, measured);
    EXPECT_EQ(cuda.waits(), "");
    EXPECT_EQ(cuda.allocations(), "");
    EXPECT_EQ(cuda.hand_overs(), "cudaGraphicsMapResources 100") << "one a step";
    EXPECT_EQ(gl.made(CallKind::waits), "");
    EXPECT_EQ(gl.made(CallKind::allocates), "");
    EXPECT_EQ(gl.made(CallKind::asks), "");
    EXPECT_EQ(session.algorithm().backend, Backend::cuda) << session.notice();
    EXPECT_GT(reports, 0u);
    EXPECT_EQ(std::count(gl.groups().begin(), gl.groups().end(), "children"), 0) << "OpenGL scanned for them";
}

INSTANTIATE_TEST_SUITE_P(Every, CudaWaitingTest,
                         ::testing::Values(Case{Compaction::staged, false}, Case{Compaction::bits, false},
                                           Case{Compaction::fused, false}, Case{Compaction::atomic, false},
                                           Case{Compaction::staged, true}, Case{Compaction::bits, true},
                                           Case{Compaction::fused, true}, Case{Compaction::atomic, true}),
                         [](const auto& test) { return name(test.param); });

TEST(RuntimeCalls, EveryCounterCounts) {
    EXPECT_EQ(RuntimeCalls::uncounted(), "");
}

}  // namespace
}  // namespace winnow::test
