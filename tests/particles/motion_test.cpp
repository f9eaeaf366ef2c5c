// Checks where particles are born and how they move, each particle in each step, against the model.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "effects/format/effect_file.h"
#include "particles/motion_model.h"
#include "particles/random_model.h"
#include "particles/simulation_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t motion_seed = 3;
constexpr double rounding =
    2e-4;  // metres, or metres per second: floats and approximate sines against doubles

class MotionTest : public SimulationTest {
  protected:
    /// Returns an effect with a point, a ball and a disc, in different directions, with every force on their
    /// particles.
    static effects::Effect varied() {
        effects::Effect effect = short_lived(600);
        effect.plane = {.enabled = true, .height = -0.5f, .restitution = 0.6f, .friction = 0.3f};
        effects::Emitter ball = effect.emitters[0], disc = ball;
        ball.position = {1, 0.4f, -2};
        ball.modules = {
            {"ball", true, {{"radius", 0.8}}},
            {"jet",
             true,
             {{"direction", glm::vec3(1, 0.3f, -0.5f)}, {"spread", 100}, {"speed", test::random(0.5f, 3)}}},
            {"gravity", true, {{"acceleration", glm::vec3(0.5f, -12, 1)}}},
            {"drag", true, {{"rate", 0.7}}}};
        disc.position = {-1, 0.1f, 1};
        disc.modules = {
            {"disc", true, {{"radius", 1.5}}},
            {"jet",
             true,
             {{"direction", glm::vec3(0.2f, -1, 0.1f)}, {"spread", 0}, {"speed", test::random(4, 5)}}},
            {"gravity"},
            {"gusts", true, {{"strength", 8}, {"scale", 1.7}}}};
        effect.emitters.insert(effect.emitters.end(), {ball, disc});
        return effect;
    }

    static void expect_near(const Motion& expected, const Particle& found) {
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_NEAR(found.position[axis], expected.position[axis], rounding) << "position " << axis;
            EXPECT_NEAR(found.velocity[axis], expected.velocity[axis], rounding) << "velocity " << axis;
        }
    }

    static void expect_born(const MotionModel& model, const Particle& p) {
        const MotionModel::Birth birth = model.birth(p);
        expect_near(birth.motion, p);
        EXPECT_NEAR(p.lifetime, birth.lifetime, 0.5 + rounding);
        EXPECT_EQ(p.age, 0u);
        EXPECT_EQ(p.bounces, 0u);
    }

    /// Returns true if the particle bounced.
    static bool expect_moved(const MotionModel& model, const Particle& before, const Particle& after) {
        const MotionModel::Moved moved = model.advanced(before);
        if (std::abs(moved.above) < rounding) return false;  // rounding decides if it bounces
        expect_near(moved.motion, after);
        EXPECT_EQ(after.age, before.age + 1);
        EXPECT_EQ(after.lifetime, before.lifetime);
        EXPECT_EQ(after.emitter, before.emitter);
        const std::uint32_t bounces = (before.bounces & ~Particle::bounced) + moved.bounced;
        EXPECT_EQ(after.bounces, moved.bounced ? bounces | Particle::bounced : bounces);
        return moved.bounced;
    }

    using Identity = std::pair<std::uint32_t, std::uint32_t>;
    static std::map<Identity, Particle> by_identity(const std::vector<Particle>& living) {
        std::map<Identity, Particle> all;
        for (const Particle& p : living) all.emplace(Identity{p.birth_step, p.ordinal}, p);
        return all;
    }

    /// Makes some steps and checks every particle in each of them. Returns the number of bounces.
    int expect_as_modelled(Simulation& simulation, const effects::Effect& effect, int steps) {
        const MotionModel model(effect, motion_seed);
        int bounced = 0;
        for (int i = 0; i < steps && !HasFailure(); ++i) {
            const auto before = by_identity(simulation.read_living());
            const StepFigures figures = run(simulation, 1).back();
            for (const Particle& p : simulation.read_living()) {
                SCOPED_TRACE(::testing::Message() << "step " << figures.step << ", emitter " << p.emitter
                                                  << ", born " << p.birth_step << ", " << p.ordinal);
                const auto known = before.find({p.birth_step, p.ordinal});
                if (known != before.end()) {
                    bounced += expect_moved(model, known->second, p);
                } else {
                    EXPECT_EQ(p.birth_step, figures.step);
                    expect_born(model, p);
                }
            }
        }
        return bounced;
    }
};

