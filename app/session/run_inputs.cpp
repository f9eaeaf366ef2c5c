#include "session/run_inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace winnow::session {

/// An input that was added first and removed later has changed nothing.
void InputChange::add(InputChange later) {
    if (later.run == 0) return;
    run = later.run;
    for (RunInput& input : later.removed) {
        const auto own = std::ranges::find(added, input.number, &RunInput::number);
        own != added.end() ? static_cast<void>(added.erase(own)) : removed.push_back(std::move(input));
    }
    std::ranges::move(later.added, std::back_inserter(added));
}

std::uint64_t InputChange::first_step() const {
    std::uint64_t first = max_steps;
    for (const auto* inputs : {&added, &removed})
        for (const RunInput& input : *inputs) first = std::min(first, input.recorded.step);
    return first;
}

std::size_t InputChange::bytes() const {
    std::size_t bytes = 0;
    for (const auto* inputs : {&added, &removed})
        for (const RunInput& input : *inputs)
            if (input.recorded.edit) bytes += input.recorded.edit->value.dump().size();
    return bytes;
}

}  // namespace winnow::session
