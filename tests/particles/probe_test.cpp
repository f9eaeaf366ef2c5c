// Checks what a probe shows of a step against the particles that are read back.
#include "particles/probe.h"

#include <algorithm>

#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

using ProbeTest = SimulationTest;

std::vector<Particle> oldest(std::vector<Particle> particles) {
    particles.resize(std::min<std::size_t>(particles.size(), shared::PROBE_PARTICLES));
    return particles;
}

Probed probe_once(Probe& probe, Simulation& simulation) {
    probe.submit(simulation);
    probe.wait_for_all();
    return probe.take().value();
}

/// Makes steps and expects that the probe shows the oldest particles before and after each of them.
void expect_true_probes(Simulation& simulation, gl::ShaderLibrary& shaders, int steps) {
    Probe probe(shaders);
    std::uint32_t died = 0;
    for (int i = 0; i < steps; ++i) {
        const auto before = oldest(simulation.read_living());
        simulation.step();
        simulation.settle();
        const Probed probed = probe_once(probe, simulation);
        EXPECT_EQ(probed.step, simulation.steps());
        EXPECT_EQ(probed.after, oldest(simulation.read_living()));
        ASSERT_EQ(probed.before.size(), before.size());
        for (std::size_t k = 0; k < before.size(); ++k) {
            EXPECT_EQ(probed.before[k].birth_step, before[k].birth_step);
            EXPECT_EQ(probed.before[k].ordinal, before[k].ordinal);
            EXPECT_EQ(probed.before[k].age, before[k].age + (probed.is_advanced ? 1 : 0));
            died += std::find_if(probed.after.begin(), probed.after.end(), [&](const Particle& one) {
                        return one.birth_step == before[k].birth_step && one.ordinal == before[k].ordinal;
                    }) == probed.after.end();
        }
    }
    EXPECT_GT(died, 0u) << "a probe that never sees a death proves little";
}

TEST_F(ProbeTest, ShowsTheOldestParticlesBeforeAndAfterAStep) {
    expect_true_probes(make(short_lived(600), 1000), shaders_, 40);
}

TEST_F(ProbeTest, FollowsARingWhoseOldestAreReplaced) {
    effects::Effect effect = short_lived(3000);
    effect.when_full = effects::WhenFull::replace_oldest;
    expect_true_probes(make(effect, 300), shaders_, 40);
}

TEST_F(ProbeTest, ShowsFoldedStepsToo) {
    Simulation& simulation = make(short_lived(600), 1000);
    set_compactors(simulation, nullptr, compactor(Backend::glsl, Compaction::fused));
    expect_true_probes(simulation, shaders_, 40);
}

TEST_F(ProbeTest, HasNothingToShowWithoutAStep) {
    Simulation& simulation = make(short_lived(600), 1000);
    Probe probe(shaders_);
    probe.submit(simulation);
    EXPECT_EQ(probe.take(), std::nullopt);
    run(simulation, 3);
    set_capacity(simulation, 500, *memory_);
    probe.submit(simulation);
    probe.wait_for_all();
    EXPECT_EQ(probe.take(), std::nullopt) << "a change of capacity discards the step's input";
}

TEST_F(ProbeTest, ChangesNoHash) {
    Simulation &watched = make(short_lived(600), 1000), &alone = make(short_lived(600), 1000);
    Probe probe(shaders_);
    for (int i = 0; i < 30; ++i) {
        const auto figures = run(watched, 1);
        probe.submit(watched);
        EXPECT_EQ(figures.back().hash, run(alone, 1).back().hash) << "step " << i + 1;
    }
}

TEST_F(ProbeTest, KeepsTheNewestAndNeverFillsUp) {
    Simulation& simulation = make(short_lived(600), 1000);
    Probe probe(shaders_);
    for (int i = 0; i < 10; ++i) {
        run(simulation, 1);
        probe.submit(simulation);
    }
    probe.wait_for_all();
    const auto probed = probe.take();
    ASSERT_TRUE(probed.has_value());
    EXPECT_GE(probed->step, 4u);
    EXPECT_EQ(probe.take(), std::nullopt);
}

}  // namespace
}  // namespace winnow::particles
