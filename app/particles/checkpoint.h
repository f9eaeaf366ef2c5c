// A state of a simulation that stays on the GPU, so that the simulation can go back to it at once.
#pragma once

#include <cstdint>

#include "particles/columns.h"
#include "particles/step_inputs.h"

namespace winnow::particles {

/// Everything that the steps after a state depend on, except the capacity and the depths that the camera
/// sees. It depends on no compactor, no backend and no capacity: its columns are plain GL memory of their
/// own, in which the living particles lie from the front on. Of the attributes it holds the words that are
/// used, one after another: word w of particle i is element w * room + i of the last column.
struct Checkpoint {
    std::uint64_t step = 0;  // steps made
    std::uint32_t seed = 0;
    StepInputs::Snapshot inputs;  // the effect, the density and the pointer among them
    std::uint32_t room = 0;       // particles that the columns hold, at least those alive; a multiple of 4
    std::uint32_t words = 0;      // of a particle's attributes
    ColumnSet particles;

    static constexpr std::uint64_t bytes_for(std::uint32_t room, std::uint32_t words) {
        return std::uint64_t{room} * (particle_bytes + words * sizeof(std::uint32_t)) + sizeof(shared::Pool);
    }
    Packing packed_source() const { return {Packing::Side::source, words}; }
    /// Bytes on the GPU.
    std::uint64_t bytes() const { return bytes_for(room, words); }
};

}  // namespace winnow::particles
