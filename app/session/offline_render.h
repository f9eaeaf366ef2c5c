// A run of an effect without a window: makes the steps of each frame and writes the frames to a file, a
// folder or a video.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "film/frame_sink.h"
#include "gl/context.h"
#include "particles/figures.h"
#include "session/choices.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/start.h"
#include "session/trace.h"

namespace winnow::session {

inline constexpr std::uint32_t max_frames_per_second = 1000;
inline constexpr std::uint32_t max_frames = 1'000'000'000;

/// A frame of the range whose steps were made.
struct MadeFrame {
    std::uint64_t number = 1;
    double behind = 0;  // how long it is before the end of the last step, in steps, below 1
};

/// The frames that a run is rendered to: a whole film, or a range of it.
struct FramesChoice {
    film::Film film;  // 1 to 1000 frames per simulated second
    /// Frames of the range. Empty: up to the end of the replay, or of 5 simulated seconds.
    std::optional<std::uint32_t> count;
    int supersample = 1;                 // the supersampling factor per axis, 1 to render::max_supersampling
    std::optional<CameraChoice> camera;  // empty: the effect's view
    FinishChoice finish;
    bool meters = false;  // the light of each frame is measured
    std::string output;   // name of the destination in error messages
    std::string stage{};  // words before each line of progress
};

/// Makes the steps of each frame and draws it if there is a sink. A frame that cannot be written ends the
/// drawing; the steps continue for the other outputs.
class OfflineRender {
  public:
    /// Every argument passed by reference must outlive this object. Without `sink` nothing is drawn.
    /// `wanted_at_the_end`: the figures or the state of the last step are needed, so steps are made even if
    /// no frame can be written. Throws Error(bad_input) if the range begins behind the 5 seconds that a film
    /// without a `count` has.
    OfflineRender(Session& session, const FramesChoice& frames, Start& start, Trace& trace,
                  std::unique_ptr<film::FrameSink> sink, bool wanted_at_the_end);
    ~OfflineRender();

    /// From now on, run() calls `take` with each frame of the range, while the simulation is settled. What it
    /// throws ends the run.
    void on_frames(std::function<void(const MadeFrame&)> take) { take_ = std::move(take); }
    /// From now on, run() calls `take` with the reports of steps, in order, each once. What it throws ends
    /// the run.
    void on_reports(std::function<void(const std::vector<StepReport>&)> take) {
        take_reports_ = std::move(take);
    }
    /// Leaves the files of these frames as they are. They are drawn only if frames or steps after them depend
    /// on it. Precondition: the sink has files for frames.
    void keep(std::set<std::uint64_t> frames) { kept_ = std::move(frames); }
    /// Returns the number of the last frame; nullopt: the end of the replay says it.
    std::optional<std::uint64_t> end() const { return last_frame_; }
    /// Prewarms a run that begins at step 0, then makes every frame, with progress on a terminal. Throws the
    /// error that ends a run early; the frames made until then can still be finished and saved.
    void run();
    /// Completes the frames. Throws the error of the first frame that could not be written.
    void finish_frames();
    /// Says if the newest frame was drawn by tiles; nullopt if none was drawn.
    std::optional<bool> drew_by_tiles() const;
    /// Returns the number of frames of the range whose simulated time was made; if writing failed, of those
    /// that were written.
    std::uint64_t frames() const;
    /// Returns the track of exposures that suits the frames, if they were metered.
    std::vector<effects::ExposureKey> exposures() const;
    /// Returns the state after the last step, with the phase of the frame clock.
    state::SavedState save();
    /// The figures of the last step that has arrived.
    const particles::StepFigures& last() const { return last_; }

  private:
    class Frames;

    void draw_newest();
    void require_a_frame() const;
    bool finished() const;
    bool wanted() const;
    void prewarm(Progress& progress);
    void show(Progress& progress) const;
    void tell_difference() const;
    void tell_dropped() const;
    void feed();
    void make_steps(std::uint64_t steps);
    void note(const std::vector<StepReport>& reports);

    Session& session_;
    const std::uint32_t fps_;
    Trace& trace_;
    const bool wanted_at_the_end_;
    std::optional<Replay> replay_;
    FrameClock clock_;
    const std::uint64_t first_;                // number of the first frame that is written
    std::optional<std::uint64_t> last_frame_;  // number of the last frame
    const std::string output_, stage_;
    std::uint64_t made_ = 0;  // number of the newest frame whose steps were made
    std::unique_ptr<Frames> frames_;
    std::function<void(const MadeFrame&)> take_;
    std::function<void(const std::vector<StepReport>&)> take_reports_;
    std::set<std::uint64_t> kept_;
    particles::StepFigures last_;
    std::uint64_t dropped_ = 0, first_dropped_ = 0;  // births in all; the step of the first
};

}  // namespace winnow::session
