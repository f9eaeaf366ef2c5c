// Rounds numbers to the digits that a person would write.
#pragma once

namespace winnow::effects {

/// Returns the double with the shortest text among those that round to `value`: 0.02, not 0.0199999996.
double shortest(float value);

}  // namespace winnow::effects
