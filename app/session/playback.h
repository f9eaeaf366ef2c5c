// The simulation in real time: as many steps a frame as its time holds, and what is known of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "session/clocks.h"
#include "session/recording.h"
#include "session/session.h"
#include "session/trace.h"

namespace winnow::session {

class Playback {
  public:
    /// `trace`: a file for a line a step, or empty. `session` outlives this.
    Playback(Session& session, const std::string& trace);

    /// Submits the steps that are due after `seconds` more, at most StepClock::most_steps. A step that
    /// another API has not finished is waited for a little; then the frame goes on without its steps.
    /// While the effect is being prewarmed: as many as a frame has time for, whatever is due.
    void advance(double seconds);
    /// From now on, changes go to this file too. Throws Error(bad_input) if it cannot be created.
    void record(const std::string& path);
    bool recording() const { return recorder_.has_value(); }
    /// From now on, what was recorded is done again at its steps.
    void replay(Replay replay) { replay_.emplace(std::move(replay)); }
    /// True once all of a recording was done again.
    bool replayed() const;
    bool replaying() const { return replay_ && !replayed(); }

    /// Session::apply_fitting(). A new seed starts anew at step 0.
    std::string apply(const effects::Edit& edit);
    /// Several edits as one: all of them or, if one is refused, none. Nothing takes the place of what lacks.
    void apply_all(const std::vector<effects::Edit>& edits);
    /// Session::adopt() of another effect (a reloaded effect file).
    void take_effect(const effects::Effect& effect);
    /// Another effect at this density, from step 0 on.
    void open(const effects::Effect& effect, float density);
    /// One step more, though time stands still.
    void step_once() { ++single_steps_; }
    /// Starts anew at step 0.
    void reset();
    /// The session is elsewhere than it was: what was known of the steps before is no more.
    void forget();
    /// Session::restore(), with the saved capacity.
    void restore(const SavedState& saved);
    /// Compares the scan of the last step with the reference, as soon as that step is finished.
    void check_scan();

    /// How far prewarming is; nothing is left when it is over.
    const Prewarming& prewarming() const { return prewarming_; }
    /// The figures of the last step that is known.
    const particles::Figures& figures() const { return figures_; }
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
    std::uint64_t settled_steps();
    void take(const std::vector<StepReport>& reports);

    Session& session_;
    Trace trace_;
    std::optional<Recorder> recorder_;
    std::optional<Replay> replay_;
    StepClock clock_;
    int single_steps_ = 0;
    bool check_asked_ = false;
    Prewarming prewarming_;
    particles::Figures figures_;
    ReferenceCheck reference_;
};

}  // namespace winnow::session
