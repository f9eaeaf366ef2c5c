#include "session/timeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "effects/compile/replayable.h"
#include "session/clocks.h"

namespace winnow::session {
namespace {

constexpr std::uint64_t share_of_free = 4;  // a quarter of the free memory
constexpr std::chrono::microseconds until_next_look{50};

std::uint64_t step_of(const Session::Checkpoint& checkpoint) {
    return checkpoint.conditions.step;
}

std::uint64_t step_of(const Timeline::Input& input) {
    return input.recorded.step;
}

/// For the algorithms of sorted ranges.
constexpr auto to_step = [](const auto& at_step) { return step_of(at_step); };

}  // namespace

TimelineLimits TimelineLimits::of(const gl::Facts& facts) {
    TimelineLimits limits;
    if (const auto free = facts.free_bytes()) limits.bytes = std::min(limits.bytes, *free / share_of_free);
    return limits;
}

Timeline::Timeline(Session& session, const TimelineLimits& limits) : session_(session), limits_(limits) {
    begin();
}

void Timeline::begin() {
    session_.simulation().settle();
    if (playhead() == 0) session_.reset();  // else slots and births might differ from those after a reset
    beginning_ = destination_ = newest_ = looked_at_ = playhead();
    checkpoints_.clear();
    inputs_.clear();
    next_ = 0;
    is_outdated_ = false;
    reason_.clear();
    if (!session_.in_order()) return give_up("a compaction without order has moved the particles");
    const bool fits = beginning_ == 0 || session_.simulation().checkpoint_bytes() <= limits_.bytes;
    if (auto made = fits ? session_.checkpoint() : std::nullopt)
        checkpoints_.push_back(std::move(*made));
    else
        give_up(fmt::format("there is no memory for a checkpoint of step {}", beginning_));
}

/// From now on, the steps are no function of the inputs.
void Timeline::give_up(std::string reason) {
    reason_ = std::move(reason) + "; reset the simulation first";
    checkpoints_.clear();
    inputs_.clear();
    next_ = 0;
    newest_ = playhead();
}

std::string Timeline::reason() const {
    const Compaction compaction = session_.algorithm().compaction;
    if (!reason_.empty() || keeps_order(compaction)) return reason_;
    return fmt::format("the compaction {} keeps no order, so that no step comes out the same twice",
                       name_of(compaction));
}

Availability Timeline::seek(std::uint64_t step) {
    if (step < playhead() && !reason().empty()) return Availability::no(reason());
    if (step < beginning_ || step > max_steps)
        return Availability::no(fmt::format("step {} is not one of the timeline's, which go from {} to {}",
                                            step, beginning_, max_steps));
    destination_ = step;
    return Availability::yes();
}

bool Timeline::advance(std::chrono::microseconds budget) {
    const auto end = Clock::now() + budget;
    for (bool has_stepped = false;;) {
        if (session_.ready()) {
            look();
            jump();
            feed();
            if (playhead() >= destination_) return true;
            if (has_stepped && Clock::now() >= end) return false;
            make_step();
            has_stepped = true;
        } else {
            if (Clock::now() >= end) return false;
            std::this_thread::sleep_for(until_next_look);
        }
    }
}

void Timeline::arrive() {
    while (!advance(std::chrono::seconds(1))) {
    }
}

bool Timeline::has_arrived() const {
    return !is_outdated_ && playhead() == destination_ &&
           (next_ == inputs_.size() || step_of(inputs_[next_]) > playhead());
}

/// Takes a checkpoint if one is due. It comes before the inputs that are made after the step. Precondition:
/// the steps are settled.
void Timeline::look() {
    if (playhead() == looked_at_) return;
    looked_at_ = playhead();
    newest_ = std::max(newest_, playhead());
    if (!reason_.empty() || is_outdated_) return;
    if (playhead() - step_of(last_before(playhead())) >= limits_.every) keep();
}

void Timeline::keep() {
    const std::uint64_t needed = session_.simulation().checkpoint_bytes();
    if (limits_.checkpoints == 0 || checkpoints_.front().bytes() + needed > limits_.bytes) return;
    while (checkpoints_.size() > limits_.checkpoints || bytes() + needed > limits_.bytes) drop_one();
    if (auto made = session_.checkpoint())
        checkpoints_.insert(std::ranges::upper_bound(checkpoints_, playhead(), {}, to_step),
                            std::move(*made));
}

/// Drops the checkpoint without which the way between its neighbours is shortest in proportion to its
/// distance from the playhead, which is about to get one.
void Timeline::drop_one() {
    const std::uint64_t here = playhead();
    const auto missed = [&](std::size_t i) {
        const std::uint64_t step = step_of(checkpoints_[i]), left = step_of(checkpoints_[i - 1]);
        const std::uint64_t right =
            i + 1 < checkpoints_.size() ? step_of(checkpoints_[i + 1]) : std::max(newest_, step);
        const std::uint64_t way = step < here ? std::min(right, here) - left : right - std::max(left, here);
        const std::uint64_t distance = step < here ? here - step : step - here;
        return static_cast<double>(way) / static_cast<double>(distance);
    };
    std::size_t least = 1;
    for (std::size_t i = 2; i < checkpoints_.size(); ++i)
        if (missed(i) < missed(least)) least = i;
    checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(least));
}

