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
// A checkpoint has room for the births of the steps whose figures have not arrived, so it waits for those of
// all but a few; these keep the GPU busy meanwhile.
constexpr std::uint64_t steps_ahead_of_checkpoint = 4;
constexpr std::uint64_t timed_steps = 16;  // before the destination

std::uint64_t step_of(const Session::Checkpoint& checkpoint) {
    return checkpoint.conditions.step;
}

/// Returns what an input of the settings makes of them. Throws as effects::apply() does.
effects::Settings after(const effects::Settings& now, const RunInput& input) {
    if (!input.effect) return effects::apply(now, *input.recorded.edit);
    effects::Settings next = now;
    next.effect = input.effect->effect;
    next.compiled = input.effect;
    return next;
}

bool are_same(const effects::Settings& a, const effects::Settings& b) {
    return a.compiled == b.compiled && a.simulation == b.simulation && a.compiled;
}

std::vector<RunInput> inputs_of(std::uint64_t step, std::vector<effects::Edit> edits, Gesture gesture) {
    std::vector<RunInput> inputs;
    for (effects::Edit& edit : edits) inputs.push_back({0, {step, std::move(edit)}, nullptr, gesture});
    return inputs;
}

}  // namespace

std::vector<effects::Settings> states_after(const effects::Settings& now,
                                            std::span<const effects::Edit> edits) {
    std::vector<effects::Settings> states{now};
    for (const effects::Edit& edit : edits) states.push_back(effects::apply(states.back(), edit));
    return states;
}

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
    beginning_ = destination_ = newest_ = looked_at_ = submitted_ = playhead();
    checkpoints_.clear();
    inputs_.clear();
    is_outdated_ = false;
    ++runs_;
    there_.reset();
    reason_ = forwards_only_;
    if (!reason_.empty()) return;
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
    newest_ = playhead();
}

void Timeline::go_forwards_only(std::string reason) {
    come();
    forwards_only_ = std::move(reason);
    give_up("");
    reason_ = forwards_only_;
}

/// The pace, the algorithm and the display belong to no step.
const effects::Settings& Timeline::settings() {
    const effects::Settings& now = session_.settings();
    if (!is_travelling()) return now;
    if (!there_) there_ = settings_at(destination_);
    effects::SimulationSettings simulation = now.simulation;
    simulation.capacity = there_->simulation.capacity;
    simulation.seed = there_->simulation.seed;
    simulation.density = there_->simulation.density;
    there_->simulation = simulation;
    there_->display = now.display;
    return *there_;
}

std::string Timeline::reason() const {
    const Compaction compaction = session_.algorithm().compaction;
    if (!reason_.empty() || keeps_order(compaction)) return reason_;
    return fmt::format("the compaction {} keeps no order, so that no step comes out the same twice",
                       name_of(compaction));
}

Availability Timeline::seek(std::uint64_t step) {
    if (step < playhead() && !reason().empty()) return Availability::no(reason());
    if (step < beginning_ || step > state::max_steps)
        return Availability::no(fmt::format("step {} is not one of the timeline's, which go from {} to {}",
                                            step, beginning_, state::max_steps));
    if (step != destination_) there_.reset();
    destination_ = step;
    return Availability::yes();
}

