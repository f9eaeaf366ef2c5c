// Converts an effect to the tables and numbers that the GPU reads.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/effect.h"
#include "gl/program.h"
#include "particles/slots.h"
#include "shaders/shared.h"

namespace winnow::particles {

/// `covers`: its particles cover what lies behind them. `first_link`: the place of its links in the link
/// table.
shared::Emitter to_gpu(const effects::Emitter& emitter, std::uint32_t steps_per_second, bool covers = false,
                       std::uint32_t first_link = 0);
/// Returns the emitters by slot, each with the position of its links in the link table. A slot without an
/// emitter has a row of zeros: its longest lifetime of 0 steps ends the life of all its particles.
std::vector<shared::Emitter> emitter_table(const effects::Effect& effect, const Slots& slots);
/// Returns the links from all emitters to those of their children, grouped by emitter, in the order of the
/// list.
std::vector<shared::Link> link_table(const effects::Effect& effect, const Slots& slots);

/// Returns the most children that a particle of any emitter has in one step.
std::uint32_t most_children(const effects::Effect& effect);

/// The work of an effect's step beyond plain motion. Each kind has its own shaders, so that an effect pays
/// only for the features it uses: otherwise the turbulence of one emitter would take registers from every
/// particle.
struct StepKind {
    bool children = false;
    bool turbulence = false;

    /// Returns CHILDREN and TURBULENCE, 0 or 1.
    gl::Defines defines() const;
};
StepKind step_kind(const effects::Effect& effect);

/// Sets all members except index, births and capacity, which change from step to step, and
/// children_per_parent, which depends on the capacity.
shared::Step step_template(const effects::Effect& effect, std::uint32_t seed);

}  // namespace winnow::particles
