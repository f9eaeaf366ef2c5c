// Draws the picture of a frame: by the renderer that is faster here, into the window or into a file.
#pragma once

#include <glm/glm.hpp>

#include <functional>
#include <vector>

#include "render/renderer.h"
#include "render/targets.h"
#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"
#include "view/camera_controller.h"
#include "view/draw_trial.h"
#include "view/dynamic_resolution.h"
#include "view/notices.h"

namespace winnow::view {

class FramePainter {
  public:
    /// Precondition: the others outlive this object. Throws as render::Renderer does.
    FramePainter(session::Session& session, const session::Playback& playback, const CameraController& camera,
                 Notices& notices);

    /// Builds the programs of the first frame, or begins to; see render::Renderer::load().
    void load();
    /// Chooses the resolution of the next picture, from the seconds that the last frame took.
    void choose_resolution(double seconds);
    /// Returns the sides of the window's picture by those of the window.
    float resolution() const { return resolution_; }
    /// Draws into the window's framebuffer of this size. If a frame does not fit in memory, or the driver
    /// refuses a program that draws it, it is black and a notice says so. The panel, in which the person can
    /// ask for less or undo an edit, can still be drawn.
    void draw(gl::Size size);
    /// Saves a picture without the panel in the working directory, named by the time; `draw_over` draws what
    /// lies over that of the run. Precondition: it has a size.
    void save_picture(const ui::PictureChoice& choice,
                      const std::function<void(const render::TargetImage&)>& draw_over);
    /// Likewise one of the window of this size. `draw_panel` draws what lies over the picture into the
    /// target, which is bound.
    void save_window(gl::Size size, const std::function<void(const render::Target&)>& draw_panel);
    /// Returns the scenes whose mean is a frame as it is saved: with the middle of the picture in its middle,
    /// and all samples of the lens and the shutter. `transparent`: without sky and ground.
    std::vector<render::Scene> scenes_to_save(bool transparent) {
        return scenes_to_save(session_, transparent);
    }
    /// Likewise those of another session that is at the same step.
    std::vector<render::Scene> scenes_to_save(session::Session& shown, bool transparent);
    /// Returns the scenes of the window's next frame, as another session has them that is at the same step:
    /// with the same camera at the same moment.
    std::vector<render::Scene> scenes_of(session::Session& other);
    void describe(ui::Model& shown);

  private:
    std::vector<render::Scene> scenes(session::Session& shown, int samples, const render::Camera& camera);
    int samples_to_show() const;
    std::vector<render::Scene> scenes_to_show();
    void save(gl::Size size, bool alpha, const std::function<void(const render::TargetImage&)>& draw);
    bool tries_both() const;

    session::Session& session_;
    const session::Playback& playback_;
    const CameraController& camera_;
    Notices& notices_;
    render::Renderer renderer_;
    DrawTrial draw_trial_{true};
    DynamicResolution dynamic_resolution_;
    float resolution_ = 1;
    glm::mat4 last_view_{0};  // from the world to the eye, of the last frame
};

}  // namespace winnow::view
