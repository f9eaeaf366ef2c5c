// Checks what the octaves, the kinds and the motion of the smooth random force do to particles at rest.
#include <gtest/gtest.h>

#include <cmath>

#include "particles/simulation_fixture.h"

namespace winnow::particles {
namespace {

class TurbulenceTest : public SimulationTest {
  protected:
    static constexpr std::uint32_t births = 400;

    /// Returns an effect with a small cloud at rest around a place, moved by this module only.
    static effects::Effect cloud_at(glm::vec3 place, const char* kind) {
        effects::Effect effect;
        effect.steps_per_second = 1000;
        effect.plane.enabled = false;
        effects::Emitter& e = effect.emitters[0];
        e.rate = 0;
        e.bursts = {{.time = 0, .count = births}};
        e.position = place;
        e.lifetime = {10, 10};
        e.modules = {{"ball", true, {{"radius", 0.01}}}, {kind, true, {{"strength", 1}}}};
        return effect;
    }

    std::uint64_t hash_of(const effects::Effect& effect, int steps = 20) {
        return run(make(effect, births), steps).back().hash;
    }

    /// Returns the gradient of the velocity in space after the first push, by least squares over the cloud.
    glm::mat3 gradient(const effects::Effect& effect) {
        Simulation& simulation = make(effect, births);
        run(simulation, 2);
        glm::vec3 mean_place(0), mean_velocity(0);
        const auto living = simulation.read_living();
        EXPECT_EQ(living.size(), births);
        for (const Particle& p : living) {
            mean_place += vector(p.position) / float(births);
            mean_velocity += vector(p.velocity) / float(births);
        }
        glm::mat3 mixed(0), places(0);
        for (const Particle& p : living) {
            const glm::vec3 x = vector(p.position) - mean_place;
            mixed += glm::outerProduct(vector(p.velocity) - mean_velocity, x);
            places += glm::outerProduct(x, x);
        }
        return mixed * glm::inverse(places);
    }

    static glm::vec3 vector(const float (&v)[3]) { return {v[0], v[1], v[2]}; }

    /// Returns the divergence as a share of the whole gradient.
    static float spreading(const glm::mat3& m) {
        const float all = std::sqrt(dot(m[0], m[0]) + dot(m[1], m[1]) + dot(m[2], m[2]));
        return std::abs(m[0][0] + m[1][1] + m[2][2]) / all;
    }
};

TEST_F(TurbulenceTest, EddiesNeitherGatherNorThinOut) {
    for (const glm::vec3 place : {glm::vec3(0.3f, 5.4f, 0.7f), {-2.4f, 0.6f, 3.3f}, {7.7f, -1.2f, 0.45f}}) {
        EXPECT_LT(spreading(gradient(cloud_at(place, "eddies"))), 0.03f) << place.x;
        EXPECT_GT(spreading(gradient(cloud_at(place, "gusts"))), 0.06f) << place.x;
    }
}

TEST_F(TurbulenceTest, OctavesWithoutStrengthChangeNothing) {
    for (const char* kind : {"gusts", "eddies"}) {
        auto one = cloud_at({0.3f, 5.4f, 0.7f}, kind);
        auto smooth = one, rough = one;
        auto& smoothly = test::values_of(smooth.emitters[0], kind);
        smoothly["octaves"] = 8u;
        smoothly["roughness"] = 0;
        auto& roughly = test::values_of(rough.emitters[0], kind);
        roughly["octaves"] = 8u;
        roughly["roughness"] = 0.5;
        EXPECT_EQ(hash_of(one), hash_of(smooth));
        EXPECT_NE(hash_of(one), hash_of(rough));
    }
}

TEST_F(TurbulenceTest, OctavesAreFiner) {
    auto effect = cloud_at({0.3f, 5.4f, 0.7f}, "eddies");
    const glm::mat3 smooth = gradient(effect);
    auto& values = test::values_of(effect.emitters[0], "eddies");
    values["octaves"] = 6u;
    values["roughness"] = 1;
    const glm::mat3 rough = gradient(effect);
    const auto size = [](const glm::mat3& m) { return dot(m[0], m[0]) + dot(m[1], m[1]) + dot(m[2], m[2]); };
    EXPECT_GT(size(rough), 16 * size(smooth)) << "a cell of the finest octave is 32 times smaller";
}

TEST_F(TurbulenceTest, ThatMovesWithTheParticlesIsAsIfBothStoodStill) {
    constexpr float speed = 8, time = 0.001f;  // seconds of a step; the cloud is first pushed at its end
    auto still = cloud_at({0.3f, 5.4f, 0.7f}, "eddies");
    auto moving = still;
    test::values_of(moving.emitters[0], "eddies")["motion"] = glm::vec3(speed, 0, 0);
    const glm::mat3 a = gradient(still), b = gradient(moving);
    EXPECT_NE(a, b) << "the pattern has moved";
    moving.emitters[0].position.x += 2 * speed * time;
    const glm::mat3 c = gradient(moving);
    for (int i = 0; i < 3; ++i) EXPECT_LT(distance(a[i], c[i]), 0.25f * distance(a[i], b[i])) << i;
}

}  // namespace
}  // namespace winnow::particles
