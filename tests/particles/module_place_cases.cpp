#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

#include "particles/module_cases.h"

namespace winnow::particles {
namespace {

const glm::vec3 middle(0.5f, -1, 2), tilted = glm::normalize(glm::vec3(1, 2, -0.5f));
const glm::vec3 up(0, 1, 0), upside_down(0, -1, 0);
constexpr float fine = 1e-4f;  // metres

/// A place in the coordinates of a shape around `middle`.
struct Local {
    float along, away;  // along the axis, and from it
    glm::vec3 outward;  // from the axis
};

Local local(const ModuleParticle& p, glm::vec3 axis) {
    const glm::vec3 d = p.position - middle;
    const float along = glm::dot(d, axis);
    const glm::vec3 outward = d - axis * along;
    return {along, glm::length(outward), outward};
}

/// Checks a quantity that is uniform between two ends: it fills the range, evenly.
template <typename Quantity>
void expect_uniform(const std::vector<ModuleParticle>& particles, float least, float most,
                    const Quantity& quantity) {
    int buckets[8] = {};
    for (const ModuleParticle& p : particles) {
        const float share = (quantity(p) - least) / (most - least);
        ASSERT_GE(share, -fine);
        ASSERT_LE(share, 1 + fine);
        ++buckets[std::clamp(static_cast<int>(share * 8), 0, 7)];
    }
    const double expected = double(particles.size()) / 8;
    for (const int count : buckets)
        EXPECT_NEAR(count, expected, 5 * std::sqrt(expected)) << least << " to " << most;
}

void expect_middle(const std::vector<ModuleParticle>& particles, glm::vec3 centre, float size) {
    glm::vec3 mean(0);
    for (const ModuleParticle& p : particles) mean += (p.position - centre) / float(particles.size());
    EXPECT_LT(glm::length(mean), 0.04f * size);
}

/// Checks that births surround the axis evenly.
void expect_round(const std::vector<ModuleParticle>& particles, glm::vec3 axis) {
    const glm::vec3 x = glm::normalize(glm::cross(axis, glm::vec3(0.3f, 0.1f, 1))), y = glm::cross(axis, x);
    expect_uniform(particles, -std::numbers::pi_v<float>, std::numbers::pi_v<float>,
                   [&](const ModuleParticle& p) {
                       const glm::vec3 d = p.position - middle;
                       return std::atan2(glm::dot(d, y), glm::dot(d, x));
                   });
}

void point() {
    for (const ModuleParticle& p : born_by({{"point", {{"centre", constant(middle)}}}}))
        EXPECT_EQ(p.position, middle);
}

void line() {
    const glm::vec3 to(3, 2, -2);
    const auto births = born_by({{"line", {{"from", constant(middle)}, {"to", constant(to)}}}});
    const float length = glm::distance(middle, to);
    for (const ModuleParticle& p : births) ASSERT_LT(local(p, (to - middle) / length).away, fine);
    expect_uniform(births, 0, length, [&](const auto& p) { return glm::distance(p.position, middle); });
}

void ring() {
    for (const glm::vec3 axis : {up, tilted, upside_down}) {
        const auto births = born_by(
            {{"ring", {{"centre", constant(middle)}, {"axis", constant(axis)}, {"radius", constant(2.0f)}}}});
        for (const ModuleParticle& p : births) {
            ASSERT_NEAR(local(p, axis).along, 0, fine);
            ASSERT_NEAR(local(p, axis).away, 2, fine);
        }
        expect_round(births, axis);
        expect_middle(births, middle, 2);
    }
}

void disc() {
    for (const float inner : {0.0f, 1.2f}) {
        for (const glm::vec3 axis : {up, tilted}) {
            const auto births = born_by({{"disc",
                                          {{"centre", constant(middle)},
                                           {"axis", constant(axis)},
                                           {"radius", constant(2.0f)},
                                           {"inner", constant(inner)}}}});
            for (const ModuleParticle& p : births) ASSERT_NEAR(local(p, axis).along, 0, fine);
            expect_uniform(births, inner * inner, 4, [&](const auto& p) {
                const float r = local(p, axis).away;
                return r * r;  // even over the area
            });
            expect_round(births, axis);
        }
    }
}

void ball() {
    for (const float inner : {0.0f, 1.5f, 2.0f}) {
        const auto births = born_by(
            {{"ball",
              {{"centre", constant(middle)}, {"radius", constant(2.0f)}, {"inner", constant(inner)}}}});
        const auto volume = [&](const auto& p) { return std::pow(glm::distance(p.position, middle), 3.0f); };
        if (inner < 2.0f) expect_uniform(births, std::pow(inner, 3.0f), 8, volume);
        for (const ModuleParticle& p : births)
            ASSERT_LE(std::abs(volume(p) - 8) * (inner < 2.0f ? 0 : 1), fine * 20);
        expect_round(births, tilted);
        if (inner == 2.0f)
            expect_uniform(births, -2, 2, [&](const auto& p) { return local(p, tilted).along; });
    }
}

void box() {
    const glm::vec3 size(2, 0.5f, 6);
    const auto births = born_by({{"box", {{"centre", constant(middle)}, {"size", constant(size)}}}});
    for (int k = 0; k < 3; ++k)
        expect_uniform(births, -size[k] / 2, size[k] / 2,
                       [&](const auto& p) { return p.position[k] - middle[k]; });
}

void cone() {
    constexpr float height = 3, angle = 40;
    const float slope = std::tan(glm::radians(angle));
    const auto births = born_by({{"cone",
                                  {{"centre", constant(middle)},
                                   {"axis", constant(tilted)},
                                   {"height", constant(height)},
                                   {"angle", constant(angle)}}}});
    expect_uniform(births, 0, 27, [&](const auto& p) { return std::pow(local(p, tilted).along, 3.0f); });
    expect_uniform(births, 0, 1, [&](const auto& p) {
        const Local place = local(p, tilted);
        return std::pow(place.away / (place.along * slope), 2.0f);
    });
    expect_round(births, tilted);
}

void torus() {
    constexpr float radius = 2, thickness = 1;
    const auto births = born_by({{"torus",
                                  {{"centre", constant(middle)},
                                   {"axis", constant(tilted)},
                                   {"radius", constant(radius)},
                                   {"thickness", constant(thickness)}}}});
    int outer = 0;
    const auto from_tube = [&](const auto& p) {
        const Local place = local(p, tilted);
        return std::pow(place.away - radius, 2.0f) + place.along * place.along;
    };
    for (const ModuleParticle& p : births) outer += local(p, tilted).away > radius;
    expect_uniform(births, 0, thickness * thickness, from_tube);
    expect_round(births, tilted);
    // By Pappus's theorem, the outer half's share of the volume.
    const double share = 0.5 + 2 * thickness / (3 * std::numbers::pi * radius);
    EXPECT_NEAR(outer / double(births.size()), share, 0.03);
}

void grid() {
    const auto births = born_by({{"grid",
                                  {{"centre", constant(middle)},
                                   {"size", constant(glm::vec3(3, 4, 5))},
                                   {"columns", constant(3u)},
                                   {"rows", constant(4u)},
                                   {"layers", constant(5u)}}}},
                                120);
    std::map<std::tuple<int, int, int>, int> cells;
    for (const ModuleParticle& p : births) {
        const glm::vec3 cell = p.position - middle + glm::vec3(1.5f, 2, 2.5f) - 0.5f;  // of edges of 1 m
        for (int k = 0; k < 3; ++k) ASSERT_NEAR(cell[k], std::round(cell[k]), fine);
        ++cells[{std::lround(cell.x), std::lround(cell.y), std::lround(cell.z)}];
    }
    EXPECT_EQ(cells.size(), 60u);
    for (const auto& [cell, count] : cells) EXPECT_EQ(count, 2);
    EXPECT_EQ(cells.begin()->first, std::tuple(0, 0, 0));
    EXPECT_EQ(cells.rbegin()->first, std::tuple(2, 3, 4));
}

void spiral() {
    constexpr float twist = 2.2f;
    for (const float width : {0.0f, 0.3f}) {
        const auto births = born_by({{"spiral",
                                      {{"centre", constant(middle)},
                                       {"arms", constant(3u)},
                                       {"twist", constant(twist)},
                                       {"width", constant(width)}},
                                      {{"radius", "mix(0.2, 6, random)"}}}});
        std::set<int> arms;
        double most = 0;
        for (const ModuleParticle& p : births) {
            const glm::vec3 d = p.position - middle;
            const float r = std::hypot(d.x, d.z);
            ASSERT_LT(r, 6 * (1 + width) + fine);
            ASSERT_LE(std::abs(d.y), width * 6 + fine);
            if (width > 0) continue;
            const double third = 2 * std::numbers::pi / 3;
            const double arm = (std::atan2(d.z, d.x) - twist * std::log(r)) / third;
            most = std::max(most, std::abs(arm - std::round(arm)));
            arms.insert(((static_cast<int>(std::lround(arm)) % 3) + 3) % 3);
        }
        EXPECT_LT(most, 1e-3) << "away from the arm";
        EXPECT_EQ(arms.size(), width == 0 ? 3u : 0u);
        expect_middle(births, middle, 6);
    }
}

void pointer_brush() {
    const ModuleSteps pressed{.are_born = true, .given = {1, 2, 3}, .pointer_velocity = {6, 0, 0}};
    const auto painted =
        run_modules({{"pointer-brush", {{"radius", constant(0.1f)}, {"inherit", constant(0.0f)}}}}, pressed,
                    std::vector<ModuleParticle>(case_births));
    float least = 0, most = 0;  // along the way of the step, which is 0.1 m
    for (const ModuleParticle& p : painted) {
        const glm::vec3 d = p.position - pressed.given;
        EXPECT_LT(std::hypot(d.y, d.z), 0.1001f);
        least = std::min(least, d.x);
        most = std::max(most, d.x);
        EXPECT_EQ(p.events & ModuleParticle::killed, 0u);
    }
    EXPECT_LT(least, -0.12f);
    EXPECT_LT(most, 0.1001f);
}

}  // namespace

std::vector<ModuleCase> place_cases() {
    return {{"point", point},
            {"line", line},
            {"ring", ring},
            {"disc", disc},
            {"ball", ball},
            {"box", box},
            {"cone", cone},
            {"torus", torus},
            {"grid", grid},
            {"spiral", spiral},
            {"pointer-brush", pointer_brush}};
}

}  // namespace winnow::particles