/// Continues from a checkpoint if the destination lies behind the playhead or beyond a checkpoint.
void Timeline::jump() {
    if (!reason_.empty()) return;
    const Session::Checkpoint& from = last_before(destination_);
    if (!is_outdated_ && playhead() <= destination_ && step_of(from) <= playhead()) return;
    try {
        session_.restore(from);
    } catch (const Error&) {
        if (!is_outdated_) destination_ = playhead();
        throw;
    }
    is_outdated_ = false;
    looked_at_ = step_of(from);
    next_ = static_cast<std::size_t>(std::ranges::lower_bound(inputs_, looked_at_, {}, to_step) -
                                     inputs_.begin());
}

/// Applies the inputs that were made after the present step.
void Timeline::feed() {
    const Replay::Hands hands{
        [this](const effects::Edit& edit) {
            session_.apply_fitting(effects::apply(session_.settings(), edit));
        },
        [this] { session_.reset(); },
        [this](const particles::Pointer& pointer) { session_.simulation().set_pointer(pointer); }};
    for (; next_ < inputs_.size() && step_of(inputs_[next_]) == playhead(); ++next_) {
        Input& input = inputs_[next_];
        const bool was_left_out = std::exchange(input.is_left_out, false);
        try {
            hands.repeat(input.recorded);
        } catch (const Error& error) {
            if (error.status() != ExitStatus::bad_input) throw;
            input.is_left_out = true;
            if (!was_left_out)
                left_out_.push_back(
                    fmt::format("the edit after step {} is left out: {}", playhead(), error.what()));
        }
    }
}

void Timeline::make_step() {
    if (reason_.empty()) {
        const effects::Settings& settings = session_.settings();
        if (settings.compiled->program.sees_depth)
            give_up(effects::why_not_replayable(settings.effect));
        else if (const std::string why = reason(); !why.empty())
            give_up(why);
    }
    session_.step();
}

/// Returns the newest checkpoint at the step or before it.
const Session::Checkpoint& Timeline::last_before(std::uint64_t step) const {
    return *std::prev(std::ranges::upper_bound(checkpoints_, step, {}, to_step));
}

std::size_t Timeline::first_input_after(std::uint64_t step) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(inputs_, step, {}, to_step) - inputs_.begin());
}

effects::Settings Timeline::settings_at(std::uint64_t step) const {
    effects::Settings settings = session_.settings();
    if (checkpoints_.empty()) return settings;
    const Session::Checkpoint& from = last_before(step);
    put(from.conditions, from.conditions.capacity, settings);
    settings.compiled = from.compiled;
    for (const Input& input : inputs_) {
        if (!input.recorded.edit || step_of(input) < step_of(from) || step_of(input) > step) continue;
        try {
            settings = effects::apply(settings, *input.recorded.edit);
        } catch (const Error&) {  // it is left out
        }
    }
    return settings;
}

