// Runs modules on the GPU without a simulation: the functions that the effect's writer makes of a stack of
// them, and plain steps of a particle, one thread for each of a few particles.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "effects/model/effect.h"
#include "effects/modules/module.h"
#include "particles/step_inputs.h"

namespace winnow::particles {

/// A particle's look as modules made it and the shader stores it: `Look` of shaders/effects/stages.glsl.
struct ModuleLook {
    glm::vec4 colour{1};
    float diameter = 0, streak = 0, shading = 0, softness = 0;
    float angle = 0, width = 1, light = 0, reach = 0;
    glm::vec3 solid_axis{0};
    float solid_angle = 0;
    std::uint32_t solid_kind = 0;  // one of those below
    float solid_glow = 0;
    float edge = 1;
    std::uint32_t picture = 0;  // its row in the files; 0: there is none
    float frame = 0;
    float visible = 1;
    float distortion = 0;
    std::uint32_t facing = 0;  // one of those below
    glm::vec3 facing_axis{0};
    float roughness = 1;
    glm::vec2 sides{1};
    glm::vec2 blend_ends{0, 1};
    glm::vec4 other_colour{0};
    glm::vec3 blend_axis{0};
    float unused{};
    bool operator==(const ModuleLook&) const = default;

    static constexpr std::uint32_t sphere = 1, mesh = 2;        // kinds
    static constexpr std::uint32_t about_axis = 1, across = 2;  // facings
};

/// A particle and its look, as the shader stores them.
struct ModuleParticle {
    static constexpr std::uint32_t hit = 1, killed = 2, signalled = 4;  // events

    glm::vec3 position{0};
    float age = 0;  // seconds
    glm::vec3 velocity{0};
    float lifetime = 1;
    glm::uvec4 attributes{0};  // their words
    std::uint32_t events = 0;
    std::uint32_t unused[3]{};
    ModuleLook look;
    bool operator==(const ModuleParticle&) const = default;
};

/// A module and what its parameters are; those that are not mentioned have their defaults.
struct ModuleUse {
    std::string name;
    std::map<std::string, effects::Constant> values = {};
    std::map<std::string, std::string> expressions = {};  // as effects have them
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
    glm::vec3 given{0};         // the pointer presses there
    glm::vec3 pointer_velocity{0};
    ModuleScenery scenery = {};  // its modules name no files beside it
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
/// The full path of a file. All files of the modules lie in one folder.
inline effects::Constant constant(const std::filesystem::path& file) {
    return effects::Constant(file.string());
}
/// The name of an attribute.
inline effects::Constant constant(const char* attribute) {
    return effects::Constant(std::string(attribute));
}
inline effects::Constant constant(const effects::Spline& spline) {
    return {spline};
}
/// A whole number, or the number of a choice.
inline effects::Constant constant(std::uint32_t value) {
    return {value};
}

/// Returns what the effect's writer makes of a stack of the modules, in their order.
effects::StackProgram stack_program_of(const std::vector<ModuleUse>& uses, const ModuleScenery& scenery = {});

/// A compute shader that run_modules() runs with such a program, whose files STACKS names.
struct ModuleShader {
    std::string path, text;
};
ModuleShader step_shader();
ModuleShader look_shader();

/// Lets the modules give birth to the particles, makes the steps, and then finds their looks.
std::vector<ModuleParticle> run_modules(const std::vector<ModuleUse>& uses, const ModuleSteps& steps,
                                        const std::vector<ModuleParticle>& particles);

}  // namespace winnow::particles
