// Another version of the effect, which goes wherever the run goes, so that both can be seen side by side.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "session/playback.h"
#include "session/session.h"
#include "session/timeline.h"

namespace winnow::session {

/// Holds the states of another effect from step 0 on, with the seed, density, capacity, algorithm and display
/// that the run has now, the emitters that are heard alone, and the pointer's presses at their steps. It is a
/// session with a timeline of its own, so that the run is neither changed nor waited for.
class VersionRun {
  public:
    /// Returns if there is memory for a second run like this one. `free`: bytes; nullopt: not known.
    static Availability fits(const Session& run, std::optional<std::uint64_t> free);

    /// Builds the programs that are missing. Throws Error(bad_input) if the effect is refused or does not fit
    /// in memory. Precondition: the context and the shaders outlive this object.
    VersionRun(const gl::Context& context, gl::ShaderLibrary& shaders, const effects::Settings& run,
               const effects::Compiled& version);

    /// Goes to the step that is the destination of the run: at once if this has only made some steps since
    /// the last call, and else for as long as `slice` lasts, and at least by one step. Throws
    /// Error(bad_input) if what the run has changed to is refused here.
    void follow(Playback& run, const std::vector<std::string>& solo, std::chrono::microseconds slice);
    /// True once it is where the run goes.
    bool is_there() const { return !timeline_.is_travelling() && timeline_.destination() == goal_; }
    /// The step of its state.
    std::uint64_t step() const { return timeline_.playhead(); }

    /// The newest step at which the states of both are known.
    struct Agreement {
        std::uint64_t step;
        bool is_same;  // to the bit, by their hashes
    };
    /// Takes the hashes of the steps that have arrived; `run`: the figures of the run's newest step.
    void compare(const particles::StepFigures& run);
    std::optional<Agreement> agreement() const;

    Session& session() { return session_; }
    const effects::Compiled& version() const { return version_; }
    /// Returns the bytes of its particles and of what it keeps to go back, and the most that the latter take.
    std::uint64_t bytes() const { return session_.simulation().memory_bytes() + timeline_.bytes(); }
    std::uint64_t max_kept_bytes() const { return limits_.bytes; }

  private:
    using Hashes = std::deque<std::pair<std::uint64_t, std::uint64_t>>;  // of some last steps, by step

    effects::Settings with_version(effects::Settings settings) const;
    void take_settings(const effects::Settings& run);
    void go_towards(const Timeline& run);
    static void note(Hashes& hashes, const particles::StepFigures& figures);

    effects::Compiled version_;
    Session session_;
    TimelineLimits limits_;
    Timeline timeline_;
    effects::Compiled run_compiled_;  // the effect of the run
    effects::Settings taken_;         // those of the run that were taken last, with the version
    std::uint64_t goal_ = 0;
    Hashes mine_, theirs_;
};

}  // namespace winnow::session
