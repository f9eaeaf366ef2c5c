// Changes of an effect's list of emitters: whatever names an emitter follows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns the name or, if an emitter of the list has it, the name with the least number from 2 that none
/// has: "jet 2".
std::string free_name(const std::vector<Emitter>& emitters, std::string_view name);

// Each returns the emitters after a change, which is not checked. Precondition: indices are below the size.

/// Gives an emitter another name, by which its parents then call it. Throws Error(bad_input) if the name is
/// empty or another emitter has it.
std::vector<Emitter> with_renamed(std::vector<Emitter> emitters, std::size_t index, const std::string& name);

/// Puts a copy behind the emitter, under a free name. Parents of the emitter have the copy as children too.
std::vector<Emitter> with_copy(std::vector<Emitter> emitters, std::size_t index);

/// Takes the emitter out, and the links of its parents to it.
std::vector<Emitter> without(std::vector<Emitter> emitters, std::size_t index);

/// Moves an emitter in front of the one with the index `before`; to the end, if that is the size.
std::vector<Emitter> moved(std::vector<Emitter> emitters, std::size_t from, std::size_t before);

/// Adds an emitter of another list, and those that its particles have as children, under free names.
std::vector<Emitter> with_added(std::vector<Emitter> emitters, const std::vector<Emitter>& from,
                                std::size_t index);

/// An emitter in the tree of parents and children.
struct EmitterRow {
    std::size_t emitter = 0;  // its index
    std::size_t depth = 0;    // 0: it is nobody's child, or only of emitters below it
    std::optional<std::size_t> parent = {};
    bool has_children = false;  // rows below it
};

/// Returns each emitter once, a child below its first parent, else in the order of the list. Linear in the
/// emitters and links.
std::vector<EmitterRow> tree_of(const std::vector<Emitter>& emitters);

/// Returns the emitters with one of these names, and those that have them as children, and so on: without
/// these, none of them would be born. If no emitter has such a name, returns all.
std::vector<bool> with_parents(const std::vector<Emitter>& emitters, const std::vector<std::string>& names);

}  // namespace winnow::effects
