#include "session/run_inputs.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace winnow::session {
namespace {

/// For the algorithms of sorted ranges.
std::pair<std::uint64_t, std::uint64_t> applied_order(const RunInput& input) {
    return {input.step(), input.number};
}

}  // namespace

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
    std::uint64_t first = state::max_steps;
    for (const auto* inputs : {&added, &removed})
        for (const RunInput& input : *inputs) first = std::min(first, input.step());
    return first;
}

std::size_t InputChange::bytes() const {
    std::size_t bytes = 0;
    for (const auto* inputs : {&added, &removed})
        for (const RunInput& input : *inputs)
            if (input.recorded.edit) bytes += input.recorded.edit->value.dump().size();
    return bytes;
}

void RunInputs::clear() {
    inputs_.clear();
    applied_ = 0;
}

bool RunInputs::has_next_after(std::uint64_t step) const {
    return applied_ < inputs_.size() && inputs_[applied_].step() == step;
}

std::size_t RunInputs::count_before(std::uint64_t step) const {
    const auto first = std::ranges::lower_bound(inputs_, step, {}, &RunInput::step);
    return static_cast<std::size_t>(first - inputs_.begin());
}

const RunInput& RunInputs::insert(RunInput input) {
    const auto at = std::ranges::upper_bound(inputs_, applied_order(input), {}, applied_order);
    return *inputs_.insert(at, std::move(input));
}

const RunInput& RunInputs::add(RunInput input) {
    input.number = ++numbers_;
    return insert(std::move(input));
}

std::vector<RunInput> RunInputs::take_out(const std::function<bool(const RunInput&)>& gives_way) {
    std::vector<RunInput> out;
    std::erase_if(inputs_, [&](const RunInput& input) {
        const bool is_out = gives_way(input);
        if (is_out) out.push_back(input);
        return is_out;
    });
    return out;
}

void RunInputs::exchange(const std::vector<RunInput>& out, const std::vector<RunInput>& in) {
    for (const RunInput& input : out)
        std::erase_if(inputs_, [&](const RunInput& one) { return one.number == input.number; });
    for (const RunInput& input : in) insert(input);
}

void RunInputs::forget_before(std::uint64_t step) {
    const std::size_t forgotten = count_before(step);
    inputs_.erase(inputs_.begin(), inputs_.begin() + static_cast<std::ptrdiff_t>(forgotten));
    applied_ -= std::min(applied_, forgotten);
}

}  // namespace winnow::session
