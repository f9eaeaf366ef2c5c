// The cases of `bench step`.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/model/effect.h"
#include "measure/measure.h"

namespace winnow::measure {

struct StepCase {
    std::uint32_t capacity = 0;
    float deaths = 0;                 // per cent that die in each step; 0: the effect has its own lifetimes
    std::uint32_t filling_steps = 0;  // steps until as many die as are born
    bool every_compactor = false;     // measure every compactor, not only the one that `auto` stands for
    effects::Effect effect;
};

/// Returns the cases. By default 100 k to 128 M alive of which 1 % die in a step, and 16 M with other shares;
/// where a CPU renders, 100 k. With --all, every number with every share. What the options name replaces the
/// value in either list; --sizes are numbers of particles alive. Throws Error(bad_input) if one of them has
/// no room, or if the effect cannot be loaded.
std::vector<StepCase> step_cases(const StepBenchChoice& options, bool software);

}  // namespace winnow::measure
