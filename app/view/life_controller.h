// A particle's life in the window: picks a particle by its place in the picture, follows it, and lists many.
#pragma once

#include <glm/glm.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "session/particle_life.h"
#include "session/particle_table.h"
#include "ui/imgui_host.h"
#include "ui/life_model.h"
#include "view/camera_controller.h"
#include "view/effect_editor.h"
#include "view/lab_controller.h"
#include "view/notices.h"
#include "view/program_builds.h"

namespace winnow::view {

/// Returns the matrix from the world to the clip space of a frame.
glm::mat4 clip_matrix(const render::Camera& camera, gl::Size frame);
/// Returns where a place in the world appears, in shares of the frame from its upper left; nullopt if it lies
/// behind the eye or is not finite.
std::optional<lab::Point> seen_at(const glm::mat4& to_clip, const glm::vec3& place);

/// Returns true if a point lies within a closed outline of any shape, by the even-odd rule.
bool lies_within(const lab::Point& point, std::span<const lab::Point> outline);

/// Returns the particle that a click means: the nearest within reach, and of those that are as near as the
/// pointer can tell, the one in front. `seconds`: so long before the end of the step they are seen.
std::optional<std::size_t> picked(const std::vector<particles::WholeParticle>& all,
                                  const render::Camera& camera, gl::Size frame, const lab::Point& click,
                                  float seconds);

class LifeController {
  public:
    /// Precondition: the others outlive this object.
    LifeController(session::Session& session, session::Playback& playback, ProgramBuilds& builds,
                   EffectEditor& editor, CameraController& camera, LabController& lab, Notices& notices)
        : session_(session),
          playback_(playback),
          builds_(builds),
          editor_(editor),
          camera_(camera),
          lab_(lab),
          notices_(notices),
          life_(session, playback) {}

    bool picks() const { return model_.picks; }
    void toggle_picking() { model_.picks = !model_.picks; }
    /// Picks what was clicked, or lists what lies in the outline.
    void take(const ui::SceneInput::Drawn& drawn, gl::Size frame);
    void handle(const ui::LifeEvents& events);
    /// Takes what the steps of a frame have brought. Call it after these.
    void look();
    /// Says where the particle and its way appear in a frame. Call it before model() of that frame's marks.
    void place(gl::Size frame);
    void describe();
    const ui::LifeModel& model() const { return model_; }
    /// True while the next frame may tell more.
    bool is_busy() const { return !model_.facts.travelling.empty() || (table_ && table_->sorts()); }

  private:
    void follow(std::uint64_t birth_step, std::uint32_t ordinal);
    void go(Availability (session::ParticleLife::*where)());
    void show_in_lab();
    void handle_table(const ui::LifeEvents& events);
    void list(const std::vector<lab::Point>& within, gl::Size frame);
    void export_to(const char* what, const std::function<void(const std::string& path)>& write);
    float seconds_behind() const;

    session::Session& session_;
    session::Playback& playback_;
    ProgramBuilds& builds_;
    EffectEditor& editor_;
    CameraController& camera_;
    LabController& lab_;
    Notices& notices_;
    session::ParticleLife life_;
    std::unique_ptr<session::ParticleTable> table_;
    bool table_is_of_some_ = false;
    ui::LifeModel model_;
};

}  // namespace winnow::view
