// An effect as the GPU reads it.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/effect.h"
#include "gl/program.h"
#include "shaders/shared.h"

namespace winnow::particles {

shared::Emitter to_gpu(const effects::Emitter& emitter, std::uint32_t steps_per_second,
                       std::uint32_t first_link = 0);
/// The emitters, each with its place among the links.
std::vector<shared::Emitter> emitter_table(const effects::Effect& effect);
/// The links from all emitters to their children's, an emitter's in a row, in order.
std::vector<shared::Link> link_table(const effects::Effect& effect);

/// The most children that a particle has in one step, whatever its emitter.
std::uint32_t most_children(const effects::Effect& effect);

/// The work of an effect's step beside plain motion. Each kind has shaders of its own, so
/// that an effect pays for what it has and no more: registers that one emitter's turbulence would need are
/// taken from every particle in flight.
struct StepKind {
    bool children = false;
    bool turbulence = false;

    /// CHILDREN and TURBULENCE, 0 or 1.
    gl::Defines defines() const;
};
StepKind step_kind(const effects::Effect& effect);

/// All but index, births and capacity, which change from step to step, and children_per_parent, which the
/// capacity holds.
shared::Step step_template(const effects::Effect& effect, std::uint32_t seed);

}  // namespace winnow::particles
