// Gives a local value of an effect another name.
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

}  // namespace winnow::effects
