// The costs that the window keeps and shows: the times of the last seconds, the speed of a copy, and the
// comparison of two ways to compute the run.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "base/frame_costs.h"
#include "gl/window.h"
#include "session/comparison.h"
#include "session/copy_rate.h"
#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"
#include "view/camera_controller.h"
#include "view/effect_editor.h"
#include "view/notices.h"
#include "view/program_builds.h"

namespace winnow::view {

class ProfileController {
  public:
    /// Precondition: the others outlive this object.
    ProfileController(const gl::Window& window, session::Session& session, const session::Playback& playback,
                      const CameraController& camera, const EffectEditor& editor, ProgramBuilds& builds,
                      Notices& notices)
        : window_(window),
          session_(session),
          playback_(playback),
          camera_(camera),
          editor_(editor),
          builds_(builds),
          notices_(notices) {}

    void handle(const ui::ProfileEvents& events);
    /// Takes the times that have arrived, and goes on with what is being measured. Call it once a frame,
    /// `seconds` after the last one.
    void look(double seconds, const ui::Model& model);
    /// True while a measurement needs frames.
    bool is_measuring() const {
        return copy_ || comparison_ || compared_.state == ComparisonFacts::State::waiting;
    }
    void describe(ui::ProfileModel& shown) const;

  private:
    void begin_copy();
    void advance_copy();
    void save(CostFile kind);
    void ask_to_compare(const ui::ComparisonRequest& request);
    effects::Settings settings_of(const ui::ComparisonRequest::Side& side) const;
    void begin_comparison();
    void measure_modules();
    void finish_trial();
    void advance_comparison();
    void refuse_comparison(const std::string& why);

    const gl::Window& window_;
    session::Session& session_;
    const session::Playback& playback_;
    const CameraController& camera_;
    const EffectEditor& editor_;
    ProgramBuilds& builds_;
    Notices& notices_;
    FrameCosts costs_;
    std::optional<session::CopyRate> copy_;  // while it is measured
    double copy_speed_ = 0;
    std::string copy_error_;
    ComparisonFacts compared_;                       // the newest one
    std::optional<ui::ComparisonRequest> asked_;     // whose programs are built, until the run is ready
    std::optional<session::Comparison> comparison_;  // while it runs
    /// A comparison that measures a module, or all of an emitter.
    struct ModuleTrial {
        ui::ModuleCost cost;
        ui::ComparisonRequest request;
    };
    std::deque<ModuleTrial> trials_;  // the first is under way
    std::vector<ui::ModuleCost> module_costs_;
    std::uint32_t requests_ = 0;  // so far: an older one no longer counts
};

}  // namespace winnow::view
