// The timeline of a run: goes to any of its steps, backwards as forwards, and to the same state whichever way
// it goes. It keeps checkpoints on the GPU, and the inputs of a person between them; from the newest
// checkpoint before a step, it computes the steps up to it anew.
//
// Checkpoints are taken every few steps. Where there are too many, those are dropped that are missed least:
// those that stay lie near to each other just before the playhead, ever farther apart with the distance from
// it, and evenly beyond a small part of the run, so that the way to any step is a small part of the run, and
// to a near step a smaller one.
//
// The inputs are bounded too: beyond the most that are kept, the oldest are dropped with the checkpoints that
// they follow, and the timeline then begins at the first checkpoint that is left.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "session/run_inputs.h"
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
    std::size_t inputs = 65536;  // that are kept, motions of the pointer among them: 18 minutes of these

    /// Returns these, but at most a quarter of the free memory.
    static TimelineLimits of(const gl::Facts& facts);
};

/// Returns `now`, and the settings after each of the edits. Throws as effects::apply() does.
std::vector<effects::Settings> states_after(const effects::Settings& now,
                                            std::span<const effects::Edit> edits);

/// While there is a timeline, every edit, reset and motion of the pointer goes through it, and so does every
/// step: a run plays by seeking its next step.
class Timeline {
  public:
    /// The timeline begins at the session's present step; at step 0, the session is reset. `session` must
    /// outlive this object.
    explicit Timeline(Session& session) : Timeline(session, TimelineLimits::of(session.facts())) {}
    Timeline(Session& session, const TimelineLimits& limits);

    /// Returns why no step can be computed again, in one sentence, and the timeline goes forwards only;
    /// empty: it goes both ways. Once a step is made so, there are no checkpoints until the run begins anew.
    std::string reason() const;
    /// From now on, the timeline goes forwards only, for this reason, in later runs too.
    void go_forwards_only(std::string reason);

