// Replays are compared step by step: figures, hash, and the backend that computed them.
#include "verify/replay.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/errors.h"
#include "support/gl_fixture.h"

namespace winnow::verify {
namespace {

/// Returns a consistent run: two particles are born in each step and, from the second on, one dies.
std::vector<session::StepReport> sound_run() {
    std::vector<session::StepReport> run;
    std::uint32_t alive = 0;
    for (std::uint32_t step = 0; step < 4; ++step) {
        session::StepReport report{};
        report.figures.step = step;
        report.figures.born = 2;
        report.figures.died = step == 0 ? 0 : 1;
        alive += 2 - report.figures.died;
        report.figures.alive = alive;
        report.figures.hash = 1000 + step;
        report.figures.hashed = true;
        report.by.backend = Backend::cpu;
        run.push_back(report);
    }
    return run;
}

Algorithm cpu(std::uint32_t) {
    return {Backend::cpu};
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
    run[2].by.backend = Backend::glsl;  // a silent fallback
    EXPECT_NE(find_difference(run, sound_run(), cpu), "");
}

TEST(ReplayCheck, StepOfAnotherScanOrCompactorIsADifference) {
    const auto run = sound_run();
    const auto reference = sound_run();
    const BlockScan other =
        run[0].by.scan.block == BlockScan::blelloch ? BlockScan::brent_kung : BlockScan::blelloch;
    for (const Algorithm& by :
         {Algorithm{Backend::cpu, {other, {}}}, Algorithm{Backend::cpu, {}, Compaction::fused}})
        EXPECT_NE(find_difference(run, reference, [&](std::uint32_t) { return by; }), "");
}

class ReplayerTest : public test::GlTest {
  protected:
    static Plan plan(float rate, std::uint32_t capacity, const Algorithm& by) {
        Plan plan;
        plan.settings.effect.emitters[0].rate = rate;
        plan.settings.effect.emitters[0].lifetime = {0.05f, 0.2f};
        plan.settings.simulation.capacity = capacity;
        plan.steps = 30;
        plan.by = [by](std::uint32_t) { return by; };
        return plan;
    }

    gl::ShaderLibrary shaders_;
};

TEST_F(ReplayerTest, ARunIsTheSameWhateverRanBeforeIt) {
    const Algorithm reference{Backend::cpu}, glsl{Backend::glsl, {}, Compaction::bits};
    Plan begun = plan(9000, 1000, reference);
    begun.save_after = 20;
    Replayer first(test::headless_context(), shaders_);
    const RunResult expected = first.run(begun);
    EXPECT_EQ(find_fault_or_none_died(expected.reports), "");

    Replayer replayer(test::headless_context(), shaders_);
    Plan other = plan(70'000, 333, glsl);
    other.settings.effect.emitters.push_back(other.settings.effect.emitters[0]);
    other.settings.effect.when_full = effects::WhenFull::replace_oldest;
    other.settings.simulation.density = 0.3f;
    other.inputs = {{7, effects::Edit{"/simulation/capacity", 50}}};
    replayer.run(other);
    for (const Algorithm& by : {glsl, reference}) {
        const Plan again = plan(9000, 1000, by);
        EXPECT_EQ(find_difference(replayer.run(again).reports, expected.reports, again.by), "");
    }
    Plan resumed = plan(9000, 1000, glsl);
    resumed.from = &*expected.saved;
    resumed.steps = 10;
    EXPECT_EQ(
        find_difference(replayer.run(resumed).reports, std::span(expected.reports).subspan(20), resumed.by),
        "");
}

TEST_F(ReplayerTest, AnEffectThatSeesFramesIsRefused) {
    Replayer replayer(test::headless_context(), shaders_);
    Plan seeing = plan(9000, 1000, {Backend::cpu});
    seeing.settings.effect.emitters[0].modules.push_back({"collide-depth"});
    test::expect_error(ExitStatus::bad_input, "cannot be replayed", [&] { replayer.run(seeing); });
}

TEST_F(ReplayerTest, AfterAFailureTheNextRunHasASessionOfItsOwn) {
    Replayer replayer(test::headless_context(), shaders_);
    Plan broken = plan(9000, 1000, {Backend::cpu, {}, Compaction::automatic});
    broken.inputs = {{7, effects::Edit{"/simulation/capacity", 0}}};
    EXPECT_THROW(replayer.run(broken), Error);
    broken.inputs.clear();
    const auto reports = replayer.run(broken).reports;
    ASSERT_EQ(reports.size(), broken.steps);
    EXPECT_EQ(reports.front().figures.step, 1u);
    EXPECT_EQ(find_fault_or_none_died(reports), "");
}

TEST(ReplayCheck, NobodyNeedDieInABriefRun) {
    auto run = sound_run();
    run.resize(1);
    EXPECT_EQ(find_fault(run), "");
}

}  // namespace
}  // namespace winnow::verify
