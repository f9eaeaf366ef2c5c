// Writes stacks as GLSL, and their values as rows of numbers. The text depends on the structure alone:
// modules, kinds of values, shapes of expressions and choices. Numbers are in the rows, so that changing one
// compiles nothing.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_lives.h"
#include "effects/compile/stack_values.h"
#include "effects/compile/stack_words.h"

namespace winnow::effects {

inline constexpr std::size_t max_codes = 64;  // different stacks of an effect, for steps or for drawing

/// Operations of all different stacks together (glsl_cost.h): a bound on the time that drivers need. Those
/// for drawing are compiled into several programs.
inline constexpr double max_step_expansion = 3 << 14, max_look_expansion = 1 << 14;

/// A file of GLSL that a program includes.
struct TextFile {
    std::string path;  // of the include; it names the contents
    std::string text;
    std::string origin;  // the file that its lines come from; empty: Winnow wrote it
};

/// The functions that run the stacks of an effect, either in steps or in drawing. A stack is chosen by its
/// code; stacks of equal text share a code. shaders/effects/stack.glsl says what they need and do.
struct ProgramText {
    std::vector<TextFile> files;       // the first includes the others
    std::size_t codes = 0;             // different stacks
    double operations = 0;             // that a compiler has before it, of all stacks together (glsl_cost.h)
    std::vector<std::uint32_t> heavy;  // codes whose force or reaction needs many registers, ascending

    /// True if some codes are heavy and others are not, so that a pass may run one kind only.
    bool mixes() const { return !heavy.empty() && heavy.size() < codes; }
    const std::string& path() const { return files.front().path; }
};

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

/// Returns the text for steps of stacks that were written before, which also notes what each module adds:
/// shaders/particles/follow.comp defines note_prototypes. It has the codes of `program` and reads its rows.
ProgramText write_noting_text(std::span<const Stack> stacks, std::span<const Property> properties,
                              const StackProgram& program);

/// Returns how many texts of programs were written since Winnow began.
std::uint64_t texts_written();

}  // namespace winnow::effects
