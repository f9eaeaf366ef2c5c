// Makes an effect independent of its folder, so that it can be moved and handed on as one file.
#pragma once

#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns the effect with all files that it depends on: its own modules, and the data that they and the
/// scenery name, but for what comes with Winnow. Throws Error(bad_input), one line, if one cannot be read, or
/// if they are too many.
Effect pack(const Effect& effect);

}  // namespace winnow::effects
