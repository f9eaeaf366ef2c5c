// Numbers as people write them.
#pragma once

namespace winnow::effects {

/// The double with the shortest text among those that round to `value`: 0.02, not 0.0199999996.
double shortest(float value);

}  // namespace winnow::effects
