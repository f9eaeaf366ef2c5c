// The parts of an effect that can be dragged in the picture: places, directions, radii and the edges of
// boxes, as data.
#pragma once

#include <glm/glm.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "effects/compile/transform.h"
#include "effects/data/scene_mesh.h"
#include "settings/settings.h"

namespace winnow::ui {

struct Handle {
    enum class Kind {
        place,      // a point
        direction,  // an arrow from the anchor, of any length but 0
        radius,     // a length from the anchor in every direction, in `value.x`
        edges,      // the edges of a box, which are `value` times those of `shape` around the anchor
    };
    Kind kind = Kind::place;
    std::string name;          // in the map of widgets, such as "handle/emitters/0/modules/2/centre"
    std::string what;          // for a person, such as "sparks, vortex: centre"
    std::string pointer;       // of the value in the settings
    glm::vec3 value{0};        // as it stands there
    glm::vec3 anchor{0};       // in the same space, added to a place too
    effects::Pose space{};     // of these in the world
    std::size_t point = 0;     // of the spline, whose place it is
    effects::Spline spline{};  // at the pointer; without points: the value is no spline
    effects::ShapeBounds shape{};

    /// Returns the places of the box's corners with the lowest and the highest shares of its shape.
    glm::vec3 low() const { return anchor + value * shape.low; }
    glm::vec3 high() const { return anchor + value * shape.high; }
    /// Returns where the face lies on an axis, 0 to 2, that is farther from the anchor, if the value is 1;
    /// 0: the shape is flat and lies there.
    float far_face(int axis) const {
        return shape.high[axis] >= -shape.low[axis] ? shape.high[axis] : shape.low[axis];
    }
};

inline constexpr std::size_t max_handles = 200;

/// Returns the name of the object of the scenery that the handle belongs to, without the part of it that it
/// changes; empty: it belongs to none.
std::string_view object_of(const Handle& handle);

/// Returns the handles of an emitter, of its modules whose values are constant, of the scenery's objects and
/// lamps, and of the view's target and path, at a time in seconds of the simulation; at most max_handles.
/// Precondition: the settings are compiled.
std::vector<Handle> handles_of(const effects::Settings& settings, std::size_t emitter, double time);

/// Returns the edit that gives a handle another value; digits that no person can see are rounded off.
effects::Edit edit_of(const Handle& handle, const glm::vec3& value);

}  // namespace winnow::ui
