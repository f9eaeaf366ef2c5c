// Checks that steps folded into the compactor's one pass give the same state to the bit as steps that are not
// folded.
#include <gtest/gtest.h>

#include <limits>

#include "particles/simulation_fixture.h"
#include "support/family.h"
#include "support/own_module.h"

namespace winnow::particles {
namespace {

class FoldTest : public SimulationTest {
  protected:
    /// Makes three simulations: with folded steps, with the same compactor without folding, and with the
    /// textbook compactor.
    std::array<Simulation*, 3> make_three(const effects::Effect& effect, std::uint32_t capacity) {
        std::array<Simulation*, 3> all{};
        for (Simulation*& one : all) one = &make(effect, capacity);
        for (const std::size_t i : {0u, 1u})
            set_compactors(*all[i], compactor(Backend::glsl, Compaction::fused),
                           compactor(Backend::glsl, Compaction::fused));
        set_folding(*all[1], false);
        return all;
    }

    static void expect_same(const StepFigures& a, const StepFigures& b) {
        EXPECT_EQ(a.hash, b.hash) << "step " << a.step;
        EXPECT_EQ(a.alive, b.alive) << "step " << a.step;
        EXPECT_EQ(a.born, b.born) << "step " << a.step;
        EXPECT_EQ(a.died, b.died) << "step " << a.step;
        EXPECT_EQ(a.replaced, b.replaced) << "step " << a.step;
        EXPECT_EQ(a.dropped, b.dropped) << "step " << a.step;
        EXPECT_EQ(a.lost, b.lost) << "step " << a.step;
        EXPECT_EQ(a.bounds, b.bounds) << "step " << a.step;
    }

    void expect_all_same(const effects::Effect& effect, std::uint32_t capacity, int steps) {
        const auto all = make_three(effect, capacity);
        std::array<std::vector<StepFigures>, 3> figures;
        for (std::size_t i = 0; i < all.size(); ++i) figures[i] = run(*all[i], steps);
        for (int step = 0; step < steps && !HasFailure(); ++step)
            for (const std::size_t other : {1u, 2u})
                expect_same(figures[0][static_cast<std::size_t>(step)],
                            figures[other][static_cast<std::size_t>(step)]);
    }

