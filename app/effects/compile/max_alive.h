// Estimates how many particles of an effect are alive at once.
#pragma once

#include <vector>

#include "effects/compile/rate.h"
#include "effects/compile/stack.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns an upper estimate for a valid effect at this density. How long and how fast particles live, and
/// whether they bounce, follows from their modules too (stack_lives.h). It adds the births by rates and
/// bursts and their children, generation after generation; each event counts with its mean number of
/// children. The children of one emitter are at most as many as the limits allow in its longest lifetime; a
/// cycle of emitters whose generations do not shrink reaches that bound.
double max_alive(const Effect& effect, float density);
/// Returns the parts of the estimate that are the emitters'.
std::vector<double> max_alive_by_emitter(const Effect& effect, std::span<const Stack> stacks,
                                         std::span<const StackValue> rates,
                                         std::span<const std::vector<BurstValues>> bursts, float density);

}  // namespace winnow::effects
