// The words that the attributes of a stack's particles take, and what reads and writes them.
//
// Attributes of up to four words are stored as they are declared: in one plane, which costs the same however
// many of its words are used. Of more than that, those are stored that anything reads after the birth, in
// this order: what a step may change, what else a step reads, and the rest. So a step holds the first planes
// alone, reads a few more, and leaves the others where they are.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_parents.h"
#include "effects/model/document.h"

namespace winnow::effects {

using AttributeNames = std::set<std::string, std::less<>>;

/// Returns for each emitter the attributes that expressions of its children's stacks read.
std::vector<AttributeNames> words_read_by_children(const Parents& parents, std::span<const Stack> stacks);

/// Orders the attributes of a stack and says how many of them are stored. Throws Invalid if these take more
/// than max_attribute_words; the pointer is that of the module whose attribute is one too many, if it is one
/// of the list `path`.
void place_words(Stack& stack, const AttributeNames& read_by_children, const Path& path);

/// Returns the attributes that are stored, in consecutive words.
inline std::span<const Attribute> stored_of(const Stack& stack) {
    return std::span(stack.attributes).first(stack.stored);
}

std::uint32_t words_of(std::span<const Attribute> attributes);
/// Returns how many planes hold so many words.
constexpr std::uint32_t planes_for(std::uint32_t words) {
    return (words + plane_words - 1) / plane_words;
}

/// The planes of a program's attributes. Those that a step holds and reads are the first.
struct AttributePlanes {
    std::uint32_t all = 0;
    std::uint32_t read = 0;   // by a step, with those that it holds
    std::uint32_t held = 0;   // by a step, because it may change them
    std::uint32_t drawn = 0;  // a bit for each that looks read
    bool operator==(const AttributePlanes&) const = default;
};
/// Where there is one plane, it counts as held and drawn.
AttributePlanes planes_of(std::span<const Stack> stacks);

}  // namespace winnow::effects
