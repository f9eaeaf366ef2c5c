// Playback: runs the simulation in real time, with as many steps per frame as are due, or goes to another
// step of its timeline, and keeps the figures of the finished steps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/panel_facts.h"
#include "session/clocks.h"
#include "session/edit_history.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/timeline.h"
#include "session/trace.h"

namespace winnow::session {

class Playback {
  public:
    /// `trace`: a file that gets one line per step, or empty. `session` must outlive this object.
    Playback(Session& session, const std::string& trace);

    /// Submits the steps that are due after `seconds` more, at most StepClock::max_steps. Waits for a short
    /// time for a step that another API has not finished; then the frame continues without its steps. While
    /// the effect is being prewarmed, or the timeline travels, submits as many steps as fit into a frame's
    /// time instead. A step that cannot be reached is given up, and take_said() says why; where an edit of
    /// the past cannot be computed, the run goes on from its present state, and its past is forgotten.
    void advance(double seconds);

    /// Makes all steps of a frame of a film that lasts so long, however long they take; a loop goes on at its
    /// first step. Returns false if the frame belongs to no film, because the run is paused, is being
    /// prewarmed or is on its way to another step; then does as advance().
    bool advance_film(double seconds);

    /// Goes to a step of the timeline within the next frames. Refused as Timeline::seek().
    Availability seek(std::uint64_t step);
    /// Makes the last step once more; see Timeline::repeat_step().
    void repeat_step() { timeline_.repeat_step(); }
    /// Repeats these steps while the run plays; nullopt: none. Precondition: it begins before it ends.
    void set_loop(const std::optional<LoopRegion>& loop) { loop_ = loop; }
    const std::optional<LoopRegion>& loop() const { return loop_; }
    void set_edit_place(EditPlace place) { edit_place_ = place; }
    EditPlace edit_place() const { return edit_place_; }
    const Timeline& timeline() const { return timeline_; }
    /// The settings that are shown and edited; see Timeline::settings().
    const effects::Settings& settings() { return timeline_.settings(); }
    /// Returns what the timeline had to leave out or give up since the last call, in sentences.
    std::vector<std::string> take_said();

    /// From now on, records changes to this file too, and refuses those to an effect that cannot be replayed.
    /// Throws Error(bad_input) if the effect is such or the file cannot be created.
    void record(const std::string& path);
    bool recording() const { return recorder_.has_value(); }
    bool is_traced() const { return trace_.wanted(); }
    /// From now on, applies the recorded inputs at their steps.
    void replay(Replay replay);
    /// True once every input of a recording was applied.
    bool replayed() const;
    bool replaying() const { return replay_ && !replayed(); }

    /// Makes an edit where edit_place() says; see Timeline::apply_at(). A new seed restarts at step 0.
    Timeline::Applied apply(const effects::Edit& edit, Gesture gesture = std::nullopt);
    /// Likewise; `next` is what effects::apply() makes of settings().
    Timeline::Applied apply(const effects::Edit& edit, const effects::Settings& next,
                            Gesture gesture = std::nullopt);
    /// Makes several edits as one, after the present step: all of them or, if one is refused, none. `states`:
    /// what states_after() returned for them, if that is known.
    InputChange apply_all(std::span<const effects::Edit> edits, std::vector<effects::Settings> states = {});
    /// Undoes or redoes an entry of the history: where it was made, if the run is paused or plays its past,
    /// or if that is still to come; else by edits from now on, which are `states` as above. Returns what
    /// these changed.
    InputChange travel(const EditHistory::Way& way, std::vector<effects::Settings> states = {});
    /// Lets only these emitters have births; see Session::set_solo(). If the run is paused not far from its
    /// beginning, its steps are made anew; else it can go back only to the present step from now on.
    void set_solo(std::vector<std::string> names);
    /// Runs another effect from the present step on (a reloaded effect file).
    InputChange take_effect(const effects::Compiled& compiled);
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
    void restore(const state::SavedState& saved);
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
    Timeline::Applied make(std::uint64_t step, std::span<const effects::Edit> edits,
                           std::vector<effects::Settings> states, Gesture gesture);
    PastEdit past_edit() const;
    void outdate_check(const effects::Settings& before);
    void begin_prewarming();
    bool prewarm();
    bool travel(double seconds);
    void play(double seconds);
    bool make_next_step();
    void forget_figures();
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
    Timeline timeline_;
    std::optional<Recorder> recorder_;
    std::optional<Replay> replay_;
    std::optional<LoopRegion> loop_;
    EditPlace edit_place_ = EditPlace::here;
    StepClock clock_;
    particles::Pointer pointer_;  // as the person holds it; the next step takes it
    bool released_ = false;       // between the last step and the next one
    int single_steps_ = 0;
    bool check_asked_ = false;
    std::vector<std::string> said_;
    Prewarming prewarming_;
    particles::StepFigures figures_;
    ReferenceCheck reference_;
};

}  // namespace winnow::session
