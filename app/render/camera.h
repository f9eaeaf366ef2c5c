// The camera that a person moves: it orbits a point.
#pragma once

#include <glm/glm.hpp>

#include "effects/effect.h"
#include "gl/context.h"
#include "shaders/shared.h"

namespace winnow::render {

/// Where a camera is and what it looks at. Angles in degrees: yaw 0 looks along -z, pitch above 0 looks down.
struct Pose {
    glm::vec3 target{0, 1, 0};
    float distance = 6;  // metres
    float yaw = 30, pitch = 12;
    bool operator==(const Pose&) const = default;

    glm::vec3 eye() const;
    glm::mat4 view() const;
};

/// What held keys ask for, each -1 to 1.
struct Motion {
    float yaw = 0, pitch = 0;              // turning right, rising
    float zoom = 0;                        // coming nearer
    float right = 0, forward = 0, up = 0;  // moving the target
};

/// Input moves where the camera wants to be; advance() follows smoothly, arrive() at once. Everything is held
/// within limits: it never passes over the top, through the target, or below the floor.
class Camera {
  public:
    static constexpr float field_of_view = 40;  // degrees, of the shorter side
    static constexpr float nearest = 0.2f, farthest = 200;

    Camera() = default;
    explicit Camera(const effects::View& view) { reset(view); }

    /// To the effect's view, at once.
    void reset(const effects::View& view);
    /// The eye stays above this height (metres); no floor: -infinity.
    void set_floor(const effects::Floor& floor);

    /// What lies over this share of the picture's left, 0 to 1: the target is shown in the middle of the
    /// rest.
    void set_covered_left(float share) { covered_left_ = share; }

    /// A drag by so many pixels (y downwards) of a window of this size.
    void orbit(glm::vec2 pixels, gl::Size window);
    /// What lies at the target's depth follows the pointer.
    void pan(glm::vec2 pixels, gl::Size window);
    /// Notches of a wheel; above 0 comes nearer.
    void zoom(float notches);
    /// Keys held for `seconds`.
    void move(const Motion& motion, float seconds);

    void advance(float seconds);
    void arrive() { now_ = goal_; }
    /// Whether advance() would still change something.
    bool moving() const;

    const Pose& pose() const { return now_; }
    const Pose& goal() const { return goal_; }
    glm::mat4 projection(gl::Size picture) const;
    /// What shaders see. `seconds`: simulated time.
    shared::Camera block(gl::Size picture, float seconds) const;

  private:
    void hold_within_limits();

    Pose now_, goal_;
    float lowest_eye_ = 0;
    float covered_left_ = 0;
};

}  // namespace winnow::render
