// An effect as the GPU reads it.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/effect.h"
#include "shaders/shared.h"

namespace winnow::particles {

shared::Emitter to_gpu(const effects::Emitter& emitter, std::uint32_t steps_per_second);
std::vector<shared::Emitter> emitter_table(const effects::Effect& effect);

/// All but index, births and capacity, which change from step to step.
shared::Step step_template(const effects::Effect& effect, std::uint32_t seed);

}  // namespace winnow::particles
