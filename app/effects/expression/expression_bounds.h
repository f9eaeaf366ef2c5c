// Bounds of what an expression can be, by interval arithmetic (R. E. Moore, "Interval Analysis",
// 1966).
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "effects/expression/expression.h"

namespace winnow::effects {

/// The numbers from `least` to `most`; either may be infinite.
struct Bounds {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
};

using NameBounds = std::function<Bounds(std::string_view name)>;

/// Returns for each component bounds that hold all that evaluate() can return while each component of each
/// name lies within its bounds; a number or a truth has the same in all four components. They may be wider
/// than needed.
std::array<Bounds, 4> bounds_of(const Expression& expression, const NameBounds& name_bounds);

}  // namespace winnow::effects
