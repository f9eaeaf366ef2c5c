// The timeline of a run: goes to any of its steps, backwards as forwards, and to the same state whichever way
// it goes. It keeps checkpoints on the GPU, and the inputs of a person between them; from the newest
// checkpoint before a step, it computes the steps up to it anew.
//
// Checkpoints are taken every few steps. Where there are too many, those are dropped that are missed least:
// the farther from the playhead, the longer the ways between those that stay, in proportion. So the way to a
// step is a small part of its distance.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "session/recording.h"
#include "session/session.h"

namespace winnow::session {

/// The fate of the inputs after a step at which an edit is made.
enum class PastEdit {
    rewrite,  // they stay, and the steps after the edit are computed anew with them
    branch,   // they are forgotten with the steps after the edit
};

struct TimelineLimits {
    std::uint64_t bytes = 800'000'000;  // on the GPU, of all checkpoints together
    std::size_t checkpoints = 64;       // beside that of the beginning
    std::uint32_t every = 30;           // steps from one checkpoint to the next, at least 1

    /// Returns these, but at most a quarter of the free memory.
    static TimelineLimits of(const gl::Facts& facts);
};

/// While there is a timeline, every edit, reset and motion of the pointer goes through it, and so does every
/// step: a run plays by seeking its next step.
class Timeline {
  public:
    /// One input of the run. All inputs that one edit made have the same number.
    struct Input {
        std::uint64_t number;
        RecordedInput recorded;
        bool is_left_out = false;  // it was not valid when its step was last computed
    };

    /// The timeline begins at the session's present step; at step 0, the session is reset. `session` must
    /// outlive this object.
    explicit Timeline(Session& session) : Timeline(session, TimelineLimits::of(session.facts())) {}
    Timeline(Session& session, const TimelineLimits& limits);

    /// Returns why no step can be computed again, in one sentence, and the timeline goes forwards only;
    /// empty: it goes both ways. Once a step is made so, there are no checkpoints until the run begins anew.
    std::string reason() const;

    /// The step of the session's state.
    std::uint64_t playhead() const { return session_.simulation().steps(); }
    /// The step to which advance() goes.
    std::uint64_t destination() const { return destination_; }
    /// The newest step that the run has reached.
    std::uint64_t newest() const { return newest_; }
    /// The first step that can be sought.
    std::uint64_t beginning() const { return beginning_; }

    /// Makes a step the destination; beyond the newest one, the run goes on. Refused with a sentence if the
    /// step lies behind the playhead and reason() forbids it, or is not between beginning() and max_steps.
    Availability seek(std::uint64_t step);
    /// Goes on to the destination, for as long as `budget` lasts and at least by one step, and returns true
    /// once it is there, with the inputs made after that step applied. Does not wait for the GPU, but what
    /// another capacity or effect needs is allocated and built at once. If that is refused, throws
    /// Error(bad_input) as Session::apply() does, and the playhead stays where it is.
    bool advance(std::chrono::microseconds budget);
    /// Calls advance() until it is there; for headless commands.
    void arrive();

    struct Applied {
        std::uint64_t number = 0;  // of the input, for take_out(); 0: the run does not depend on it
        std::string substitution;  // what Session::apply_fitting() said
    };
    /// Makes an edit after the step that is the destination. The timeline stays there: the steps after it are
    /// computed when they are sought. Throws as Session::apply() does and changes nothing. A new seed begins
    /// the run anew.
    Applied apply(const effects::Edit& edit, PastEdit how = PastEdit::rewrite) {
        return apply_at(destination_, edit, how);
    }
    /// Makes an edit after another step; if that lies behind the destination, advance() computes the run
    /// anew up to there (with `branch`, the step is the destination then). A later input that is no longer
    /// valid is left out. Throws as Session::apply() does, with reason() unless the timeline is at the step,
    /// and for an effect that cannot be replayed unless the step is the newest one; then nothing changes.
    /// Precondition: the step is not before beginning() (throws std::logic_error).
    Applied apply_at(std::uint64_t step, const effects::Edit& edit, PastEdit how = PastEdit::rewrite);
    /// Takes the inputs with this number out where they were made, as if they had never been; to undo an
    /// edit. Returns false if there are none. Throws Error(bad_input) with reason() if there is one.
    bool take_out(std::uint64_t number);
    /// Presses with the pointer, or releases it, for the steps after the destination. Does nothing while the
    /// timeline is on its way.
    void set_pointer(const particles::Pointer& pointer, PastEdit how = PastEdit::rewrite);
    /// Restarts at step 0 with the settings at the destination. The run before is forgotten.
    void reset();
    /// Begins at the session's present state, because it was replaced. The run before is forgotten.
    void begin();

    /// Returns a sentence for each input that was left out since the last call.
    std::vector<std::string> take_left_out() { return std::exchange(left_out_, {}); }
    const std::vector<Input>& inputs() const { return inputs_; }
    /// Returns the settings after a step, with the inputs made after it.
    effects::Settings settings_at(std::uint64_t step) const;
    /// The steps of the checkpoints, in order, that of the beginning among them, and their bytes on the GPU.
    std::vector<std::uint64_t> checkpoints() const;
    std::uint64_t bytes() const;

  private:
    bool has_arrived() const;
    void look();
    void keep();
    void drop_one();
    void jump();
    void feed();
    void make_step();
    void give_up(std::string reason);
    void forget_after(std::uint64_t step, PastEdit how);
    const Session::Checkpoint& last_before(std::uint64_t step) const;
    std::size_t first_input_after(std::uint64_t step) const;
    void add(std::uint64_t step, std::vector<RecordedInput> inputs, std::uint64_t number, PastEdit how);

    Session& session_;
    const TimelineLimits limits_;
    std::vector<Session::Checkpoint> checkpoints_;  // by step, before the inputs made after it
    std::vector<Input> inputs_;                     // by step
    std::size_t next_ = 0;                          // of the inputs, to be applied
    std::uint64_t beginning_ = 0, destination_ = 0, newest_ = 0;
    std::uint64_t looked_at_ = 0;  // step of the last look()
    std::uint64_t numbers_ = 0;    // of inputs, given out
    bool is_outdated_ = false;     // the state is not that of the inputs any more
    std::string reason_;
    std::vector<std::string> left_out_;
};

}  // namespace winnow::session