TEST_F(MotionTest, IsThatOfTheModel) {
    const effects::Effect effect = varied();
    auto& simulation = make(effect, 4096, motion_seed);
    EXPECT_GT(expect_as_modelled(simulation, effect, 45), 100);
}

TEST_F(MotionTest, IsThatOfTheModelWhenFolded) {
    const effects::Effect effect = varied();
    auto& simulation = make(effect, 4096, motion_seed);
    set_compactors(simulation, compactor(Backend::glsl, Compaction::fused),
                   compactor(Backend::glsl, Compaction::fused));
    EXPECT_GT(expect_as_modelled(simulation, effect, 45), 100);
}

TEST_F(MotionTest, GoesThroughAPlaneThatIsNotThere) {
    effects::Effect effect = varied();
    effect.plane.enabled = false;
    EXPECT_EQ(expect_as_modelled(make(effect, 4096, motion_seed), effect, 30), 0);
}

TEST_F(MotionTest, TakesNothingFromAPlaneThatIsLeft) {
    effects::Effect effect = varied();  // the disc's particles are born below the plane and rise
    effect.plane.height = 0.5f;
    test::values_of(effect.emitters[2], "jet").erase("direction");
    expect_as_modelled(make(effect, 4096, motion_seed), effect, 20);
}

TEST_F(MotionTest, OfAnEmitterThatIsGoneIsThatOfTheLast) {
    const effects::Effect whole = varied();
    effects::Effect edited = whole;
    edited.emitters.resize(2);
    for (const bool folded : {false, true}) {
        auto& simulation = make(whole, 4096, motion_seed);
        if (folded)
            set_compactors(simulation, compactor(Backend::glsl, Compaction::fused),
                           compactor(Backend::glsl, Compaction::fused));
        run(simulation, 10);
        set_effect(simulation, edited);
        expect_as_modelled(simulation, edited, 5);
    }
}

TEST_F(MotionTest, EveryOrdinalOfAStepIsBornOnce) {
    auto& simulation = make(varied(), 4096, motion_seed);
    for (const StepFigures& f : {run(simulation, 1).back(), run(simulation, 1).back()}) {
        const auto all = by_identity(simulation.read_living());
        for (std::uint32_t ordinal = 0; ordinal < f.born; ++ordinal)
            ASSERT_TRUE(all.contains({static_cast<std::uint32_t>(f.step), ordinal})) << ordinal;
    }
}

TEST_F(MotionTest, HashIsOfTheLivingInTheirOrder) {
    effects::Effect effect = varied();
    effect.when_full = effects::WhenFull::replace_oldest;
    auto& simulation = make(effect, 333, motion_seed);
    std::uint32_t replaced = 0;
    for (int step = 0; step < 30; ++step) {
        const StepFigures figures = run(simulation, 1).back();
        ASSERT_EQ(figures.hash, hash_of(simulation.read_living())) << "step " << figures.step;
        replaced = std::max(replaced, figures.replaced);
    }
    EXPECT_GT(replaced, 0u);
}

TEST_F(MotionTest, ABallThatRollsKeepsMostOfItsSpeedOnTheGround) {
    const auto speed_after_half_a_second = [&](float rolling, int steps_per_second) {
        auto& simulation =
            make(effects::parse(
                     fmt::format(R"j({{"format": 2, "steps_per_second": {}, "floor": {{"enabled": false}},
"emitters": [{{"rate": 0, "bursts": [{{"count": 1}}], "lifetime": 9, "modules": [
  {{"module": "jet", "direction": [1, 0, 0], "spread": 0, "speed": 4}}, {{"module": "gravity"}},
  {{"module": "collide-plane", "bounce": 0, "friction": 0.2, "rolling": {}}}]}}]}})j",
                                 steps_per_second, rolling),
                     "test"),
                 16);
        run(simulation, steps_per_second / 2);
        return simulation.read_living().at(0).velocity[0];
    };
    const float slid = speed_after_half_a_second(0, 60);
    EXPECT_LT(slid, 0.05f);
    const float rolled = speed_after_half_a_second(1, 60);
    EXPECT_NEAR(rolled, 4 - 0.2f * 9.81f / 2, 0.1f);
    EXPECT_NEAR(speed_after_half_a_second(1, 240), rolled, 0.1f) << "whatever the length of a step";
    const float half = speed_after_half_a_second(0.5f, 60);
    EXPECT_GT(half, 2 * slid);
    EXPECT_LT(half, rolled);
}

}  // namespace
}  // namespace winnow::particles
