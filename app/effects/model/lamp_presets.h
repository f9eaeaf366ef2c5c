// Lamps for what a stage usually lacks beside its main lamp.
#pragma once

#include <vector>

#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns a weak and wide lamp that fills the shadows of another from the other side of the view.
Lamp fill_lamp(const Lamp& key, const View& view);

/// Returns a lamp behind what the view shows, which gives it a bright edge.
Lamp rim_lamp(const View& view);

/// Returns the lamps with one more. Of a scenery without lamps, the usual one becomes the first, because it
/// is no longer there once others are.
std::vector<Lamp> with_lamp(std::vector<Lamp> lamps, const Lamp& added);

}  // namespace winnow::effects
