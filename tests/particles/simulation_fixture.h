// Makes simulations on this machine's OpenGL for the tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "compact/suite.h"
#include "particles/one_change.h"
#include "particles/simulation.h"
#include "support/modules.h"
#include "support/shader_fixture.h"

namespace winnow::particles {

inline constexpr float step_seconds = 1.0f / 60;

class SimulationTest : public test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (IsSkipped()) return;
        suites_.emplace(gl::Tools{facts(), shaders_, *passes_});
        memory_ = gl::plain_memory();
    }

    std::unique_ptr<compact::Compactor> compactor(Backend backend,
                                                  Compaction compaction = Compaction::staged) {
        return suites_->make_compactor({backend, {}, compaction});
    }

    ScanMaker child_scan() {
        return [this] { return suites_->of(Backend::glsl).make_scan({}, {}); };
    }

    Simulation& make(const effects::Effect& effect, std::uint32_t capacity, std::uint32_t seed = 1) {
        made_.push_back(std::make_unique<Simulation>(gl::Tools{facts(), shaders_, *passes_}, *memory_,
                                                     effects::compile(effect), capacity, seed,
                                                     compactor(Backend::glsl), child_scan()));
        made_.back()->set_hashing(true);
        return *made_.back();
    }

    static effects::Effect short_lived(float rate) {
        effects::Effect effect = test::jet_effect();
        effect.emitters[0].rate = rate;
        test::values_of(effect.emitters[0], "jet")["spread"] = 40;
        effect.emitters[0].lifetime = {0.1f, 0.5f};  // 6 to 30 steps
        return effect;
    }

    static std::vector<StepFigures> run(Simulation& simulation, int steps) {
        for (int i = 0; i < steps; ++i) {
            simulation.settle();
            simulation.step();
        }
        return simulation.wait_figures();
    }

    static std::vector<std::uint64_t> hashes(const std::vector<StepFigures>& figures) {
        std::vector<std::uint64_t> all;
        for (const StepFigures& f : figures) all.push_back(f.hash);
        return all;
    }

    /// Expects the hashes of so many steps of the textbook's compactor from every other one, folded and not.
    void expect_same_with_every_compactor(const effects::Effect& effect, std::uint32_t capacity, int steps) {
        const auto expected = hashes(run(make(effect, capacity), steps));
        for (const Compaction compaction : {Compaction::bits, Compaction::fused})
            for (const bool folds : {true, false}) {
                auto& other = make(effect, capacity);
                set_compactors(other, compactor(Backend::glsl, compaction),
                               compactor(Backend::glsl, compaction));
                set_folding(other, folds);
                EXPECT_EQ(hashes(run(other, steps)), expected) << name_of(compactions, compaction) << folds;
            }
    }

    static void expect_balanced(const std::vector<StepFigures>& figures) {
        std::int64_t before = 0;
        for (const StepFigures& f : figures) {
            ASSERT_EQ(f.alive, before - f.died + f.born) << "step " << f.step;
            ASSERT_LE(f.replaced, f.died);
            before = f.alive;
        }
    }

    std::optional<Suites> suites_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::vector<std::unique_ptr<Simulation>> made_;
};

}  // namespace winnow::particles
