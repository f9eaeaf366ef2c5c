// Runs modules on the GPU without a simulation: a compute shader made from their rewritten text and the
// engine's own steps, one thread for each of a few particles.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "effects/effect.h"
#include "effects/module.h"
#include "gl/program.h"
#include "particles/seen.h"

namespace winnow::particles {

/// A particle and its look, as the shader sees them.
struct ModuleParticle {
    static constexpr std::uint32_t hit = 1, killed = 2;  // events

    glm::vec3 position{0};
    float age = 0;
    glm::vec3 velocity{0};
    float lifetime = 1;
    glm::vec4 colour{1};
    float diameter = 0, streak = 0;
    float shading = 0;  // plus softness, angle, and width and edge less 1, and a picture's row and frame
    std::uint32_t events = 0;
    bool operator==(const ModuleParticle&) const = default;
};

/// A module and what its parameters are; those that are not mentioned have their defaults.
struct ModuleUse {
    std::string name;
    std::map<std::string, effects::Constant> values = {};
    /// Values in GLSL; they see `given`, and `lot_place` and `lot_direction`, the four random numbers of each
    /// use.
    std::map<std::string, std::string> expressions = {};
};

/// The objects of the scenery, all of which stop particles; their files are below the folder.
struct ModuleScenery {
    std::vector<effects::SceneObject> objects = {};
    std::string folder = {};
};

struct ModuleSteps {
    std::uint32_t steps = 0;
    std::uint32_t first_step = 0;  // births belong to it; the time of a step is its number times `seconds`
    float seconds = 1.0f / 60;     // of a step
    std::uint32_t seed = 1;
    bool are_born = false;      // spawn modules run first, with the births' random numbers
    glm::vec3 acceleration{0};  // besides that of the modules
    glm::vec3 given{0};         // for expressions; the pointer presses there
    glm::vec3 pointer_velocity{0};
    ModuleScenery scenery = {};      // of run_modules(); its modules name no files beside it
    std::uint32_t first_object = 0;  // row of run_program()
    Seen seen = {};
};

/// Returns a constant of GLSL's float.
inline effects::Constant constant(float value) {
    return {value};
}
inline effects::Constant constant(glm::vec3 value) {
    return {value};
}
inline effects::Constant constant(glm::vec4 value) {
    return {value};
}
inline effects::Constant constant(bool value) {
    return {value};
}
/// The full path of a file.
inline effects::Constant constant(const std::filesystem::path& file) {
    return {file.string()};
}
/// The name of an attribute; values in GLSL see it as a member of `p`.
inline effects::Constant constant(const char* attribute) {
    return {std::string(attribute)};
}
inline effects::Constant constant(const effects::Spline& spline) {
    return {spline};
}
/// A whole number, or the number of a choice.
inline effects::Constant constant(std::uint32_t value) {
    return {value};
}

/// Returns the text of a compute shader that runs the modules in their order.
std::string module_program(const std::vector<ModuleUse>& uses);

/// Runs the shader of module_program(), compiled from a folder that holds the shipped shaders and gets
/// `file`.
std::vector<ModuleParticle> run_modules(const std::vector<ModuleUse>& uses, const ModuleSteps& steps,
                                        const std::vector<ModuleParticle>& particles);

/// Runs a compute shader of this text over `particles`, in place, with `rows` as further data and `files` as
/// the rows of files. It has the buffers of module_program(); uniforms are those of ModuleSteps.
std::vector<ModuleParticle> run_program(const std::string& text, const ModuleSteps& steps,
                                        const std::vector<glm::vec4>& rows,
                                        const std::vector<ModuleParticle>& particles,
                                        const std::vector<glm::vec4>& files = {glm::vec4(0)});

/// The buffers and uniforms of such a shader, and load() and store() of thread i; it needs `struct Particle`
/// before it, with `events`.
std::string module_program_frame();

}  // namespace winnow::particles
