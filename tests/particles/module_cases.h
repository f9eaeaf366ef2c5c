// The effects that each built-in module must have on particles on the GPU, as its own sentence says: one case
// a module.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "particles/module_run.h"

namespace winnow::particles {

struct ModuleCase {
    std::string module;
    std::function<void()> check;
};
inline void PrintTo(const ModuleCase& one, std::ostream* out) {
    *out << one.module;
}

std::vector<ModuleCase> place_cases();
std::vector<ModuleCase> velocity_cases();
std::vector<ModuleCase> force_cases();
std::vector<ModuleCase> react_cases();
std::vector<ModuleCase> look_cases();
std::vector<ModuleCase> shape_cases();
std::vector<ModuleCase> file_cases();
std::vector<ModuleCase> attribute_cases();

inline constexpr std::size_t case_births = 4000;

/// Returns particles as these modules gave birth to them.
inline std::vector<ModuleParticle> born_by(const std::vector<ModuleUse>& uses,
                                           std::size_t count = case_births) {
    return run_modules(uses, {.seconds = 0, .are_born = true}, std::vector<ModuleParticle>(count));
}

inline ModuleParticle at(glm::vec3 position, glm::vec3 velocity = glm::vec3(0)) {
    ModuleParticle p;
    p.position = position;
    p.velocity = velocity;
    return p;
}

/// Returns particles on the corners of a small lattice around a place.
inline std::vector<ModuleParticle> cloud(float size, glm::vec3 velocity = glm::vec3(0)) {
    std::vector<ModuleParticle> particles;
    for (int i = 0; i < 216; ++i) {
        const glm::vec3 place(i % 6, i / 6 % 6, i / 36);
        particles.push_back(at((place / 5.0f - 0.5f) * size, velocity));
    }
    return particles;
}

}  // namespace winnow::particles
