// Which steps are measured.
#pragma once

#include <cstdint>
#include <vector>

#include "effects/effect.h"
#include "measure/measure.h"

namespace winnow::measure {

struct StepCase {
    std::uint32_t capacity = 0;
    float deaths = 0;                 // per cent that die in a step; 0: the effect's own lifetimes
    std::uint32_t filling_steps = 0;  // until as many die as are born
    bool every_compactor = false;     // not only what `auto` stands for
    effects::Effect effect;
};

/// By default 100 k to 128 M alive of which 1 % die in a step, and 16 M with other shares; where a CPU
/// renders 100 k. With --all every number with every share. What the options name takes the place of either:
/// --sizes are of the alive. Error(bad_input) if a number of them has no room, or the effect cannot be
/// loaded.
std::vector<StepCase> step_cases(const StepBenchChoice& options, bool software);

}  // namespace winnow::measure
