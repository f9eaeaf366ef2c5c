// How many particles of an effect live at once.
#pragma once

#include "effects/effect.h"

namespace winnow::effects {

/// An upper estimate for an effect that loaded, at this density: of what emitters bear by their rates and
/// their bursts, and of what those give birth to, generation after generation, each event having as many
/// children as it has on average. Children of one emitter never exceed what the limits let be born in its
/// longest lifetime; circles whose generations do not dwindle come up to that.
double most_alive(const Effect& effect, float density);

}  // namespace winnow::effects
