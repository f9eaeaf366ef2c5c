// How things move and turn as the time goes, as plain data.
#pragma once

#include <glm/glm.hpp>

#include <utility>

#include "effects/model/value.h"

namespace winnow::effects {

/// A number that may depend on the time: a constant, an expression or a curve; see parameter_of().
struct NumberInTime {
    Value value = Constant(0.0f);
    NumberInTime() = default;
    NumberInTime(float constant) : value(Constant(constant)) {}  // NOLINT: a number is one
    NumberInTime(Value varying) : value(std::move(varying)) {}   // NOLINT: likewise
    bool operator==(const NumberInTime&) const = default;
};

/// A vector that may depend on the time: a constant, an expression or a gradient; see parameter_of().
struct VectorInTime {
    Value value = Constant(glm::vec3(0));
    VectorInTime() = default;
    VectorInTime(const glm::vec3& constant) : value(Constant(constant)) {}  // NOLINT: a vector is one
    VectorInTime(Value varying) : value(std::move(varying)) {}              // NOLINT: likewise
    bool operator==(const VectorInTime&) const = default;
};

/// How something moves and turns as the time goes.
struct Motion {
    VectorInTime position;  // metres
    VectorInTime rotation;  // degrees, about the x axis, then about y, then about z
    Spline path{};          // metres, added to the position; without points there is none
    NumberInTime along;     // share of the path's length; beyond a closed one, it begins anew
    bool operator==(const Motion&) const = default;
};

/// Where the space of an emitter or of an effect lies in the world: it is scaled, turned and moved, in this
/// order.
struct Transform : Motion {
    NumberInTime scale{1};
    bool operator==(const Transform&) const = default;
};

}  // namespace winnow::effects
