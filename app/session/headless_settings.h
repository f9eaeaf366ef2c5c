// What a simulation without a window begins with.
#pragma once

#include <cstdint>

#include "effects/settings.h"
#include "gl/context.h"
#include "session/choices.h"

namespace winnow::session {

/// The options' choices for this effect.
effects::Settings headless_settings(const SimulationChoice& options, effects::Effect effect,
                                    std::uint32_t capacity);

/// What the options say of culling and sorting; the rest stays.
void set_drawing(const DrawingChoice& options, effects::Display& display);

/// Room for all that the effect keeps alive at this density, bursts and children too, the same on every
/// device: a power of two, 65,536 at least and 2^24 at most.
std::uint32_t capacity_for(const effects::Effect& effect, float density);

/// A capacity that nobody asked for: `wished`, or what this device has room for; that it is less is said on
/// standard error.
std::uint32_t default_capacity(std::uint32_t wished, const gl::Facts& facts);
/// Makes the capacity default_capacity() of itself, unless the options, a saved state or a recording say what
/// it is.
void hold_default_capacity(const StartChoice& options, const gl::Facts& facts, effects::Settings& settings);

}  // namespace winnow::session
