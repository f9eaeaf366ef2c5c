// The camera that a person moves; it orbits a point.
#pragma once

#include <glm/glm.hpp>

#include "effects/model/effect.h"
#include "gl/context.h"
#include "render/sight.h"

namespace winnow::render {

/// The camera's place, target and field of view. Angles in degrees: yaw 0 looks along -z, pitch above 0 looks
/// down.
struct Pose {
    glm::vec3 target{0, 1, 0};
    float distance = 6;  // metres
    float yaw = 30, pitch = 12;
    float roll = 0;            // of the camera to the right, about the line of sight
    float field_of_view = 40;  // of the frame's shorter side
    bool operator==(const Pose&) const = default;

    glm::vec3 eye() const;
    glm::mat4 view() const;
};

/// The motion that held keys ask for, each member -1 to 1.
struct Motion {
    float yaw = 0, pitch = 0;              // turns right, rises
    float zoom = 0;                        // comes nearer
    float right = 0, forward = 0, up = 0;  // moves the target
    bool operator==(const Motion&) const = default;
};

/// The part of the frame that nothing covers, in shares of the frame from its upper left.
struct OpenArea {
    float left = 0, top = 0, right = 1, bottom = 1;
};

/// Input moves the goal; advance() follows it smoothly, arrive() at once. The goal is held within limits: the
/// camera keeps within the ranges of the fields of an effect's view, and above the plane. Until the first
/// input the goal is on the orbit of the effect's view or, if it has a path, on that.
class Camera {
  public:
    Camera() = default;
    explicit Camera(const effects::View& view) { reset(view); }

    /// Moves to the effect's view at once.
    void reset(const effects::View& view);
    /// Takes the lens of the effect's view, which has changed while the camera stays where it is. If its pose
    /// or orbit is another, the camera moves there; a path that is another begins.
    void follow(const effects::View& view);
    /// Moves along the path, if the camera is on it, to where it is after this simulated time since the first
    /// frame.
    void play(double seconds);
    /// Looks through this place of the lens, in metres to the right and up from its middle. What lies so far
    /// before the eye stays where it is in the frame; 0: as far as the target.
    void look_through(glm::vec2 place, float focus);
    /// Keeps the eye above the plane, if it is enabled.
    void set_plane(const effects::Plane& plane);

    /// Shows the target in the middle of this area, which is not empty, and as much around it within the
    /// area's height as otherwise within the frame's.
    void set_open_area(const OpenArea& area) { open_ = area; }

    /// Turns the camera by a drag of so many pixels (y downwards) in a window of this size.
    void orbit(glm::vec2 pixels, gl::Size window);
    /// Moves the target by a drag, so that the scene at its depth follows the pointer.
    void pan(glm::vec2 pixels, gl::Size window);
    /// Looks at this place, from as far and in the same direction.
    void aim(const glm::vec3& place);
    /// Goes to a pose, the nearer way round.
    void go_to(const Pose& pose);
    /// Looks at the target from this direction, of length 1.
    void look_from(const glm::vec3& direction);
    /// Zooms by notches of a wheel; above 0 comes nearer.
    void zoom(float notches);
    /// Looks at a box from the side that the camera is on, from so far away that all of it is seen.
    void frame(const glm::vec3& least, const glm::vec3& greatest);
    /// Moves by keys that were held for `seconds`.
    void move(const Motion& motion, float seconds);

    /// Goes on towards the goal. `turns`: the orbit of the effect's view goes on too.
    void advance(float seconds, bool turns = true);
    void arrive() { now_ = goal_; }
    /// True if advance() would still change something.
    bool moving() const;

    const Pose& pose() const { return now_; }
    const Pose& goal() const { return goal_; }
    glm::mat4 projection(gl::Size frame) const;
    glm::mat4 view() const;
    /// Returns the height in such a frame above which all lies above the horizon: 0 is its lower edge, 1 the
    /// upper one.
    float horizon(gl::Size frame) const;
    Sight sight(gl::Size frame) const;

  private:
    /// The orbit of a view, and the time since it began.
    struct Orbit {
        float yaw = 0, speed = 0, sway = 0;
        double seconds = 0;

        float yaw_now() const;
    };

    /// Returns the factor by which near planes come nearer, so that the target is seen at any distance.
    float nearness() const;
    void begin();
    void hold_within_limits();
    /// Ends what the camera does by itself.
    void take_over() {
        orbit_.speed = 0;
        is_on_path_ = false;
    }

    Pose now_, goal_;
    Orbit orbit_;
    effects::View view_;
    bool is_on_path_ = false;
    float lowest_eye_ = 0;
    OpenArea open_;
    glm::vec2 lens_{0};  // metres
    float focus_ = 0;    // metres; 0: the target's distance
};

}  // namespace winnow::render
