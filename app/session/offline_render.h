// A run of an effect without a window: so many steps a frame, and the frames to a file, a folder or a film.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/progress.h"
#include "gl/context.h"
#include "particles/figures.h"
#include "render/video.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/start.h"
#include "session/trace.h"

namespace winnow::session {

/// How a run is made into frames.
struct FramesChoice {
    gl::Size size;           // pixels
    std::uint32_t fps = 60;  // frames per simulated second, 1 to 1000
    /// Empty: as many as a replay takes, or 5 simulated seconds of them.
    std::optional<std::uint32_t> count;
    std::string output;  // where they go, as errors name it
};

/// Makes the steps of each frame and draws it where there is a sink. A frame that cannot be written ends the
/// frames, and the steps go on for the other outputs.
class OfflineRender {
  public:
    /// All that is passed by reference outlives this. No `sink`: nothing is drawn. `wanted_at_the_end`: the
    /// last step's figures or state are asked for, so that steps are made although no frame can be written.
    OfflineRender(Session& session, const FramesChoice& frames, Start& start, Trace& trace,
                  std::unique_ptr<render::FrameSink> sink, bool wanted_at_the_end);
    ~OfflineRender();

    /// Prewarms a run that begins, then makes every frame, with progress on a terminal. Throws what ends a
    /// run early; what was made until then can be finished and saved.
    void run();
    /// Completes the frames. Throws what went wrong with the first that could not be written.
    void finish_frames();
    bool frames_failed() const;
    /// Frames of simulated time that were made, or written where writing failed.
    std::uint64_t frames() const;
    /// The state after the last step, with what the frames are ahead of it.
    SavedState save();
    /// The last step that is known.
    const particles::Figures& last() const { return last_; }

  private:
    class Frames;

    bool finished() const;
    bool wanted() const;
    void prewarm(Progress& progress);
    void show(Progress& progress) const;
    void tell_difference() const;
    void feed();
    void make_steps(std::uint64_t steps);
    void note(const std::vector<StepReport>& reports);

    Session& session_;
    const std::uint32_t fps_;
    Trace& trace_;
    const bool wanted_at_the_end_;
    std::optional<Replay> replay_;
    FrameClock clock_;
    std::optional<std::uint64_t> count_;
    const std::string output_;
    std::uint64_t made_ = 0;
    std::unique_ptr<Frames> frames_;
    particles::Figures last_;
};

}  // namespace winnow::session
