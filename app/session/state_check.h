// Whether a state that was read is one that a run could have been in.
#pragma once

#include <cstdint>
#include <string>

#include "particles/columns.h"

namespace winnow::session {

/// One more than the greatest emitter that a particle belongs to. Those of an emitter that an edit has taken
/// away live on.
std::uint64_t emitters_had(const particles::State& state);

/// Throws Error(bad_input), one line that names `origin`, the particle and the column, unless every particle
/// is as a step leaves it: its position and velocity are finite, it was born in a step that was made and is
/// as old as that says, its life is not over, and its emitter is one of `emitters`.
void check_particles(const particles::State& state, std::uint64_t emitters, const std::string& origin);

}  // namespace winnow::session
