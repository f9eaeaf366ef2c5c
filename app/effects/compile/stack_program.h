// The program of an effect's stacks: their text (program_text.h), their values as rows of numbers, and what
// the passes of steps and frames need to know of them. The text depends on the structure alone: modules,
// kinds of values, shapes of expressions and choices. Numbers are in the rows, so that changing one compiles
// nothing.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "effects/compile/program_text.h"
#include "effects/compile/stack.h"
#include "effects/compile/stack_lives.h"
#include "effects/compile/stack_values.h"
#include "effects/compile/stack_words.h"

namespace winnow::effects {

/// A further look of a stack.
struct LookCode {
    std::uint32_t code = 0;
    std::vector<glm::vec4> rows;
    EmitterBlend blend = EmitterBlend::effect;
    std::uint32_t order = 0;  // as StackCode's
};

/// The place of an emitter's stack in the programs, and its numbers.
struct StackCode {
    std::uint32_t step = 0, look = 0;  // codes
    std::vector<glm::vec4> step_rows, look_rows;
    bool is_solid = false;                // its particles may be drawn as solid things
    bool shines = false;                  // its particles may be lights
    bool signals = false;                 // a module may give signals
    std::vector<Attribute> attributes;    // that are stored: consecutive words of a particle's column
    std::optional<std::uint32_t> ribbon;  // the word with the number of a particle's ribbon, if it has one
    ConstantForces constant_forces;
    std::uint32_t order = 0;      // the rank of the emitter's order among those of all, from 0
    std::vector<LookCode> looks;  // further ones
};

struct StackProgram {
    ProgramText step, look;
    std::vector<StackCode> stacks;     // in the order of the stacks that were given
    FileRows files;                    // that the stacks' rows refer to
    AttributePlanes planes;            // of the column of attributes
    LookBounds bounds;                 // of all
    SolidLooks solids;                 // likewise
    bool looks_back = false;           // a link does; see effect.h
    bool shines = false;               // particles of some stack may be lights
    bool has_ribbons = false;          // some particles are drawn as ribbons
    bool has_pictures = false;         // some particles may be drawn as pictures
    bool has_ribbon_pictures = false;  // some ribbons may have a picture
    bool has_singles = false;          // some particles do not follow the density
    bool distorts = false;             // some particles may bend what is seen through them
    bool sees_depth = false;           // particles of some stack collide with what the camera sees
    bool tints = false;                // what lies behind some particles is seen through their colour
    std::uint32_t order_bits = 0;      // of the ranks of orders
    std::uint32_t looks = 1;           // the most that particles of a stack have
    std::vector<glm::vec4> objects;    // rows of those that stop particles (object_rows.h); empty: none does
};

/// Returns the words that hold the attribute's value at birth, as many as the largest attribute takes.
std::array<std::uint32_t, plane_words> words_of(const Attribute& attribute);

/// The program of stacks that were written before.
struct EarlierProgram {
    std::span<const Stack> stacks = {};
    const StackProgram* program = nullptr;  // null: there is none
};

/// The stacks are those of one effect, so that an attribute has one type in all of them. The texts are those
/// of `before` if these stacks differ from its stacks in numbers only; otherwise they are written. Throws
/// Error(bad_input), one line, if a module's body is refused, or if there are more than max_codes different
/// stacks or too many operations in them.
StackProgram write_program(std::span<const Stack> stacks, std::span<const Property> properties,
                           const EarlierProgram& before = {});

}  // namespace winnow::effects
