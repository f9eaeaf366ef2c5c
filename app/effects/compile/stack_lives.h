// How long the particles of a stack live, how fast they are and whether they bounce, by estimate.
#pragma once

#include <span>

#include "effects/compile/stack.h"
#include "effects/model/effect.h"

namespace winnow::effects {

struct Lives {
    double seconds = 0;  // the longest life, however fast the particles age
    double speed = 0;    // m/s
    bool collide = false;
};

/// Returns upper estimates for the particles of an emitter with this stack. Expressions are computed for some
/// moments, places and random numbers. Modules that people write count by what they call only.
Lives lives_of(const Emitter& emitter, const Stack& stack, std::span<const Property> properties);

/// Forces that act alike on all particles of a stack at all times.
struct ConstantForces {
    glm::vec3 acceleration{0};  // m/s2
    float drag = 0;             // 1/s
};

/// Returns the constant forces among those of the stack's modules `gravity`, `drag` and `wind`; others are
/// left out.
ConstantForces constant_forces(const Stack& stack, std::span<const Property> properties);

}  // namespace winnow::effects