Timeline::Applied Timeline::apply_at(std::uint64_t step, const effects::Edit& edit, PastEdit how) {
    if (step < beginning_) throw std::logic_error("an edit before the timeline's beginning");
    session_.simulation().settle();
    look();
    const bool is_here = has_arrived() && step == playhead();
    const effects::Settings before = is_here ? session_.settings() : settings_at(step);
    effects::Settings next = effects::apply(before, edit);
    std::vector<RecordedInput> inputs;
    for (const effects::Edit& one : recorded_edits(before, next, edit)) inputs.push_back({step, one});
    if (next.simulation.seed != before.simulation.seed) {
        Applied applied{0, session_.apply_fitting(std::move(next))};
        begin();
        return applied;
    }
    if (inputs.empty())
        return {
            0, session_.apply_fitting(is_here ? std::move(next) : effects::apply(session_.settings(), edit))};
    if (step != newest_) effects::require_replayable(next.effect);
    if (!is_here && !reason().empty()) bad_input("{}", reason());
    Applied applied;
    if (is_here) applied.substitution = session_.apply_fitting(std::move(next));
    if (!reason_.empty()) return applied;
    applied.number = ++numbers_;
    add(step, std::move(inputs), applied.number, how);
    return applied;
}

/// Adds inputs after a step. If the timeline has arrived there, they are applied already.
void Timeline::add(std::uint64_t step, std::vector<RecordedInput> inputs, std::uint64_t number,
                   PastEdit how) {
    const bool are_applied = has_arrived() && step == playhead();
    forget_after(step, how);
    const std::size_t at = first_input_after(step);
    for (std::size_t i = 0; i < inputs.size(); ++i)
        inputs_.insert(inputs_.begin() + static_cast<std::ptrdiff_t>(at + i),
                       Input{number, std::move(inputs[i])});
    if (are_applied) next_ = at + inputs.size();
    if (playhead() > step) is_outdated_ = true;
}

/// The checkpoints after the step are not of this run any more, nor, with `branch`, anything else after it.
void Timeline::forget_after(std::uint64_t step, PastEdit how) {
    std::erase_if(checkpoints_, [&](const auto& checkpoint) { return step_of(checkpoint) > step; });
    if (how == PastEdit::rewrite) return;
    inputs_.erase(inputs_.begin() + static_cast<std::ptrdiff_t>(first_input_after(step)), inputs_.end());
    newest_ = std::min(newest_, step);
    destination_ = std::min(destination_, step);
}

bool Timeline::take_out(std::uint64_t number) {
    session_.simulation().settle();
    look();
    const auto found = std::ranges::find(inputs_, number, &Input::number);
    if (found == inputs_.end()) return false;
    if (!reason().empty()) bad_input("{}", reason());
    const std::uint64_t step = step_of(*found);
    forget_after(step, PastEdit::rewrite);
    std::erase_if(inputs_, [&](const Input& input) { return input.number == number; });
    if (playhead() >= step) is_outdated_ = true;
    return true;
}

void Timeline::set_pointer(const particles::Pointer& pointer, PastEdit how) {
    particles::Simulation& simulation = session_.simulation();
    if (!has_arrived() || pointer == simulation.pointer()) return;
    look();
    simulation.set_pointer(pointer);
    if (reason_.empty()) add(playhead(), {{playhead(), std::nullopt, pointer}}, ++numbers_, how);
}

void Timeline::reset() {
    session_.simulation().settle();
    if (!has_arrived()) session_.apply_fitting(settings_at(destination_));
    session_.reset();
    begin();
}

std::vector<std::uint64_t> Timeline::checkpoints() const {
    std::vector<std::uint64_t> steps;
    std::ranges::transform(checkpoints_, std::back_inserter(steps), to_step);
    return steps;
}

std::uint64_t Timeline::bytes() const {
    return std::accumulate(checkpoints_.begin(), checkpoints_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& one) { return sum + one.bytes(); });
}

}  // namespace winnow::session
