#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "particles/module_cases.h"

namespace winnow::particles {
namespace {

const glm::vec3 jet_axis = glm::normalize(glm::vec3(1, 2, -0.5f));
const ModuleUse some_ball{"ball", {{"radius", constant(2.0f)}}};

void jet() {
    constexpr float spread = 35;
    const auto births = born_by({{"jet",
                                  {{"direction", constant(jet_axis * 7.0f)},
                                   {"spread", constant(spread)},
                                   {"speed", constant(3.0f)}}}});
    float widest = 0;
    glm::vec3 mean(0);
    for (const ModuleParticle& p : births) {
        ASSERT_NEAR(glm::length(p.velocity), 3, 1e-4);
        const float angle = glm::degrees(std::acos(std::min(1.0f, glm::dot(p.velocity, jet_axis) / 3)));
        ASSERT_LE(angle, spread + 0.1f);
        widest = std::max(widest, angle);
        mean += p.velocity / float(births.size());
    }
    EXPECT_GT(widest, spread * 0.98f) << "the cone is filled";
    EXPECT_GT(glm::dot(glm::normalize(mean), jet_axis), 0.999f);
}

void radial() {
    const glm::vec3 centre(0.3f, 0, 0);
    for (const float speed : {2.0f, -1.5f})
        for (const ModuleParticle& p :
             born_by({some_ball, {"radial", {{"centre", constant(centre)}, {"speed", constant(speed)}}}}))
            ASSERT_LT(glm::distance(p.velocity, glm::normalize(p.position - centre) * speed), 1e-3f);
    const auto in_centre = born_by({{"radial"}});
    for (const ModuleParticle& p : in_centre) ASSERT_EQ(p.velocity, glm::vec3(0));
}

void tangential() {
    const glm::vec3 centre(0.3f, 0, 0);
    for (const ModuleParticle& p : born_by(
             {some_ball,
              {"tangential",
               {{"centre", constant(centre)}, {"axis", constant(jet_axis)}, {"speed", constant(2.0f)}}}})) {
        ASSERT_NEAR(glm::length(p.velocity), 2, 1e-3);
        ASSERT_NEAR(glm::dot(p.velocity, jet_axis), 0, 1e-3);
        ASSERT_NEAR(glm::dot(p.velocity, p.position - centre), 0, 1e-3);
        ASSERT_GT(glm::dot(glm::cross(jet_axis, p.position - centre), p.velocity), 0) << "counterclockwise";
    }
}

void noisy() {
    auto places = cloud(0.01f);
    for (ModuleParticle& p : places) p.position += glm::vec3(0.3f, 5.4f, 0.7f);
    const auto at_scale = [&](float scale) {
        return run_modules({{"noisy", {{"strength", constant(3.0f)}, {"scale", constant(scale)}}}},
                           {.seconds = 0, .are_born = true}, places);
    };
    const auto smooth = at_scale(1), rough = at_scale(500);
    const auto spread = [](const std::vector<ModuleParticle>& particles) {
        float most = 0;
        for (const ModuleParticle& p : particles)
            most = std::max(most, glm::distance(p.velocity, particles.front().velocity));
        return most;
    };
    EXPECT_GT(glm::length(smooth.front().velocity), 0.3f);
    EXPECT_LT(spread(smooth), 0.4f) << "neighbours have about the same velocity";
    EXPECT_GT(spread(rough), 1.0f) << "unless the pattern is as fine as their distance";
}

void lifespan() {
    for (const ModuleParticle& p : born_by({{"lifespan", {{"time", constant(3.0f)}}}}, 10))
        EXPECT_EQ(p.lifetime, 3);
}

}  // namespace

std::vector<ModuleCase> velocity_cases() {
    return {{"jet", jet},
            {"radial", radial},
            {"tangential", tangential},
            {"noisy", noisy},
            {"lifespan", lifespan}};
}

}  // namespace winnow::particles
