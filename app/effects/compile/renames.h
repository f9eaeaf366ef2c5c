// Gives what expressions read by its name another one: a local value, a property of an effect, or an
// attribute of a stack's particles.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "effects/model/effect.h"

namespace winnow::effects {

/// Returns the effect with the let called `from` named `to`, also in all expressions that read it. It is one
/// of the emitter with this index; nullopt: of the effect. The result is not checked. Throws Error(bad_input)
/// if another let of the same list has the name.
Effect with_let_renamed(const Effect& effect, std::optional<std::size_t> emitter, const std::string& from,
                        const std::string& to);

/// Returns the effect with another name of the property with this index, also in all expressions that read
/// it. The result is not checked. Throws Error(bad_input) if another property has the name.
Effect with_property_renamed(const Effect& effect, std::size_t property, const std::string& to);

/// Returns the effect with the attribute `from` of an emitter's particles named `to`: where its modules name
/// it, in all expressions of the emitter, and where those of its children read it of their parent. The result
/// is not checked. Throws Error(bad_input) if the emitter has an attribute or a local value of the name, or
/// if the file of one of its modules declares `from`.
Effect with_attribute_renamed(const Effect& effect, std::size_t emitter, const std::string& from,
                              const std::string& to);

}  // namespace winnow::effects
