// A state of a simulation that stays on the GPU, so that the simulation can go back to it at once.
#pragma once

#include <cstdint>

#include "particles/columns.h"
#include "particles/step_inputs.h"

namespace winnow::particles {

/// Everything that the steps after a state depend on, except the capacity and the depths that the camera
/// sees. It depends on no compactor, no backend and no capacity: its columns are plain GL memory of their
/// own, in which the living particles lie from the front on.
struct Checkpoint {
    std::uint64_t step = 0;  // steps made
    std::uint32_t seed = 0;
    StepInputs::Snapshot inputs;  // the effect, the density and the pointer among them
    std::uint32_t room = 0;       // particles that the columns hold, at least those alive
    ColumnSet particles;

    /// Bytes on the GPU.
    std::uint64_t bytes() const { return ColumnSet::bytes_for(room, particles.planes); }
};

}  // namespace winnow::particles
