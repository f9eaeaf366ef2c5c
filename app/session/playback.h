// Playback: runs the simulation in real time, with as many steps per frame as are due, and keeps the figures
// of the finished steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/panel_facts.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/trace.h"

namespace winnow::session {

/// Returns `now`, and the settings after each of the edits. Throws as effects::apply() does.
std::vector<effects::Settings> states_after(const effects::Settings& now,
                                            const std::vector<effects::Edit>& edits);

class Playback {
  public:
    /// `trace`: a file that gets one line per step, or empty. `session` must outlive this object.
    Playback(Session& session, const std::string& trace);

    /// Submits the steps that are due after `seconds` more, at most StepClock::max_steps. Waits for a short
    /// time for a step that another API has not finished; then the frame continues without its steps. While
    /// the effect is being prewarmed, submits as many steps as fit into a frame's time instead.
    void advance(double seconds);
    /// From now on, records changes to this file too, and refuses those to an effect that cannot be replayed.
    /// Throws Error(bad_input) if the effect is such or the file cannot be created.
    void record(const std::string& path);
    bool recording() const { return recorder_.has_value(); }
    /// From now on, applies the recorded inputs at their steps.
    void replay(Replay replay) { replay_.emplace(std::move(replay)); }
    /// True once every input of a recording was applied.
    bool replayed() const;
    bool replaying() const { return replay_ && !replayed(); }

    /// Calls Session::apply_fitting(). A new seed restarts at step 0.
    std::string apply(const effects::Edit& edit);
    /// Likewise; `next` is what effects::apply() makes of the session's settings.
    std::string apply(const effects::Edit& edit, effects::Settings next);
    /// Applies several edits as one: all of them or, if one is refused, none. Substitutes no algorithm.
    /// `states`: what states_after() returned for them, if that is known.
    void apply_all(const std::vector<effects::Edit>& edits, std::vector<effects::Settings> states = {});
    /// Calls Session::adopt() with another effect (a reloaded effect file).
    void take_effect(const effects::Compiled& compiled);
    /// Starts another effect at this density from step 0.
    void open(const effects::Effect& effect, float density);
    /// Presses with the pointer, or releases it, from the next step on; does nothing while replaying().
    void set_pointer(const particles::Pointer& pointer);
    /// Makes one step more, even while the simulation is paused.
    void step_once() { ++single_steps_; }
    /// Restarts at step 0.
    void reset();
    /// Discards the figures of the steps so far, because the session's state was replaced.
    void forget();
    /// Calls Session::restore() with the saved capacity.
    void restore(const SavedState& saved);
    /// Compares the scan of the last step with the reference as soon as that step is finished.
    void check_scan();

    /// Returns how long before the end of the last step the time of the frame is, in steps, from 0 to
    /// below 1.
    double behind() const;
    /// The progress of prewarming; nothing is left when it is over.
    const Prewarming& prewarming() const { return prewarming_; }
    /// The figures of the last step that has arrived.
    const particles::StepFigures& figures() const { return figures_; }
    const ReferenceCheck& reference() const { return reference_; }
    /// Waits for all steps and completes the trace.
    void finish_trace();
    /// Completes the recording.
    void finish_recording();

  private:
    void adopt(const effects::Settings& settings);
    void adopt_whole(const effects::Settings& settings);
    void outdate_check(const effects::Settings& before);
    void begin_prewarming();
    bool prewarm();
    int steps_due(double seconds);
    bool ready_in_time();
    void look_at_scan();
    void feed();
    void move_pointer(const particles::Pointer& pointer);
    void require_recordable(const effects::Effect& effect) const;
    std::uint64_t settled_steps();
    void take(const std::vector<StepReport>& reports);

    Session& session_;
    Trace trace_;
    std::optional<Recorder> recorder_;
    std::optional<Replay> replay_;
    StepClock clock_;
    particles::Pointer pointer_;  // as the person holds it; the next step takes it
    bool released_ = false;       // between the last step and the next one
    int single_steps_ = 0;
    bool check_asked_ = false;
    Prewarming prewarming_;
    particles::StepFigures figures_;
    ReferenceCheck reference_;
};

}  // namespace winnow::session
