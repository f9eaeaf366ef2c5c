// Effects whose runs cannot be replayed, because their particles collide with what the camera sees.
#pragma once

#include <span>
#include <string>

#include "effects/compile/stack.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// True if what the module does depends on the camera and on the frames that were drawn.
bool sees_depth(const std::shared_ptr<const Module>& module);

/// Returns in one sentence why a run of the effect cannot be replayed; empty: it can be. Throws as
/// stacks_of() does.
std::string why_not_replayable(const Effect& effect);

/// Throws Error(bad_input) with that sentence.
void require_replayable(const Effect& effect);

/// Throws Invalid if particles that are solid things would collide with themselves, because the camera sees
/// them.
void check_seen(std::span<const Stack> stacks, const Path& path);

}  // namespace winnow::effects
