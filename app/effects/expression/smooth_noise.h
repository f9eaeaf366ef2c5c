// The engine's smooth noise on the CPU, for what an effect computes once a step and not once a particle.
#pragma once

#include <glm/glm.hpp>

namespace winnow::effects {

/// Returns noise_number() of shaders/effects/engine.glsl: -1 to 1, 0 if a component of the place is not
/// finite.
float noise_number(const glm::vec3& place);
/// Likewise far away, where doubles alone tell places apart.
float noise_number(const glm::dvec3& place);

}  // namespace winnow::effects
