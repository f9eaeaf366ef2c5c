// The rates of emitters, which the CPU computes.
#pragma once

#include <cstddef>
#include <span>

#include "effects/compile/stack.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Reads a rate: a constant, a curve or an expression. Expressions know the time, pi and the properties.
/// Throws Invalid.
StackValue read_rate(const Rate& rate, std::span<const Property> properties, const Path& path);

/// Returns the rate of an emitter of the effect. Throws Error(bad_input) with a pointer if it is refused.
StackValue rate_of(const Effect& effect, std::size_t emitter);

/// Returns the births per second at a time in seconds, 0 to the most that a rate can be. They are the same on
/// every machine. What is not a number becomes 0. If the time is not long, a float is fine enough for it.
float rate_at(const StackValue& rate, double time, bool is_long, std::span<const Property> properties);

/// Returns the greatest rate at a time; of an expression, among those of the first minute.
float greatest_rate(const StackValue& rate, std::span<const Property> properties);

}  // namespace winnow::effects
