// Module files: a head that declares what the module is, in JSON within a comment, and then its GLSL.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/document.h"
#include "effects/model/parameter.h"

namespace winnow::effects {

/// When a module runs.
enum class Stage { spawn, force, react, look };

inline constexpr std::array stages{
    Named<Stage>{Stage::spawn, "spawn", "at birth: place, velocity, attributes"},
    Named<Stage>{Stage::force, "force", "in each step, before particles move: acceleration and drag"},
    Named<Stage>{Stage::react, "react", "in each step, after they moved: collisions, limits, deaths"},
    Named<Stage>{Stage::look, "look", "when drawing: colour and size"},
};
template <>
inline constexpr const auto& names<Stage> = stages;

/// True if modules of the stage may change the particle, and so its attributes.
constexpr bool changes_particles(Stage stage) {
    return stage == Stage::spawn || stage == Stage::react;
}

/// True if a module of the stage declares the attributes that its parameters name; others name those that the
/// stack has.
constexpr bool declares_named(Stage stage) {
    return stage == Stage::spawn;
}

struct Module {
    std::string name;  // a-z, 0-9 and -
    Stage stage = Stage::force;
    std::string sentence;               // what it does
    std::vector<Parameter> parameters;  // in the order of the file
    std::vector<Attribute> attributes;  // likewise; max_attribute_words in all
    std::string body;                   // the GLSL after the head
    std::string origin;                 // the file
    Place begin{1, 1};                  // of the body in the file
};

/// The member of Moment that holds the camera, which modules of the stage look alone may read, and why.
inline constexpr std::string_view camera_member = "camera",
                                  why_no_camera =
                                      "only the stage look knows the camera, because a run does "
                                      "not depend on it";

inline constexpr std::size_t max_module_bytes = 65536;  // the largest module file

/// Returns the module of a file's text; its body is not yet checked (module_check.h does that). The module's
/// name must be the file's. Throws Error(bad_input), one line: `origin:line:column: /pointer: message`.
Module read_module(std::string_view text, const std::string& origin);

/// Returns the value of an attribute that does not name a default: 0, or white.
Constant natural_value(Type type);

/// Returns the names of the built-in modules, sorted.
const std::vector<std::string>& built_in_modules();
/// Returns the built-in module with this name. Throws Error(bad_input) if there is none.
const Module& built_in_module(std::string_view name);
std::shared_ptr<const Module> shared_built_in_module(std::string_view name);
/// Returns its file's text. Throws Error(bad_input) if there is none.
std::string_view built_in_module_text(std::string_view name);

/// Returns the name with `_` for `-`, as GLSL has it.
std::string glsl_name(std::string_view name);

/// Returns the GLSL constant that stands for a choice in the module's body: `hit_bounce`.
std::string choice_name(const Parameter& parameter, const Choice& choice);

}  // namespace winnow::effects
