// What the shaders of an effect's step have to do beside plain motion.
#pragma once

#include "effects/effect.h"
#include "gl/program.h"

namespace winnow::particles {

/// Each kind has shaders of its own, so that an effect pays for what it has and no more: registers that one
/// emitter's turbulence would need are taken from every particle in flight.
struct StepKind {
    bool children = false;
    bool turbulence = false;

    /// CHILDREN and TURBULENCE, 0 or 1.
    gl::Defines defines() const;
};

StepKind step_kind(const effects::Effect& effect);

}  // namespace winnow::particles
