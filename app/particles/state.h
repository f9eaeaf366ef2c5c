// What a run's further steps are a function of, beside effect, seed, density and capacity.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shaders/shared.h"

namespace winnow::particles {

struct State {
    std::uint64_t step = 0;    // steps made
    std::uint32_t shrunk = 0;  // lost to a smaller capacity since; the next step counts them as died
    std::vector<std::uint64_t> fractions;  // Emission::fractions(): of births, one an emitter
    std::array<std::vector<shared::uvec4>, shared::PARTICLE_COLUMNS>
        columns;  // of the living, in their order

    std::uint32_t alive() const { return static_cast<std::uint32_t>(columns.front().size()); }
    /// Whether the living lie in the order of their births, as all compactors but the unordered leave them.
    bool in_order() const;
};

}  // namespace winnow::particles
