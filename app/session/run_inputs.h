// The inputs of a person to a run that a timeline keeps, and what an edit changes in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
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

    /// The step after which it was made.
    std::uint64_t step() const { return recorded.step; }
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

/// The inputs of one run, in the order in which they are applied, and how many of them are.
class RunInputs {
  public:
    const std::vector<RunInput>& all() const { return inputs_; }
    void clear();

    /// True if the first input that is not applied was made after this step.
    bool has_next_after(std::uint64_t step) const;
    /// Returns that input. Precondition: there is one.
    RunInput& next() { return inputs_[applied_]; }
    /// The first input that is not applied counts as applied.
    void advance() { ++applied_; }
    /// From now on, those made after an earlier step count as applied, and no others.
    void applied_before(std::uint64_t step) { applied_ = count_before(step); }

    /// Gives an input the next number, puts it behind those of its step, and returns it.
    const RunInput& add(RunInput input);
    /// Takes the inputs for which `gives_way` is true out and returns them.
    std::vector<RunInput> take_out(const std::function<bool(const RunInput&)>& gives_way);
    /// Takes out those with the numbers of `out`, and puts `in` at their places by step and number.
    void exchange(const std::vector<RunInput>& out, const std::vector<RunInput>& in);
    /// Forgets those made after steps before this one.
    void forget_before(std::uint64_t step);

  private:
    std::size_t count_before(std::uint64_t step) const;
    const RunInput& insert(RunInput input);

    std::vector<RunInput> inputs_;  // by step and number
    std::size_t applied_ = 0;       // of the inputs, the first ones
    std::uint64_t numbers_ = 0;     // given out
};

}  // namespace winnow::session
