// Replays an effect in many ways and compares the hashes of each step.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gl/context.h"
#include "session/recording.h"
#include "session/session.h"
#include "settings/settings.h"

namespace winnow::verify {

/// Returns the algorithm for a step, given the step's index in its run, from 0. It names the backend; its
/// other parts may be anything where they are automatic.
using AlgorithmOfStep = std::function<Algorithm(std::uint32_t)>;

/// One run of an effect.
struct Plan {
    effects::Settings settings;
    std::uint32_t steps = 0;
    AlgorithmOfStep by;
    const state::SavedState* from = nullptr;          // null: step 0
    std::vector<session::RecordedInput> inputs = {};  // in the order of their steps
    std::optional<std::uint64_t> save_after;          // this many steps
};

struct RunResult {
    std::vector<session::StepReport> reports;
    std::optional<state::SavedState> saved;  // read back from a state file
};

/// Makes runs one after another in one session and keeps its buffers and programs, because making them takes
/// longer than a run.
class Replayer {
  public:
    /// `context` is current, `shaders` keep their programs; both outlive this.
    Replayer(const gl::Context& context, gl::ShaderLibrary& shaders) : context_(context), shaders_(shaders) {}

    /// Runs it from the beginning with hashing on. Throws as Session does, and Error(bad_input) if the effect
    /// cannot be replayed; then, and after a backend has
    /// failed, the next run gets a session of its own.
    RunResult run(const Plan& plan);
    /// Returns the session after its newest run; null if that run or a backend in it failed.
    session::Session* session() { return session_.get(); }

  private:
    void begin(const Plan& plan);

    const gl::Context& context_;
    gl::ShaderLibrary& shaders_;
    std::unique_ptr<session::Session> session_;
};

/// Returns what is wrong with one run by itself: alive is not alive before - died + born, or the state does
/// not change. An empty text means that nothing is wrong.
std::string find_fault(std::span<const session::StepReport> run);
/// Returns what find_fault() does, or says that no particle died.
std::string find_fault_or_none_died(std::span<const session::StepReport> run);

/// Says where a run first differs from the same steps of the reference run, or was not computed by the
/// algorithm that was asked for.
std::string find_difference(std::span<const session::StepReport> run,
                            std::span<const session::StepReport> reference, const AlgorithmOfStep& by);

}  // namespace winnow::verify