    static effects::Effect family() { return test::family(3000); }
};

TEST_F(FoldTest, GivesTheSameState) {
    expect_all_same(short_lived(20000), 1 << 14, 40);
}

TEST_F(FoldTest, GivesTheSameTurbulence) {
    auto effect = short_lived(20000);
    effect.emitters.push_back(effect.emitters[0]);
    for (const std::size_t i : {0u, 1u})
        test::values_of(effect.emitters[i], i == 0 ? "eddies" : "gusts") = {
            {"strength", 5}, {"octaves", 4u}, {"motion", glm::vec3(0.5f, 2, 0)}};
    expect_all_same(effect, 1 << 14, 40);
}

TEST_F(FoldTest, GivesTheSameChildren) {
    expect_all_same(family(), 1 << 14, 50);
}

TEST_F(FoldTest, GivesTheSameChildrenOfTurbulentParents) {
    auto effect = family();
    for (effects::Emitter& emitter : effect.emitters) test::values_of(emitter, "gusts")["strength"] = 30;
    expect_all_same(effect, 1 << 14, 50);
}

TEST_F(FoldTest, GivesTheSameWhetherOtherEmittersAreTurbulentOrNot) {
    auto effect = short_lived(6000);
    effect.emitters.push_back(effect.emitters[0]);
    effect.emitters[1].rate = 0;
    const auto calm = make_three(effect, 1 << 12);
    test::values_of(effect.emitters[1], "gusts")["strength"] = 30;
    const auto turbulent = make_three(effect, 1 << 12);
    for (const std::size_t i : {0u, 1u, 2u}) {
        SCOPED_TRACE(i);
        expect_same(run(*calm[i], 30).back(), run(*turbulent[i], 30).back());
    }
}

TEST_F(FoldTest, GivesTheSameWhetherTurbulenceIsThereOrEditedIn) {
    auto effect = short_lived(6000);
    const auto edited = make_three(effect, 1 << 12);
    test::values_of(effect.emitters[0], "gusts")["strength"] = 30;
    const auto turbulent = make_three(effect, 1 << 12);
    for (const std::size_t i : {0u, 1u, 2u}) {
        SCOPED_TRACE(i);
        run(*edited[i], 10);  // uses the programs of an effect without these features
        edited[i]->reset(1);
        set_effect(*edited[i], effect);
        expect_same(run(*edited[i], 30).back(), run(*turbulent[i], 30).back());
    }
}

TEST_F(FoldTest, GivesTheSameWhenTheOldestAreReplaced) {
    effects::Effect effect = family();
    effect.when_full = effects::WhenFull::replace_oldest;
    expect_all_same(effect, 900, 50);
}

TEST_F(FoldTest, CountsTheSameLost) {
    const test::TemporaryDirectory folder;
    const effects::Effect effect = test::with_acceleration(folder, family(), 1, test::downwards_infinity);
    expect_all_same(effect, 1 << 14, 30);
}

TEST_F(FoldTest, WorksForNoneAndForOne) {
    expect_all_same(short_lived(0), 100, 5);
    expect_all_same(family(), 1, 30);
}

TEST_F(FoldTest, KeepsNoVotes) {
    const auto all = make_three(short_lived(600), 1 << 14);
    EXPECT_EQ(all[0]->memory_bytes(), (1 << 14) * 2 * particle_bytes);
    EXPECT_GT(all[1]->memory_bytes(), all[0]->memory_bytes());
}

TEST_F(FoldTest, AStepThatIsTooLongForCompilersIsAPassOfItsOwn) {
    const auto all = make_three(effects::load("waterfall"), 1 << 13);
    const auto expect_same_steps = [&] {
        const auto folds = run(*all[0], 4), never_folds = run(*all[1], 4);
        for (std::size_t i = 0; i < folds.size(); ++i) expect_same(folds[i], never_folds[i]);
    };
    EXPECT_EQ(all[0]->memory_bytes(), all[1]->memory_bytes()) << "both store votes";
    expect_same_steps();
    for (Simulation* one : all) one->change({.effect = effects::compile(family())});
    EXPECT_LT(all[0]->memory_bytes(), all[1]->memory_bytes()) << "a shorter step is folded again";
    expect_same_steps();
}

TEST_F(FoldTest, WhatWasPackedIsCheckedAgainstTheReference) {
    for (Simulation* simulation : make_three(family(), 1 << 13)) {
        run(*simulation, 30);
        for (int times = 0; times < 2; ++times) {
            const auto check = simulation->check_step();
            ASSERT_TRUE(check);
            EXPECT_GT(check->votes, 500u);
            EXPECT_TRUE(check->matches());
        }
        const auto before = run(*simulation, 1).back().hash;
        simulation->check_step();
        EXPECT_NE(run(*simulation, 1).back().hash, before);
    }
}

TEST_F(FoldTest, IsCheckedAgainAfterAChangeThatLeavesTheStepAsItWas) {
    Simulation& simulation = *make_three(family(), 1 << 13)[0];
    run(simulation, 30);
    ASSERT_TRUE(simulation.check_step()->matches());
    simulation.change({.density = 2.0f});
    const auto check = simulation.check_step();
    ASSERT_TRUE(check);
    EXPECT_GT(check->votes, 500u);
    EXPECT_TRUE(check->matches());
}

TEST_F(FoldTest, IsNotCheckedByAnotherEffectThanTheSteps) {
    const auto all = make_three(family(), 1 << 13);
    for (Simulation* simulation : all) {
        run(*simulation, 30);
        set_effect(*simulation, short_lived(600));
    }
    EXPECT_FALSE(all[0]->check_step());
    EXPECT_TRUE(all[1]->check_step()->matches()) << "the step has advanced its input";
}

TEST_F(FoldTest, WhatIsFoldedNoMoreIsNotChecked) {
    Simulation& simulation = *make_three(short_lived(20000), 1 << 13)[0];
    for (const bool folding : {false, true}) {
        run(simulation, 5);
        set_folding(simulation, folding);
        EXPECT_FALSE(simulation.check_step());
    }
}

TEST_F(FoldTest, ACheckChangesNothing) {
    const auto all = make_three(family(), 1 << 13);
    for (int i = 0; i < 20; ++i) {
        all[0]->check_step();
        const StepFigures checked = run(*all[0], 1).back(), straight = run(*all[2], 1).back();
        expect_same(checked, straight);
    }
}

TEST_F(FoldTest, WrongPackingIsSeen) {
    const auto all = make_three(short_lived(20000), 1 << 13);
    run(*all[0], 20);
    all[0]->poison_scratch(7);  // overwrites the kept source too
    EXPECT_FALSE(all[0]->check_step()->matches());
}

TEST_F(FoldTest, AnyOrderIsCheckedAsASet) {
    auto& simulation = make(short_lived(20000), 1 << 13);
    set_compactors(simulation, compactor(Backend::glsl, Compaction::atomic),
                   compactor(Backend::glsl, Compaction::atomic));
    expect_balanced(run(simulation, 30));
    const auto check = simulation.check_step(false);
    ASSERT_TRUE(check);
    EXPECT_TRUE(check->matches());
}

}  // namespace
}  // namespace winnow::particles
