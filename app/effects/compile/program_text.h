// The texts of programs: the functions of different stacks, and what chooses a stack by its code. Stacks of
// equal text share a code.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_text.h"

namespace winnow::effects {

struct StackProgram;

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

/// True if the stacks have the same text, so that they differ in numbers only.
bool same_text(const Stack& a, const Stack& b);

/// Returns which functions the program for steps of these stacks needs.
Functions functions_of(std::span<const Stack> stacks);

/// Writes the texts of both programs, and the stacks' codes in them. Throws as write_program() does.
/// Precondition: the program has a StackCode for each stack, and the planes of their attributes.
void write_texts(std::span<const Stack> stacks, const std::vector<StackNumbers>& numbers,
                 const Functions& functions, StackProgram& program);

/// Returns the text for steps of stacks that were written before, which also notes what each module adds:
/// shaders/particles/follow.comp defines note_prototypes. It has the codes of `program` and reads its rows.
ProgramText write_noting_text(std::span<const Stack> stacks, std::span<const Property> properties,
                              const StackProgram& program);

/// Returns how many texts of programs were written since Winnow began.
std::uint64_t texts_written();

}  // namespace winnow::effects
