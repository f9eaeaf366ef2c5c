#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "particles/module_cases.h"

namespace winnow::particles {
namespace {

const glm::vec3 turning_axis = glm::normalize(glm::vec3(1, 2, -0.5f)), force_centre(0.4f, -0.3f, 0.2f);

std::vector<ModuleParticle> moved(const ModuleUse& use, const std::vector<ModuleParticle>& particles,
                                  std::uint32_t steps) {
    return run_modules({use}, {.steps = steps}, particles);
}

float from_axis(glm::vec3 position) {
    const glm::vec3 d = position - force_centre;
    return glm::length(d - turning_axis * glm::dot(d, turning_axis));
}

void gravity() {
    const glm::vec3 g(1, -9, 0.5f);
    for (const ModuleParticle& p :
         moved({"gravity", {{"acceleration", constant(g)}}}, cloud(1, {0, 2, 0}), 60))
        ASSERT_LT(glm::distance(p.velocity, glm::vec3(0, 2, 0) + g), 1e-3f);
}

void wind() {
    const glm::vec3 velocity(3, 0, -1);
    for (const float rate : {0.5f, 5.0f, 1000.0f}) {
        float before = glm::length(velocity);
        for (const std::uint32_t steps : {1u, 30u, 600u}) {
            const auto p = moved({"wind", {{"velocity", constant(velocity)}, {"rate", constant(rate)}}},
                                 {at({})}, steps)[0];
            const float left = glm::distance(p.velocity, velocity);
            EXPECT_LT(left, std::max(before, 1e-4f)) << rate;
            EXPECT_LE(p.velocity.x, 3.0001f) << "it does not overshoot at the rate " << rate;
            before = left;
        }
        EXPECT_LT(before, 0.05f) << rate;
    }
}

void drag() {
    for (const float rate : {0.5f, 5.0f, 1000.0f}) {
        for (const std::uint32_t steps : {1u, 60u}) {
            const auto p = moved({"drag", {{"rate", constant(rate)}}}, {at({}, {4, -3, 0})}, steps)[0];
            EXPECT_GE(p.velocity.x, 0) << "never overshoots";
            EXPECT_LE(p.velocity.y, 0);
            const float expected = 5 * std::exp(-rate * float(steps) / 60);
            EXPECT_TRUE(rate > 6 || std::abs(glm::length(p.velocity) - expected) < expected * 0.25f) << rate;
            EXPECT_LT(glm::length(p.velocity), 5);
        }
    }
}

void quadratic_drag() {
    const auto particles = moved({"quadratic-drag", {{"rate", constant(0.2f)}}},
                                 {at({}, {20, 0, 0}), at({}, {0, -1, 0}), at({})}, 30);
    // dv/dt = -rate v^2 gives v0 / (1 + rate v0 t).
    EXPECT_NEAR(particles[0].velocity.x, 20 / (1 + 0.2f * 20 * 0.5f), 0.4f);
    EXPECT_NEAR(particles[1].velocity.y, -1 / (1 + 0.2f * 0.5f), 0.01f);
    EXPECT_EQ(particles[2].velocity, glm::vec3(0));
}

/// Returns the velocity's divergence after one step, as a share of its whole gradient, over a small cloud.
float divergence_of(const char* module) {
    const float h = 0.01f;
    std::vector<ModuleParticle> around;
    for (int k = 0; k < 3; ++k)
        for (const float side : {-h, h}) {
            glm::vec3 place(0.3f, 0.4f, 0.7f);
            place[k] += side;
            around.push_back(at(place));
        }
    const auto pushed = moved({module, {{"strength", constant(10.0f)}}}, around, 1);
    glm::mat3 gradient(0);
    for (int k = 0; k < 3; ++k)
        gradient[k] =
            (pushed[std::size_t(k) * 2 + 1].velocity - pushed[std::size_t(k) * 2].velocity) / (2 * h);
    float all = 0;
    for (int k = 0; k < 3; ++k) all += glm::dot(gradient[k], gradient[k]);
    EXPECT_GT(all, 1e-4f) << "it varies in space";
    return std::abs(gradient[0][0] + gradient[1][1] + gradient[2][2]) / std::sqrt(all);
}

void gusts() {
    EXPECT_GT(divergence_of("gusts"), 0.05f);
    const auto still = moved({"gusts", {{"strength", constant(0.0f)}}}, cloud(3), 10);
    for (const ModuleParticle& p : still) EXPECT_EQ(p.velocity, glm::vec3(0));
}

void eddies() {
    EXPECT_LT(divergence_of("eddies"), 0.02f);
    const auto moving = moved({"eddies", {{"octaves", constant(4u)}}}, cloud(3), 10);
    const auto plain = moved({"eddies"}, cloud(3), 10);
    EXPECT_GT(glm::distance(moving[7].velocity, plain[7].velocity), 1e-3f) << "octaves add something";
}

void vortex() {
    const auto turn = [](float spin, float pull) {
        return moved({"vortex",
                      {{"centre", constant(force_centre)},
                       {"axis", constant(turning_axis)},
                       {"spin", constant(spin)},
                       {"pull", constant(pull)}}},
                     cloud(3), 1);
    };
    for (const float spin : {4.0f, -4.0f})
        for (const ModuleParticle& p : turn(spin, 0))
            ASSERT_GT(glm::dot(glm::cross(turning_axis, p.position - force_centre), p.velocity) * spin, 0);
    const auto drawn = turn(0, 2), before = cloud(3);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        ASSERT_LT(from_axis(drawn[i].position), from_axis(before[i].position));
        ASSERT_NEAR(glm::dot(drawn[i].velocity, turning_axis), 0, 1e-5) << "nothing along the axis";
    }
}

void attractor() {
    const auto before = cloud(3);
    for (const float strength : {5.0f, -5.0f}) {
        const auto after =
            moved({"attractor", {{"centre", constant(force_centre)}, {"strength", constant(strength)}}},
                  before, 10);
        for (std::size_t i = 0; i < after.size(); ++i) {
            const float nearer = glm::distance(before[i].position, force_centre) -
                                 glm::distance(after[i].position, force_centre);
            ASSERT_GT(nearer * strength, 0) << i;
        }
    }
    const auto half =
        moved({"attractor", {{"strength", constant(6.0f)}, {"reach", constant(2.0f)}}}, {at({2, 0, 0})}, 1);
    EXPECT_NEAR(half[0].velocity.x, -3.0f / 60, 1e-4) << "half of the strength at its reach";
}

void attractor_line() {
    const auto before = cloud(1.5f);
    const auto after = moved(
        {"attractor-line", {{"from", constant(glm::vec3(-9, 2, 0))}, {"to", constant(glm::vec3(9, 2, 0))}}},
        before, 10);
    for (std::size_t i = 0; i < after.size(); ++i) {
        const auto distance = [](glm::vec3 p) { return std::hypot(p.y - 2, p.z); };
        ASSERT_LT(distance(after[i].position), distance(before[i].position));
        ASSERT_NEAR(after[i].velocity.x, 0, 1e-5) << "nothing along the line";
    }
    const auto end = moved(
        {"attractor-line", {{"from", constant(glm::vec3(-9, 0, 0))}, {"to", constant(glm::vec3(-1, 0, 0))}}},
        {at({1, 0, 0})}, 1);
    EXPECT_LT(end[0].velocity.x, 0) << "beyond its end, to the end";
}

void orbit() {
    const ModuleUse use{
        "orbit",
        {{"centre", constant(force_centre)}, {"axis", constant(turning_axis)}, {"speed", constant(2.0f)}}};
    const auto before = cloud(3);
    const auto after = moved(use, before, 120), next = moved(use, before, 121);
    for (std::size_t i = 0; i < after.size(); ++i) {
        const float r = from_axis(before[i].position);
        ASSERT_NEAR(from_axis(after[i].position), r, 0.005f) << "it keeps its distance for two seconds";
        ASSERT_NEAR(glm::dot(after[i].position - before[i].position, turning_axis), 0, 0.005f)
            << "and its height";
        const float chord = 2 * r * std::sin(std::min(2.0f / 60 / r, 1.5f) / 2);
        const float moved_by = glm::distance(after[i].position, next[i].position);
        ASSERT_NEAR(moved_by, chord, 1e-3) << r;
        ASSERT_GT(glm::dot(glm::cross(turning_axis, before[i].position - force_centre),
                           moved(use, {before[i]}, 1)[0].velocity),
                  0)
            << "counterclockwise";
        if (i == 3) break;
    }
    const auto rising = moved(use, {at(force_centre + glm::vec3(1, 0, 0), turning_axis)}, 30);
    EXPECT_NEAR(glm::dot(rising[0].velocity, turning_axis), 1, 1e-3) << "motion along the axis is left alone";
}

void spring() {
    const auto use = [](float damping) {
        return ModuleUse{"spring",
                         {{"centre", constant(force_centre)},
                          {"stiffness", constant(20.0f)},
                          {"rest", constant(1.0f)},
                          {"damping", constant(damping)}}};
    };
    for (const ModuleParticle& p : moved(use(2), cloud(4), 900))
        ASSERT_NEAR(glm::distance(p.position, force_centre), 1, 0.02f) << "it comes to rest at its length";
    // Without damping, half a period after its release it is as short as it was long.
    const auto half =
        static_cast<std::uint32_t>(std::lround(std::numbers::pi_v<float> / std::sqrt(20.0f) * 60));
    const auto swung = moved(use(0), {at(force_centre + glm::vec3(1.5f, 0, 0))}, half);
    EXPECT_NEAR(swung[0].position.x - force_centre.x, 0.5f, 0.05f);
}

void pointer_attractor() {
    const ModuleSteps pressed{.steps = 20, .given = {2, 0, 0}};
    const auto before = cloud(1);
    const auto drawn = run_modules({{"pointer-attractor", {{"strength", constant(5.0f)}}}}, pressed, before);
    const auto turned = run_modules(
        {{"pointer-attractor", {{"strength", constant(0.0f)}, {"swirl", constant(5.0f)}}}}, pressed, before);
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_LT(glm::distance(drawn[i].position, pressed.given),
                  glm::distance(before[i].position, pressed.given));
        const glm::vec3 away = turned[i].position - pressed.given;
        EXPECT_GT(glm::cross(away, turned[i].velocity).y, 0) << "counterclockwise";
    }
}

void pointer_wake() {
    const ModuleSteps swept{.steps = 60, .pointer_velocity = {2, 0, 0}};
    const ModuleUse wake{"pointer-wake", {{"reach", constant(0.5f)}}};
    const auto p = run_modules({wake}, swept, {at({}), at({0, 5, 0})});
    EXPECT_GT(p[0].velocity.x, 0.2f);
    EXPECT_LE(p[0].velocity.x, 2.0001f);
    EXPECT_LT(p[1].velocity.x, 0.5f * p[0].velocity.x) << "far away, less";
}

}  // namespace

std::vector<ModuleCase> force_cases() {
    return {{"gravity", gravity},
            {"wind", wind},
            {"drag", drag},
            {"quadratic-drag", quadratic_drag},
            {"gusts", gusts},
            {"eddies", eddies},
            {"vortex", vortex},
            {"attractor", attractor},
            {"attractor-line", attractor_line},
            {"orbit", orbit},
            {"spring", spring},
            {"pointer-attractor", pointer_attractor},
            {"pointer-wake", pointer_wake}};
}

}  // namespace winnow::particles
