// Checks the box of the living particles and the count of the lost ones against the particles that are read
// back.
#include <gtest/gtest.h>

#include <bit>
#include <limits>

#include "particles/simulation_fixture.h"
#include "support/own_module.h"

namespace winnow::particles {
namespace {

class BoundsTest : public SimulationTest {
  protected:
    static std::optional<Box> box_of(const std::vector<Particle>& living) {
        if (living.empty()) return std::nullopt;
        const auto place = [](const Particle& p) {
            return glm::vec3(p.position[0], p.position[1], p.position[2]);
        };
        Box box{place(living[0]), place(living[0])};
        for (const Particle& p : living) {
            box.least = min(box.least, place(p));
            box.greatest = max(box.greatest, place(p));
        }
        return box;
    }

    static void expect_exact(Simulation& simulation, int steps) {
        for (int i = 0; i < steps; ++i) {
            const StepFigures figures = run(simulation, 1).back();
            ASSERT_EQ(figures.bounds, box_of(simulation.read_living())) << "step " << figures.step;
        }
    }

    /// Returns an effect whose particles lie on both sides of zero on every axis.
    static effects::Effect all_round(float rate) {
        effects::Effect effect = short_lived(rate);
        test::values_of(effect.emitters[0], "jet")["spread"] = 180;
        effect.plane.enabled = false;
        return effect;
    }
};

TEST_F(BoundsTest, AreThoseOfTheLivingInEveryStep) {
    expect_exact(make(all_round(3000), 2048), 40);
}

TEST_F(BoundsTest, ShrinkAgainWhenTheFarthestDie) {
    auto effect = all_round(0);
    effect.emitters[0].bursts = {{.time = 0, .count = 300}};
    auto& simulation = make(effect, 512);
    expect_exact(simulation, 40);  // until the last particle has died, and beyond
    EXPECT_EQ(run(simulation, 1).back().bounds, std::nullopt);
}

TEST_F(BoundsTest, AreThoseOfTheLivingWhenTheOldestAreReplaced) {
    auto effect = all_round(6000);
    effect.when_full = effects::WhenFull::replace_oldest;
    auto& simulation = make(effect, 700);
    expect_exact(simulation, 30);
    EXPECT_GT(run(simulation, 1).back().replaced, 0u);
}

TEST_F(BoundsTest, AreRightAfterTheStepThatFollowsAnotherCapacity) {
    auto& simulation = make(all_round(6000), 2048);
    run(simulation, 20);
    set_capacity(simulation, 300, *memory_);
    expect_exact(simulation, 3);
    set_capacity(simulation, 4096, *memory_);
    expect_exact(simulation, 3);
}

/// Returns the coordinate that has this key in a pool.
float coordinate(std::uint32_t key) {
    constexpr std::uint32_t sign = 0x80000000;
    return std::bit_cast<float>((key & sign) != 0 ? key ^ sign : ~key);
}

TEST_F(BoundsTest, AreThoseOfTheKeptAtOnceInAnotherCapacity) {
    for (const std::uint32_t capacity : {1u, 300u, 4096u}) {
        auto& simulation = make(all_round(6000), 2048);
        run(simulation, 20);
        set_capacity(simulation, capacity, *memory_);
        if (capacity == 300) simulation.restore(simulation.save());
        const auto pool = simulation.living().pool->read_all<shared::Pool>(1).front();
        const Box box{{coordinate(~pool.low_x), coordinate(~pool.low_y), coordinate(~pool.low_z)},
                      {coordinate(pool.high_x), coordinate(pool.high_y), coordinate(pool.high_z)}};
        EXPECT_EQ(box, box_of(simulation.read_living())) << capacity;
    }
}

TEST_F(BoundsTest, ThoseWhosePlaceIsTooFarForANumberAreLost) {
    auto effect = all_round(600);
    effect.emitters[0].position = {3.4e38f, 0, 0};
    auto& values = test::values_of(effect.emitters[0], "jet");
    values["direction"] = glm::vec3(1, 0, 0);
    values["spread"] = 0;
    effect.emitters[0].lifetime = {1, 1};
    // Finite, but the position that follows is not.
    const test::TemporaryDirectory folder;
    effect = test::with_own_module(folder, effect, 0, "spawn", "p.velocity = vec3(1e37, 0.0, 0.0);");
    const auto figures = run(make(effect, 4096), 30);
    expect_balanced(figures);
    for (const StepFigures& f : figures) EXPECT_EQ(f.died, f.lost) << "step " << f.step;
    EXPECT_LE(figures.back().alive, 3 * 10u);  // each is lost within two steps
}

TEST_F(BoundsTest, HoldNothingOfTheLost) {
    auto effect = all_round(3000);
    effect.emitters.push_back(effect.emitters[0]);
    const test::TemporaryDirectory folder;
    effect = test::with_acceleration(folder, effect, 1, test::downwards_infinity);
    auto& simulation = make(effect, 4096);
    expect_exact(simulation, 20);
}

TEST_F(BoundsTest, ThoseWithoutAPlaceDieAndAreCountedAsLost) {
    auto effect = all_round(600);  // 10 per step
    effect.emitters.push_back(effect.emitters[0]);
    const test::TemporaryDirectory folder;
    effect.emitters[1].rate = 420;  // 7 per step, each lost in its first step
    effect.emitters[0].lifetime = {1, 1};
    effect = test::with_acceleration(folder, effect, 1, test::not_a_number);
    const auto figures = run(make(effect, 4096), 20);
    expect_balanced(figures);
    for (const StepFigures& f : figures) {
        EXPECT_EQ(f.lost, f.step > 1 ? 7u : 0u) << "step " << f.step;
        EXPECT_EQ(f.died, f.lost) << "step " << f.step;
        EXPECT_EQ(f.alive, 10 * f.step + 7) << "step " << f.step;
    }
}

TEST_F(BoundsTest, NothingHasABox) {
    for (const StepFigures& f : run(make(short_lived(0), 100), 5)) EXPECT_EQ(f.bounds, std::nullopt);
}

TEST_F(BoundsTest, OneHasABoxOfItsOwn) {
    expect_exact(make(all_round(600), 1), 20);
}

}  // namespace
}  // namespace winnow::particles
