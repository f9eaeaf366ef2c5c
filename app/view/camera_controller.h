// The camera as the person moves it, and what the pointer presses on.
#pragma once

#include <optional>

#include "effects/model/effect.h"
#include "particles/step_inputs.h"
#include "render/camera.h"
#include "ui/imgui_host.h"
#include "ui/model.h"

namespace winnow::view {

class CameraController {
  public:
    explicit CameraController(const effects::View& view) : camera_(view) {}

    const render::Camera& camera() const { return camera_; }
    /// The camera that culls and sorts instead; nullopt: there is none.
    const std::optional<render::Camera>& frozen() const { return frozen_; }

    /// Moves to the effect's view at once.
    void reset(const effects::View& view) { camera_.reset(view); }
    /// Takes the lens and the path of this effect's view, and keeps the eye above its plane.
    void follow(const effects::Effect& effect) {
        camera_.follow(effect.view);
        camera_.set_plane(effects::seen_plane(effect));
    }
    /// Moves so that a box from one corner to the other is seen, from the side that it is seen from now.
    void frame(const glm::vec3& least, const glm::vec3& greatest) { camera_.frame(least, greatest); }
    /// Turns the camera round its target from now on, even while the run is paused, or stops that.
    void toggle_turntable() { turns_ = !turns_; }
    bool turns() const { return turns_; }
    /// Moves along the path, if the camera is on it, to where it is so long after the first frame.
    void play(double seconds) { camera_.play(seconds); }
    /// Moves the camera as was asked. `time_passes`: a camera that turns by itself goes on.
    void move(const ui::SceneInput& input, gl::Size frame, double seconds, bool time_passes);
    /// Moves the middle of the picture gradually to that of the area that the interface leaves open.
    void make_room(ui::Area open, double seconds);
    /// Looks at a place in the world, gradually or at once.
    void aim(const glm::vec3& place, bool at_once);
    void go_to(const render::Pose& pose) { camera_.go_to(pose); }
    /// Looks at the target from this direction, of length 1.
    void look_from(const glm::vec3& direction) { camera_.look_from(direction); }
    /// The camera as it is now culls and sorts until this is called with false.
    void freeze(bool frozen);
    /// Returns the pointer in the world, pressed or not.
    particles::Pointer press(const ui::SceneInput& input, gl::Size frame) const;

  private:
    render::Camera camera_;
    std::optional<render::Camera> frozen_;
    bool turns_ = false;
    std::optional<ui::Area> open_;  // as the picture is placed now; nullopt: not known yet
};

}  // namespace winnow::view
