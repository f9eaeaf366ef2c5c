// Writes one stack as GLSL: a function for each stage, which calls the stack's modules with their values, and
// those that load and store attributes. program_text.h joins different stacks into programs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_values.h"

namespace winnow::effects {

inline constexpr char code_mark = '$';  // stands for a code's number; GLSL has no such character

/// A stage's function in the text of a stack.
struct StageText {
    Stage stage;
    std::string_view head, moment, call;  // the function's formals; what has the time; a module's arguments
};

inline constexpr StageText stage_texts[] = {
    {Stage::spawn, "uint first, precise inout Particle p, Birth b, RandomKey d", "b", "p, a, b"},
    {Stage::force,
     "uint first, Particle p, Moment m, RandomKey d, precise inout vec3 acceleration, precise inout float "
     "drag",
     "m", "p, a, m, acceleration, drag"},
    {Stage::react, "uint first, precise inout Particle p, Moment m, RandomKey d", "m", "p, a, m"},
    {Stage::look, "uint first, Particle p, Moment m, RandomKey d, precise inout Look look", "m",
     "p, a, m, look"},
};

inline constexpr std::string_view when_head =
    "uint first, Particle p, float time, float seconds, RandomKey d";

inline constexpr std::string_view surfaces_name = "surfaces";

/// True for the modules that only meet surfaces, which a step calls again to sweep a particle's way.
bool only_collides(const std::shared_ptr<const Module>& module);

/// The numbers of a stack, and where they lie: for each module that a function calls, in the order of the
/// text.
struct StackNumbers {
    Rows step_rows, look_rows;
    std::vector<RowPlaces> step, look;
    std::vector<Rows> further_rows;  // of further looks
    std::vector<std::vector<RowPlaces>> further;
};

/// Which functions a program has besides those of the stages.
struct Functions {
    bool sweeps = false;      // those that call the colliding modules alone
    bool conditions = false;  // those that say which conditions of links hold
};

/// Returns the numbers of a stack; data of files are added to `files`.
StackNumbers numbers_of(const Stack& stack, const Functions& functions, FileRows& files,
                        std::span<const Property> properties);

using NextPlaces = std::vector<RowPlaces>::const_iterator;

/// Functions of a stage besides the plain one: that which calls the colliding modules alone, and that which
/// notes the particle at its beginning and after each module (note_prototypes).
enum class StageKind { plain, sweeps, notes };

/// The defines of a program that has functions with notes. Numbers count the modules of the stage in the
/// stack from 1; 0 is the stage's beginning.
inline constexpr std::string_view note_prototypes =
    "void note_force(uint number, Particle p, vec3 acceleration, float drag);\n"
    "void note_react(uint number, Particle p);\n"
    "void note_spawn(uint number, Particle p);\n";

/// Returns the function of a stage. Moves `places` on by the modules that it calls.
std::string stage_of(const Stack& stack, const StageText& stage, NextPlaces& places,
                     StageKind kind = StageKind::plain);

/// Returns the function that says which conditions of links hold, each in a bit. Moves `places` on likewise.
std::string conditions_of(const Stack& stack, NextPlaces& places);

/// Returns the functions that convert between a particle's attributes and the words that are stored, in so
/// many planes.
std::string attributes_of(const Stack& stack, std::uint32_t planes);

/// Returns the word of the stack's attributes that holds the number of a particle's ribbon, if it is drawn as
/// one.
std::optional<std::uint32_t> ribbon_word(const Stack& stack);

}  // namespace winnow::effects