bool Timeline::advance(std::chrono::microseconds budget) {
    const auto end = Clock::now() + budget;
    for (bool has_stepped = false;;) {
        if (can_go_on()) {
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

/// Settles the steps; at the destination, applies the inputs made after it.
void Timeline::come() {
    session_.simulation().settle();
    look();
    if (!is_outdated_ && playhead() == destination_) feed();
}

bool Timeline::has_arrived() const {
    return !is_outdated_ && playhead() == destination_ && !inputs_.has_next_after(playhead());
}

/// Precondition: the steps are settled.
bool Timeline::is_due() const {
    return reason_.empty() && !is_outdated_ && playhead() != looked_at_ &&
           playhead() - step_of(last_before(playhead())) >= limits_.every;
}

bool Timeline::can_go_on() {
    if (!session_.ready()) return false;
    return !is_due() || session_.simulation().figures_on_the_way() <= steps_ahead_of_checkpoint;
}

/// Takes a checkpoint if one is due. It comes before the inputs that are made after the step. Precondition:
/// the steps are settled.
void Timeline::look() {
    if (playhead() == looked_at_) return;
    const bool was_due = is_due();
    looked_at_ = playhead();
    newest_ = std::max(newest_, playhead());
    if (!reason_.empty() || is_outdated_) return;
    if (was_due) keep();
    if (inputs().size() > limits_.inputs) hold_inputs();
}

/// Drops the oldest inputs, an eighth of the most at least, with the checkpoints before them. Without a
/// checkpoint after these, the timeline begins at the present step.
void Timeline::hold_inputs() {
    const std::size_t wanted = inputs().size() - limits_.inputs + limits_.inputs / 8;
    const auto first = std::ranges::find_if(checkpoints_, [&](const Session::Checkpoint& one) {
        return step_of(one) > inputs()[wanted - 1].step();
    });
    const bool begins_here = first == checkpoints_.end();
    if (begins_here) {
        begin();
    } else {
        beginning_ = step_of(*first);
        checkpoints_.erase(checkpoints_.begin(), first);
        inputs_.forget_before(beginning_);
    }
    left_out_.push_back(
        fmt::format("the past before step {} is gone: a run keeps {} inputs", beginning_, limits_.inputs));
}

/// Adopts the settings as Session::apply_fitting() does. Where they need more memory than there is, gives the
/// checkpoints up, but for the first, and tries once more.
std::string Timeline::fit(effects::Settings next) {
    const effects::SimulationSettings& now = session_.settings().simulation;
    const bool grows = next.simulation.capacity > now.capacity;
    if (!grows || checkpoints_.size() < 2) return session_.apply_fitting(std::move(next));
    try {
        return session_.apply_fitting(next);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
    }
    const std::size_t before = checkpoints_.size();
    checkpoints_.erase(checkpoints_.begin() + 1, checkpoints_.end());
    std::string said = session_.apply_fitting(std::move(next));
    left_out_.push_back(fmt::format(
        "{} checkpoints of the timeline gave their memory to the particles: going back takes longer",
        before - 1));
    return said;
}

void Timeline::keep() {
    const std::uint64_t needed = session_.simulation().checkpoint_bytes();
    if (limits_.checkpoints == 0 || checkpoints_.front().bytes() + needed > limits_.bytes) return;
    std::unique_ptr<particles::Checkpoint> dropped;
    while (checkpoints_.size() > limits_.checkpoints || bytes() + needed > limits_.bytes)
        dropped = drop_one();
    if (auto made = session_.checkpoint(std::move(dropped)))
        checkpoints_.insert(std::ranges::upper_bound(checkpoints_, playhead(), {}, step_of),
                            std::move(*made));
}

/// Takes the checkpoint out without which the way between its neighbours is shortest in proportion to its
/// distance from the playhead, which is about to get one. Beyond a share of the run all distances count as
/// the same; the least distance keeps the nearest ones a few steps apart.
std::unique_ptr<particles::Checkpoint> Timeline::drop_one() {
    constexpr std::uint64_t far_share = 24;
    const std::uint64_t here = playhead(), nearest = 2 * limits_.every, farthest = newest_ / far_share;
    const auto missed = [&](std::size_t i) {
        const std::uint64_t step = step_of(checkpoints_[i]), left = step_of(checkpoints_[i - 1]);
        const std::uint64_t right =
            i + 1 < checkpoints_.size() ? step_of(checkpoints_[i + 1]) : std::max(newest_, step);
        const std::uint64_t way = step < here ? std::min(right, here) - left : right - std::max(left, here);
        const std::uint64_t distance = step < here ? here - step : step - here;
        return static_cast<double>(way) / static_cast<double>(std::min(distance, farthest) + nearest);
    };
    std::size_t least = 1;
    for (std::size_t i = 2; i < checkpoints_.size(); ++i)
        if (missed(i) < missed(least)) least = i;
    const auto at = checkpoints_.begin() + static_cast<std::ptrdiff_t>(least);
    std::unique_ptr<particles::Checkpoint> dropped = std::move(at->state);
    checkpoints_.erase(at);
    return dropped;
}

/// Continues from a checkpoint if the destination lies behind the playhead or beyond a checkpoint. At least
/// one step is left to be made, because its figures and votes are shown; only the beginning has none.
void Timeline::jump() {
    if (!reason_.empty()) return;
    const Session::Checkpoint& from = last_before(std::max(destination_, beginning_ + 1) - 1);
    if (!is_outdated_ && playhead() <= destination_ && step_of(from) <= playhead()) return;
    try {
        session_.restore(from);
    } catch (const Error&) {
        if (!is_outdated_) destination_ = playhead();
        throw;
    }
    is_outdated_ = false;
    looked_at_ = submitted_ = step_of(from);
    inputs_.applied_before(looked_at_);
}

/// Applies the inputs that were made after the present step.
void Timeline::feed() {
    for (; inputs_.has_next_after(playhead()); inputs_.advance()) {
        RunInput& input = inputs_.next();
        const bool was_left_out = std::exchange(input.is_left_out, false);
        try {
            repeat(input);
        } catch (const Error& error) {
            if (error.status() != ExitStatus::bad_input) throw;
            input.is_left_out = true;
            if (!was_left_out)
                left_out_.push_back(
                    fmt::format("the edit after step {} is left out: {}", playhead(), error.what()));
        }
    }
}

void Timeline::repeat(const RunInput& input) {
    if (input.recorded.pointer) return session_.simulation().set_pointer(*input.recorded.pointer);
    fit(after(session_.settings(), input));
}

void Timeline::make_step() {
    if (reason_.empty()) {
        const effects::Settings& settings = session_.settings();
        if (settings.compiled->program.sees_depth)
            give_up(effects::why_not_replayable(settings.effect));
        else if (const std::string why = reason(); !why.empty())
            give_up(why);
    }
    submitted_ = playhead() + 1;
    std::optional<gl::UntimedScope> untimed;
    if (destination_ > submitted_ + timed_steps) untimed.emplace(session_.passes());
    session_.step();
}

/// Returns the newest checkpoint at the step or before it.
const Session::Checkpoint& Timeline::last_before(std::uint64_t step) const {
    return *std::prev(std::ranges::upper_bound(checkpoints_, step, {}, step_of));
}

effects::Settings Timeline::settings_at(std::uint64_t step) const {
    effects::Settings settings = session_.settings();
    if (checkpoints_.empty()) return settings;
    const Session::Checkpoint& from = last_before(step);
    state::put(from.conditions, from.conditions.capacity, settings);
    settings.compiled = from.compiled;
    for (const RunInput& input : inputs()) {
        if (input.recorded.pointer || input.step() < step_of(from) || input.step() > step) continue;
        try {
            settings = after(settings, input);
        } catch (const Error&) {  // it is left out
        }
    }
    return settings;
}

Timeline::Applied Timeline::apply_at(std::uint64_t step, std::span<const effects::Edit> edits, PastEdit how,
                                     std::vector<effects::Settings> states, Gesture gesture) {
    if (step < beginning_) throw std::logic_error("an edit before the timeline's beginning");
    come();
    const effects::Settings before = step == destination_ ? settings() : settings_at(step);
    if (states.empty() || !are_same(states.front(), before)) states = states_after(before, edits);
    if (step == destination_ && states.front() == states.back()) return {};
    std::vector<RunInput> inputs;
    for (std::size_t i = 0; i < edits.size(); ++i)
        std::ranges::move(inputs_of(step, recorded_edits(states[i], states[i + 1], edits[i]), gesture),
                          std::back_inserter(inputs));
    if (inputs.empty()) {  // the step does not matter
        if (step != destination_ || is_travelling()) states = states_after(session_.settings(), edits);
        return {{}, session_.apply_fitting(std::move(states.back()))};
    }
    if (step == destination_) return enter(step, std::move(inputs), std::move(states.back()), how);
    effects::Settings shown = states_after(settings(), edits).back();
    Applied applied = enter(step, std::move(inputs), std::move(states.back()), how);
    if (how == PastEdit::rewrite) there_ = std::move(shown);
    return applied;
}

Timeline::Applied Timeline::adopt(effects::Settings next, PastEdit how) {
    come();
    next.compiled = effects::compiled_of(next);
    std::vector<RunInput> inputs = inputs_of(destination_, recorded_edits(settings(), next, {}), {});
    for (RunInput& input : inputs)
        if (input.recorded.edit->pointer == effects::effect_pointer) input.effect = next.compiled;
    if (inputs.empty() && !is_travelling()) return {{}, session_.apply_fitting(std::move(next))};
    return enter(destination_, std::move(inputs), std::move(next), how);
}

/// Applies `next`, which the inputs make of the settings after that step, if the timeline is there.
Timeline::Applied Timeline::enter(std::uint64_t step, std::vector<RunInput> inputs, effects::Settings next,
                                  PastEdit how) {
    const bool is_here = has_arrived() && step == playhead();
    if (next.simulation.seed != settings().simulation.seed) {
        Applied applied{{}, session_.apply_fitting(std::move(next))};
        begin();
        return applied;
    }
    if (step != newest_) effects::require_replayable(next.effect);
    if (!is_here && !reason().empty()) bad_input("{}", reason());
    Applied applied;
    if (is_here)
        applied.substitution = fit(std::move(next));
    else if (step == destination_)
        there_ = std::move(next);
    else
        there_.reset();
    if (reason_.empty()) applied.change = note(step, std::move(inputs), how);
    return applied;
}

/// Notes inputs made after a step, and takes those out that give way to them. If the timeline has arrived
/// there, they are applied already.
InputChange Timeline::note(std::uint64_t step, std::vector<RunInput> inputs, PastEdit how) {
    const bool are_applied = has_arrived() && step == playhead();
    InputChange change{runs_, {}, {}};
    for (RunInput& input : inputs) {
        change.add(
            {runs_, {}, inputs_.take_out([&](const RunInput& old) { return gives_way(old, input, how); })});
        change.added.push_back(inputs_.add(std::move(input)));
    }
    forget_after(step);
    if (how == PastEdit::branch) {
        newest_ = std::min(newest_, step);
        destination_ = std::min(destination_, step);
    }
    if (are_applied) inputs_.applied_before(step + 1);
    if (playhead() > step) is_outdated_ = true;
    return change;
}

/// Returns true if an old input is taken out when another one, which is newer, is made.
bool Timeline::gives_way(const RunInput& old, const RunInput& input, PastEdit how) const {
    if (old.step() > input.step() && how == PastEdit::branch) return true;
    if (!old.recorded.edit || !input.recorded.edit || old.step() < input.step() ||
        old.recorded.edit->pointer != input.recorded.edit->pointer)
        return false;
    if (old.step() > input.step()) return old.step() <= destination_;
    const bool is_applied = playhead() == input.step() && !is_outdated_;
    return !is_applied && old.gesture && old.gesture == input.gesture;
}

/// The checkpoints after the step are not of this run any more.
void Timeline::forget_after(std::uint64_t step) {
    std::erase_if(checkpoints_, [&](const auto& checkpoint) { return step_of(checkpoint) > step; });
}

bool Timeline::can_travel(const InputChange& change) const {
    return change.run == runs_ && change.first_step() >= beginning_ && reason().empty();
}

void Timeline::exchange(const std::vector<RunInput>& out, const std::vector<RunInput>& in,
                        const InputChange& change) {
    if (!can_travel(change)) throw std::logic_error("a change of the inputs of another run");
    come();
    inputs_.exchange(out, in);
    const std::uint64_t first = change.first_step();
    forget_after(first);
    if (playhead() >= first) is_outdated_ = true;
    there_.reset();
}

void Timeline::make_anew() {
    if (!reason().empty()) return;
    come();
    forget_after(beginning_);
    is_outdated_ = playhead() > beginning_;
}

void Timeline::repeat_step() {
    if (!reason().empty()) return;
    come();
    is_outdated_ = playhead() > beginning_;
}

void Timeline::set_pointer(const particles::Pointer& pointer, PastEdit how) {
    particles::Simulation& simulation = session_.simulation();
    if (!has_arrived() || pointer == simulation.pointer()) return;
    look();
    simulation.set_pointer(pointer);
    if (reason_.empty()) note(playhead(), {{0, {playhead(), std::nullopt, pointer}}}, how);
}

void Timeline::reset(const effects::Settings& with) {
    session_.adopt(with);
    session_.reset();
    begin();
}

std::vector<std::uint64_t> Timeline::checkpoints() const {
    std::vector<std::uint64_t> steps;
    std::ranges::transform(checkpoints_, std::back_inserter(steps), step_of);
    return steps;
}

std::uint64_t Timeline::bytes() const {
    return std::accumulate(checkpoints_.begin(), checkpoints_.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const auto& one) { return sum + one.bytes(); });
}

}  // namespace winnow::session
