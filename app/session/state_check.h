// Checks that a state read from a file is one that a run can have.
#pragma once

#include <cstdint>
#include <string>

#include "particles/columns.h"

namespace winnow::session {

/// Returns one more than the largest emitter number among the particles. Particles of an emitter that an edit
/// has removed stay alive.
std::uint64_t emitters_had(const particles::State& state);

/// Throws Error(bad_input), one line that names `origin`, the particle and the column, unless every particle
/// is in a state that a step can leave: its position and velocity are finite, it was born in a step that was
/// made and has the age that follows from it, its lifetime is not over, and its emitter is below `emitters`.
void check_particles(const particles::State& state, std::uint64_t emitters, const std::string& origin);

}  // namespace winnow::session
