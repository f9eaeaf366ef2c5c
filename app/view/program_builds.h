// Changes that need other programs: these are built in the background, while the old ones run, and each
// change takes effect once its programs are ready.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "session/playback.h"
#include "settings/settings.h"

namespace winnow::view {

/// The settings after a change. As long as those before it stay, it is computed once, and the effect compiled
/// once.
class Outcome {
  public:
    using Function = std::function<effects::Settings(const effects::Settings& now)>;
    /// `change` returns what the change makes of the settings `now`. It may throw Error.
    explicit Outcome(Function change) : change_(std::move(change)) {}

    /// Returns the settings after the change. `now`: the settings of a session, whose effect is compiled.
    /// Throws what the change throws.
    const effects::Settings& of(const effects::Settings& now);

  private:
    /// The settings that the outcome was computed from.
    struct Basis {
        effects::Compiled compiled;
        effects::SimulationSettings simulation;
        effects::DisplaySettings display;
        bool operator==(const Basis&) const = default;
    };
    Function change_;
    std::optional<Basis> basis_;
    effects::Settings next_;
};

/// Makes a change whose programs are ready, and says so if the change is refused.
using Job = std::function<void(Outcome& outcome)>;

class ProgramBuilds {
  public:
    /// Precondition: both outlive this object, and the session's shaders keep programs.
    ProgramBuilds(session::Session& session, session::Playback& playback)
        : session_(session), playback_(playback) {}

    /// Does the job once the programs that the outcome needs are built: at once, if they are and nothing
    /// waits. Jobs keep their order, so that those behind one that waits wait too.
    void once_built(Outcome outcome, Job job);
    /// Likewise, but the job waits for a frame that says `what` is done.
    void once_told(std::string what, Outcome outcome, Job job);
    /// Does a job that needs no other programs, after the jobs that wait for theirs.
    void in_order(std::function<void()> job);

    bool any_waits() const { return !waiting_.empty(); }
    /// Does the jobs whose programs are built. A driver that cannot build beside the frames stops them, so
    /// that one frame first tells what they wait for.
    void do_what_is_built();
    /// Does the jobs that wait; each waits here for its programs.
    void do_all_that_waits();
    /// Returns what the first job waits for; empty: nothing waits. Call it for a frame that tells it.
    std::string tell();
    /// Call it when the session has taken other settings: their programs exist.
    void note_built();

  private:
    struct Waiting {
        std::string what;
        Outcome outcome;
        Job job;
        bool is_told = false;   // a frame has shown it
        bool is_begun = false;  // its programs are being built
    };
    bool needs_programs(Outcome& outcome) const;
    void begin(Outcome& outcome);
    void do_first();

    session::Session& session_;
    session::Playback& playback_;
    std::deque<Waiting> waiting_;
    std::set<std::string> built_;  // programs_text() of all settings whose programs exist
};

}  // namespace winnow::view
