// Vote, scan, compact as it just happened to living particles, for the same views as the lessons.
#pragma once

#include <cstdint>
#include <span>

#include "lab/lesson.h"

namespace winnow::lab {

struct LiveParticle {
    std::uint32_t birth_step = 0, ordinal = 0;  // together they name the particle
    std::int32_t steps_left = 0;                // of its life, after the step
    bool is_same(const LiveParticle& other) const {
        return birth_step == other.birth_step && ordinal == other.ordinal;
    }
};

/// The title, the summary and the source of that execution. It is not in the catalogue, because it needs a
/// simulation.
const Lesson& live_compaction_lesson();

/// Returns what a compactor that keeps order did to the oldest particles in one step. `before`: particles in
/// their order, or none, of which one frame tells; `after`: the oldest ones after the step, as many or more.
/// A particle that is not among `after` voted 0; one that lies elsewhere than at its offset is marked as
/// wrong. The owner of a cell is the index in `before` of the particle that it tells of.
Execution live_compaction(std::span<const LiveParticle> before, std::span<const LiveParticle> after);

}  // namespace winnow::lab