    /// The step of the session's state.
    std::uint64_t playhead() const { return session_.simulation().steps(); }
    /// The step to which advance() goes.
    std::uint64_t destination() const { return destination_; }
    /// The newest step that the run has reached.
    std::uint64_t newest() const { return newest_; }
    /// The first step that can be sought.
    std::uint64_t beginning() const { return beginning_; }
    /// True until the last step to the destination is submitted.
    bool is_travelling() const { return is_outdated_ || submitted_ != destination_; }
    /// Returns the settings after the destination, with the inputs made after it: those that the next edit
    /// changes.
    const effects::Settings& settings();

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
        InputChange change;        // for take_back()
        std::string substitution;  // what Session::apply_fitting() said
    };
    /// Makes an edit after the step that is the destination. The timeline stays there: the steps after it are
    /// computed when they are sought. An edit that changes nothing there is no input. Throws as
    /// Session::apply() does and changes nothing. A new seed begins the run anew.
    Applied apply(const effects::Edit& edit, PastEdit how = PastEdit::rewrite) {
        return apply_at(destination_, std::span(&edit, 1), how);
    }
    /// Makes edits after a step, all of them or none; if the step lies behind the destination, advance()
    /// computes the run anew up to there (with `branch`, the step is the destination then), and later edits
    /// of the same value up to there give way. Another later input that is no longer valid is left out.
    /// `states`: what states_after() returns for settings(), if that is known and the step is the
    /// destination. `gesture`: while the timeline is elsewhere, one edit of a gesture replaces that before
    /// it. Throws as Session::apply() does, with reason() unless the timeline is at the step, and for an
    /// effect that cannot be replayed unless the step is the newest one; then nothing changes. Precondition:
    /// the step is not before beginning() (throws std::logic_error).
    Applied apply_at(std::uint64_t step, std::span<const effects::Edit> edits,
                     PastEdit how = PastEdit::rewrite, std::vector<effects::Settings> states = {},
                     Gesture gesture = std::nullopt);
    Applied apply_at(std::uint64_t step, const effects::Edit& edit, PastEdit how = PastEdit::rewrite) {
        return apply_at(step, std::span(&edit, 1), how);
    }
    /// Replaces the settings after the destination, and the effect together with its compiled form. Otherwise
    /// as apply().
    Applied adopt(effects::Settings next, PastEdit how = PastEdit::rewrite);
    /// Returns true if take_back() and put_back() can: the change belongs to this run, which goes both ways.
    bool can_travel(const InputChange& change) const;
    /// Takes a change of the inputs back where it was made, as if it had never been. Precondition:
    /// can_travel() (throws std::logic_error).
    void take_back(const InputChange& change) { exchange(change.added, change.removed, change); }
    /// Makes it again. Precondition: likewise.
    void put_back(const InputChange& change) { exchange(change.removed, change.added, change); }
    /// Computes the run anew from its beginning to the destination, because something has changed that is no
    /// input. Does nothing if it goes forwards only.
    void make_anew();
    /// Makes the last step before the destination once more, for one who looks at a step while it is made.
    /// Does nothing at the beginning, or if the timeline goes forwards only.
    void repeat_step();
    /// Presses with the pointer, or releases it, for the steps after the destination. Does nothing while the
    /// timeline is on its way.
    void set_pointer(const particles::Pointer& pointer, PastEdit how = PastEdit::rewrite);
    /// Restarts at step 0 with the settings at the destination, or with others. The run before is forgotten.
    /// Throws as Session::adopt() does, and then changes nothing.
    void reset() { reset(effects::Settings(settings())); }
    void reset(const effects::Settings& with);
    /// Begins at the session's present state, because it was replaced. The run before is forgotten.
    void begin();

    /// Returns a sentence for each input that was left out since the last call, and for what else was given
    /// up: the oldest past, or checkpoints.
    std::vector<std::string> take_left_out() { return std::exchange(left_out_, {}); }
    const std::vector<RunInput>& inputs() const { return inputs_.all(); }
    /// Returns the settings after a step, with the inputs made after it.
    effects::Settings settings_at(std::uint64_t step) const;
    /// The steps of the checkpoints, in order, that of the beginning among them, and their bytes on the GPU.
    std::vector<std::uint64_t> checkpoints() const;
    std::uint64_t bytes() const;

  private:
    bool has_arrived() const;
    void come();
    bool is_due() const;
    bool can_go_on();
    void look();
    void keep();
    void hold_inputs();
    std::string fit(effects::Settings next);
    std::unique_ptr<particles::Checkpoint> drop_one();
    void jump();
    void feed();
    void repeat(const RunInput& input);
    void make_step();
    void give_up(std::string reason);
    void forget_after(std::uint64_t step);
    const Session::Checkpoint& last_before(std::uint64_t step) const;
    Applied enter(std::uint64_t step, std::vector<RunInput> inputs, effects::Settings next, PastEdit how);
    InputChange note(std::uint64_t step, std::vector<RunInput> inputs, PastEdit how);
    bool gives_way(const RunInput& old, const RunInput& input, PastEdit how) const;
    void exchange(const std::vector<RunInput>& out, const std::vector<RunInput>& in,
                  const InputChange& change);
    void set_out(effects::Settings there);

    Session& session_;
    const TimelineLimits limits_;
    std::vector<Session::Checkpoint> checkpoints_;  // by step, before the inputs made after it
    RunInputs inputs_;
    std::uint64_t beginning_ = 0, destination_ = 0, newest_ = 0;
    std::uint64_t looked_at_ = 0;  // step of the last look()
    std::uint64_t submitted_ = 0;  // the playhead, once the submitted steps are settled
    std::uint64_t runs_ = 0;       // begun
    bool is_outdated_ = false;     // the state is not that of the inputs any more
    std::optional<effects::Settings>
        there_;  // settings(), while the timeline is elsewhere and they are known
    std::string reason_, forwards_only_;
    std::vector<std::string> left_out_;
};

}  // namespace winnow::session
