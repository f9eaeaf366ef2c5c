// Children whose places CUDA scans within its hand-over: their number and order equal OpenGL's.
#include <gtest/gtest.h>

#include <ostream>

#include "cuda/support.h"
#include "support/family.h"
#include "support/session_runs.h"

namespace winnow::test {
namespace {

constexpr float BIRTHS_A_SECOND = 20000;  // in addition to children

struct Way {
    const char* name;
    Compaction compaction;
    ScanChoice scan;
};

void PrintTo(const Way& way, std::ostream* out) {
    *out << way.name;
}

const Way ways[] = {
    {"staged", Compaction::staged, {}}, {"staged_textbook", Compaction::staged, textbook},
    {"bits", Compaction::bits, {}},     {"bits_reduce_then_scan", Compaction::bits, reducing},
    {"fused", Compaction::fused, {}},   {"fused_chained", Compaction::fused, chained},
};

effects::Settings settings(effects::WhenFull policy, std::uint32_t capacity) {
    effects::Settings settings;
    settings.effect = family(BIRTHS_A_SECOND);
    settings.effect.when_full = policy;
    settings.simulation.capacity = capacity;
    return settings;
}

std::vector<session::StepReport> run(const effects::Settings& settings) {
    session::Session session(headless_context(), {}, settings);
    session.simulation().set_hashing(true);
    return run_steps(session, 80);
}

class CudaChildrenTest : public SharedTest, public ::testing::WithParamInterface<Way> {
  protected:
    /// Returns the figures of the last step.
    static particles::StepFigures expect_as_in_glsl(effects::Settings settings) {
        settings.simulation.backend = Backend::glsl;
        const auto expected = run(settings);
        settings.simulation.backend = Backend::cuda;
        settings.simulation.compaction = GetParam().compaction;
        settings.simulation.scan = GetParam().scan;
        const auto found = run(settings);
        EXPECT_EQ(hashes_of(found), hashes_of(expected));
        for (const session::StepReport& report : found) EXPECT_EQ(report.by.backend, Backend::cuda);
        return found.back().figures;
    }
};

TEST_P(CudaChildrenTest, AreTheSameAsInGlsl) {
    const auto last = expect_as_in_glsl(settings(effects::WhenFull::drop_new, 1 << 17));
    EXPECT_GT(last.born, 2000u) << "a step has 333 by the rate";
    EXPECT_EQ(last.dropped, 0u);
}

TEST_P(CudaChildrenTest, AreTheSameAsInGlslWhereTheyReplaceTheOldest) {
    EXPECT_GT(expect_as_in_glsl(settings(effects::WhenFull::replace_oldest, 20'000)).replaced, 0u);
}

INSTANTIATE_TEST_SUITE_P(Every, CudaChildrenTest, ::testing::ValuesIn(ways),
                         [](const auto& way) { return std::string(way.param.name); });

}  // namespace
}  // namespace winnow::test
