// Replays an effect on every backend and compares the hashes of each step.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "commands/session.h"
#include "effects/settings.h"
#include "gl/context.h"

namespace winnow::commands {

/// Which backend computes a step.
using BackendOfStep = std::function<Backend(std::uint32_t)>;

/// Starts the settings anew and runs `steps` steps with hashing on, changing the backend where `backend_of`
/// does. `context` is current.
std::vector<StepReport> replay(const gl::Context& context, const std::string& shaders,
                               effects::Settings settings, std::uint32_t steps,
                               const BackendOfStep& backend_of);

/// What is wrong with one run by itself: alive = alive before - died + born, nobody ever died, or the state
/// does not change. Empty: nothing.
std::string find_fault(const std::vector<StepReport>& run);

/// Where a run first differs from the reference run, or was not computed by the backend that was asked for.
std::string find_difference(const std::vector<StepReport>& run, const std::vector<StepReport>& reference,
                            const BackendOfStep& backend_of);

}  // namespace winnow::commands
