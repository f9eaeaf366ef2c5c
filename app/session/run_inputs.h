// The inputs of a person to a run that a timeline keeps, and what an edit changes in them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "effects/compile/compiled_effect.h"
#include "session/recording.h"

namespace winnow::session {

/// The press of the mouse button that an edit belongs to; nullopt: none.
using Gesture = std::optional<std::uint32_t>;

/// One input of the run.
struct RunInput {
    std::uint64_t number;  // its own; of two inputs after the same step, the lower one is applied first
    RecordedInput recorded;
    effects::Compiled effect = nullptr;  // that replaces the present one, as its files were; null: none does
    Gesture gesture = std::nullopt;
    bool is_left_out = false;  // it was not valid when its step was last computed
};

/// A change that an edit made in the inputs of a run, so that it can be taken back and put back.
struct InputChange {
    std::uint64_t run = 0;  // which run of the timeline; 0: the inputs did not change
    std::vector<RunInput> added, removed;

    /// Adds a change that was made after this one.
    void add(InputChange later);
    /// The lowest step after which inputs were changed; max_steps if none were.
    std::uint64_t first_step() const;
    /// Bytes of the values that it holds, as text.
    std::size_t bytes() const;
};

}  // namespace winnow::session
