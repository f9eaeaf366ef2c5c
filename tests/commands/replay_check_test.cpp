// Replays are compared step by step: figures, hash, and the backend that computed them.
#include "commands/checks/replay_check.h"

#include <gtest/gtest.h>

namespace winnow::commands {
namespace {

/// A run in which the books balance: each step two are born and, from the second on, one dies.
std::vector<StepReport> sound_run() {
    std::vector<StepReport> run;
    std::uint32_t alive = 0;
    for (std::uint32_t step = 0; step < 4; ++step) {
        StepReport report{};
        report.figures.step = step;
        report.figures.born = 2;
        report.figures.died = step == 0 ? 0 : 1;
        alive += 2 - report.figures.died;
        report.figures.alive = alive;
        report.figures.hash = 1000 + step;
        report.figures.hashed = true;
        report.backend = Backend::cpu;
        run.push_back(report);
    }
    return run;
}

Way cpu(std::uint32_t) {
    return {Backend::cpu, {}, Compaction::automatic};
}

TEST(ReplayCheck, SoundRunHasNoFault) {
    EXPECT_EQ(find_fault_or_none_died(sound_run()), "");
    EXPECT_EQ(find_difference(sound_run(), sound_run(), cpu), "");
}

TEST(ReplayCheck, BooksMustBalance) {
    auto run = sound_run();
    run[2].figures.alive += 1;
    EXPECT_NE(find_fault_or_none_died(run), "");
}

TEST(ReplayCheck, StateMustChangeAndSomethingMustDie) {
    auto run = sound_run();
    run[3].figures.hash = run[2].figures.hash;
    EXPECT_NE(find_fault_or_none_died(run), "");
    run = sound_run();
    run.resize(1);
    EXPECT_NE(find_fault_or_none_died(run), "");
    EXPECT_NE(find_fault_or_none_died({}), "");
}

TEST(ReplayCheck, AnyDifferenceIsFound) {
    const auto reference = sound_run();
    auto run = sound_run();
    run[3].figures.hash ^= 1;
    EXPECT_NE(find_difference(run, reference, cpu), "");
    run = sound_run();
    run[1].figures.dropped = 1;
    EXPECT_NE(find_difference(run, reference, cpu), "");
    run = sound_run();
    run.pop_back();
    EXPECT_NE(find_difference(run, reference, cpu), "");
}

TEST(ReplayCheck, StepOfAnotherBackendIsADifference) {
    auto run = sound_run();
    run[2].backend = Backend::glsl;  // a silent fallback
    EXPECT_NE(find_difference(run, sound_run(), cpu), "");
}

TEST(ReplayCheck, StepOfAnotherScanOrCompactorIsADifference) {
    const auto run = sound_run();
    const auto reference = sound_run();
    const BlockScan other = run[0].block == BlockScan::blelloch ? BlockScan::brent_kung : BlockScan::blelloch;
    for (const Way& way : {Way{Backend::cpu, {other, GridStrategy::automatic}, Compaction::automatic},
                           Way{Backend::cpu, {}, Compaction::fused}})
        EXPECT_NE(find_difference(run, reference, [&](std::uint32_t) { return way; }), "");
}

TEST(ReplayCheck, NobodyNeedDieInABriefRun) {
    auto run = sound_run();
    run.resize(1);
    EXPECT_EQ(find_fault(run), "");
}

}  // namespace
}  // namespace winnow::commands
