// Reads the further looks of emitters: their particles are drawn once for each.
#pragma once

#include <string>

#include "effects/compile/stack.h"
#include "effects/compile/stack_attributes.h"
#include "effects/compile/stack_names.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Adds the further looks of an emitter to its stack; its particles have the stack's attributes. Throws
/// Invalid with a pointer below that of the looks, `path`, or collects each fault. `folder` is the effect's.
void add_looks(Stack& stack, const Emitter& emitter, const std::string& folder, const Surroundings& known,
               DeclaredTypes& known_types, const Path& path);

}  // namespace winnow::effects
