// Two versions of the effect side by side: builds and follows the second one, and draws it right of the bar.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include "base/frame_costs.h"
#include "gl/window.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "session/playback.h"
#include "session/session.h"
#include "session/version_run.h"
#include "ui/model.h"
#include "view/effect_editor.h"
#include "view/frame_painter.h"
#include "view/program_builds.h"

namespace winnow::view {

class VersionController {
  public:
    /// Precondition: the others outlive this object, and the context is that of the session.
    VersionController(const gl::Context& context, session::Session& session, session::Playback& playback,
                      const EffectEditor& editor, ProgramBuilds& builds, FramePainter& painter);

    /// A version is loaded beside the frames. One that is refused is told with the reason, and none is shown.
    void handle(const ui::VersionEvents& events);
    /// Lets the version follow the run. Call it after the steps of each frame, `seconds` after the last one.
    void follow(double seconds);
    /// Draws the version's picture for a window of this size.
    void draw(gl::Size window);
    /// Copies the picture over the part of the window's that lies right of the bar, or into another target of
    /// that size. `scene`: the part of the window in which the scene is seen.
    void show(gl::Size window, const ui::Area& scene, const render::Target* into = nullptr) const;
    /// Draws the version over the part of a picture of the run, as that is saved, that lies right of the bar,
    /// unless the Lab covers the window. `renderer`: does it; null: that of the window.
    void draw_over(const render::TargetImage& picture, bool transparent,
                   render::Renderer* renderer = nullptr);
    /// True while a version is shown that is not yet where the run is.
    bool is_behind() const { return shown_ && shown_->run.step() != playback_.timeline().destination(); }
    /// True while the version is on its way, so that frames are needed.
    bool is_busy() const;
    void describe(ui::VersionModel& shown) const;

  private:
    /// Exists while a version is shown; what it holds is freed with it.
    struct Shown {
        Shown(const gl::Context& context, session::Session& session, const effects::Compiled& version);
        session::VersionRun run;
        render::Renderer renderer;
        std::optional<render::TargetImage> picture{};
    };
    effects::Settings settings_with(const ui::VersionChoice& choice) const;
    void ask(const ui::VersionChoice& choice);
    void begin(const ui::VersionChoice& choice, Outcome& outcome);
    void stop();
    void refuse(const std::string& why);
    void take_costs(double seconds);

    const gl::Context& context_;
    session::Session& session_;
    session::Playback& playback_;
    const EffectEditor& editor_;
    ProgramBuilds& builds_;
    FramePainter& painter_;
    std::unique_ptr<Shown> shown_;
    ComparisonFacts facts_;
    std::array<FrameCosts, 2> costs_;  // of the run and of the version
    std::uint32_t requests_ = 0;       // so far: an older one no longer counts
    float bar_ = 0.5f;
};

}  // namespace winnow::view
