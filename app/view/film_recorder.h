// Films of the scene as the window shows it, without the panel, and divided where it shows another version of
// the effect: their frames lie at equal distances of simulated time, however long the window takes for one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "film/frame_sink.h"
#include "gl/passes.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "session/playback.h"
#include "session/session.h"
#include "ui/model.h"
#include "view/effect_editor.h"
#include "view/frame_painter.h"
#include "view/notices.h"
#include "view/version_controller.h"

namespace winnow::view {

class FilmRecorder {
  public:
    /// Precondition: the others outlive this object.
    FilmRecorder(session::Session& session, session::Playback& playback, FramePainter& painter,
                 EffectEditor& editor, VersionController& versions, Notices& notices)
        : session_(session),
          playback_(playback),
          painter_(painter),
          editor_(editor),
          versions_(versions),
          notices_(notices) {}

    /// Begins a film; a notice says why it cannot. The steps of a range are played from its beginning, and
    /// then the run goes back to where it was.
    void start(const ui::FilmChoice& choice);
    /// Completes the film, if one is being made.
    void stop();

    bool is_recording() const { return film_ != nullptr; }
    /// The simulated seconds of a frame at the pace 1. Precondition: is_recording().
    double frame_seconds() const;
    /// Makes the steps of the next frame, once the last one is written. Precondition: is_recording().
    void advance();
    /// Draws and writes the frame whose steps were made, if there is one, once the version that is shown
    /// beside the run has followed it.
    void write_due();
    void describe(ui::FilmModel& shown) const;

  private:
    /// Where the run was before a range of it was played.
    struct Return {
        std::uint64_t step = 0;
        bool was_paused = false;
        std::optional<LoopRegion> loop;
    };
    struct Film {
        Film(const session::Session& session, ui::FilmChoice chosen, std::optional<LoopRegion> range);

        ui::FilmChoice choice;
        std::optional<LoopRegion> range;  // empty: until it is stopped
        gl::Passes passes;                // its own, so that the window's are those of the window
        render::TargetImage target;
        std::unique_ptr<film::FrameSink> sink;
        std::optional<render::Renderer> renderer, version_renderer;
        std::uint64_t frames = 0;  // written so far
        bool is_due = false;       // the steps of the next one are made
    };

    std::optional<LoopRegion> range_of(ui::FilmSteps steps) const;
    void play(const LoopRegion& range);
    void write_frame();
    void end();

    session::Session& session_;
    session::Playback& playback_;
    FramePainter& painter_;
    EffectEditor& editor_;
    VersionController& versions_;
    Notices& notices_;
    std::unique_ptr<Film> film_;
    std::optional<Return> return_;
};

}  // namespace winnow::view
