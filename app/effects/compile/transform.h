// Where the spaces of emitters and the objects of the scenery are at a time, which the CPU computes.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "effects/compile/stack.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

/// A place, a turn and a scale: a point is scaled, then turned, then moved.
struct Pose {
    glm::dvec3 position{0};
    glm::dquat turn{1, 0, 0, 0};  // a unit quaternion
    double scale = 1;

    /// Returns the pose of what has `inner` within this one.
    Pose operator*(const Pose& inner) const {
        return {position + turn * (inner.position * scale), turn * inner.turn, scale * inner.scale};
    }
};

/// A motion or a transform with its expressions parsed and its path measured.
struct MotionValues {
    StackValue position, rotation, along, scale;
    std::vector<glm::vec4> path;  // a table as spline_table() makes it; empty: there is none
    bool is_closed = false;
};

/// The motions of an effect. What never moves, and has the space of the world, has none.
struct Motions {
    std::optional<MotionValues> effect;
    std::vector<std::optional<MotionValues>> emitters, objects;  // as the effect lists them
    bool any_emitter() const;
    bool any_object() const;
};

/// Reads the motions of an effect, whose emitters have these stacks. Throws Invalid with a pointer below
/// `path`, the effect's, if a value is refused, or is no finite number or no scale at some moment of the
/// first minute.
Motions read_motions(const Effect& effect, std::span<const Stack> stacks, const Path& path);

/// Returns a pose at a time in seconds, the same on every machine. What is no finite number becomes 0, what
/// is no scale, 1.
Pose pose_at(const MotionValues& motion, double time, bool is_long, std::span<const Property> properties);

/// Returns the pose of an emitter's space in the world.
Pose pose_of_emitter(const Motions& motions, std::size_t emitter, double time, bool is_long,
                     std::span<const Property> properties);

/// Returns the pose of the middle of an object that moves, and of its turn.
Pose pose_of_object(const Effect& effect, const Motions& motions, std::size_t object, double time,
                    bool is_long);

/// Notes which modules of an emitter's stack have values in its space, and if its particles meet surfaces
/// that move. Precondition: the objects that they meet are noted.
void note_spaces(Stack& stack, const Emitter& emitter, const Effect& effect);

/// Where the rows of spaces lie in the table of numbers: those of the emitters that have one, in the order of
/// the list, then those of the objects that stop particles and move.
struct SpacePlaces {
    std::vector<std::uint32_t> emitters, objects;  // numbers in those lists, for each MOVING_ROWS rows

    bool any() const { return !emitters.empty() || !objects.empty(); }
};
SpacePlaces space_places(const Effect& effect);

/// Returns the scenery with its objects where they are at a time, without motions.
Scenery scenery_at(const Effect& effect, const Motions& motions, double time, bool is_long);

}  // namespace winnow::effects
