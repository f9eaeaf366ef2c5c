// The rates and bursts of emitters, and other values that depend on the time alone, which the CPU computes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// Reads a value that depends on the time. Expressions know the time, pi, the properties and the lets that
/// read nothing else. Throws Invalid.
StackValue read_in_time(const Value& value, const Parameter& parameter, std::span<const Property> properties,
                        const ParsedLets& lets, const Path& path);

/// Returns such a value at a time in seconds: a number in all components, or a vector. It is the same on
/// every machine. If the time is not long, a float is fine enough for it.
glm::vec4 value_at(const StackValue& value, double time, bool is_long, std::span<const Property> properties);

/// Reads a rate: a constant, a curve or an expression. Throws Invalid.
StackValue read_rate(const Rate& rate, std::span<const Property> properties, const ParsedLets& lets,
                     const Path& path);

/// Returns the rate of an emitter of the effect, whose stack has these lets. Throws Error(bad_input) with a
/// pointer if it is refused.
StackValue rate_of(const Effect& effect, std::size_t emitter, const ParsedLets& lets);

/// Returns the births per second at a time in seconds, 0 to the most that a rate can be. They are the same on
/// every machine. What is not a number becomes 0. If the time is not long, a float is fine enough for it.
float rate_at(const StackValue& rate, double time, bool is_long, std::span<const Property> properties);

/// Returns the greatest rate at a time; of an expression, among those of the first minute.
float greatest_rate(const StackValue& rate, std::span<const Property> properties);

/// The values that a burst computes each time it comes. Expressions know the same names as those of rates.
struct BurstValues {
    StackValue count, probability;
};

/// Reads the bursts of an emitter. Throws Invalid; `path` is the emitter's.
std::vector<BurstValues> read_bursts(const Emitter& emitter, std::span<const Property> properties,
                                     const ParsedLets& lets, const Path& path);

/// Returns the bursts of an emitter of the effect, as rate_of() does. Throws Error(bad_input) with a pointer
/// if one is refused.
std::vector<BurstValues> bursts_of(const Effect& effect, std::size_t emitter, const ParsedLets& lets);

/// Returns the births of a burst at a time, a whole number. If they are drawn, `drawn` is what was drawn of
/// [0, 1).
double count_at(const StackValue& count, double time, bool is_long, std::span<const Property> properties,
                double drawn);

/// Returns the probability of a burst at a time. What is not a number becomes 0.
float probability_at(const StackValue& probability, double time, bool is_long,
                     std::span<const Property> properties);

/// Returns the greatest count at a time, as greatest_rate() does.
double greatest_count(const StackValue& count, std::span<const Property> properties);

}  // namespace winnow::effects
