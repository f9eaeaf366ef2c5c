// The objects of a scenery that stop particles, as rows of numbers.
#pragma once

#include <glm/glm.hpp>

#include <span>
#include <string>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/compile/stack_values.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// True if the module reacts to the objects of the scenery.
bool meets_objects(const std::shared_ptr<const Module>& module);

/// Notes which kinds of objects the particles of a stack meet.
void note_objects(Stack& stack, const Scenery& scenery);

/// Returns the rows of the objects that stop particles, as shaders/effects/objects.glsl reads them, and adds
/// the distances from their meshes to `files`. Throws Invalid with a pointer below `path`, the effect's, if a
/// mesh has no distances.
std::vector<glm::vec4> object_rows(const Scenery& scenery, const std::string& folder, FileRows& files,
                                   const Path& path);

/// Throws Invalid if a module reacts to objects and there are none that stop particles, or as object_rows()
/// does.
void check_objects_met(const Effect& effect, std::span<const Stack> stacks, const Path& path);

}  // namespace winnow::effects
