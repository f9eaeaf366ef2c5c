#include "session/playback.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <thread>
#include <utility>

#include "base/error.h"
#include "effects/compile/replayable.h"

namespace winnow::session {
namespace {

constexpr std::chrono::milliseconds longest_wait{4};
constexpr std::chrono::milliseconds prewarming_slice{12};  // of each frame
// The timeline travels for as long as the last frame took, so that frames come half as often meanwhile.
constexpr double shortest_slice = 0.012, longest_slice = 0.1;  // seconds
/// Steps that lie farther behind are not made anew at once, because that would take too long.
constexpr std::uint64_t farthest_anew = 1200;  // steps
constexpr std::chrono::microseconds between_polls{50};

ReferenceCheck compare_with_reference(Session& session) {
    using State = ReferenceCheck::State;
    const auto found = session.simulation().check_step(keeps_order(session.algorithm().compaction));
    if (!found)
        return {State::unavailable, 0, 0, 0, "the input of the last step is not kept: make one more step"};
    return {found->matches() ? State::matches : State::differs,
            found->step,
            found->votes,
            found->first_mismatch.value_or(0),
            {}};
}

}  // namespace

Playback::Playback(Session& session, const std::string& trace)
    : session_(session), trace_(trace), timeline_(session) {
    session_.simulation().set_hashing(trace_.wanted());
    if (trace_.wanted()) {
        state::warn_if_not_replayable(trace, session_.settings().effect);
        timeline_.go_forwards_only("a trace is written, which holds each step once");
    }
    begin_prewarming();
}

/// A run that continues from a later step than 0 is already prewarmed.
void Playback::begin_prewarming() {
    const bool begins = session_.simulation().steps() == 0;
    prewarming_ = {0, begins ? prewarm_steps(session_.settings().effect) : 0};
}

/// Makes steps for one slice of time. Returns false if prewarming was already over.
bool Playback::prewarm() {
    if (prewarming_.done()) return false;
    const auto end = Clock::now() + prewarming_slice;
    while (!prewarming_.done() && Clock::now() < end && make_next_step())
        prewarming_.made = session_.simulation().steps();
    clock_.clear();
    return true;
}

/// Goes on towards a step elsewhere for one slice of time. Returns false if there is nowhere to go.
bool Playback::travel(double seconds) {
    if (!timeline_.is_travelling()) return false;
    clock_.clear();
    try {
        const std::chrono::duration<double> slice(std::clamp(seconds, shortest_slice, longest_slice));
        timeline_.advance(std::chrono::duration_cast<std::chrono::microseconds>(slice));
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        said_.emplace_back(error.what());
        if (timeline_.is_travelling()) timeline_.begin();  // there is no way: the run goes on from here
    }
    if (timeline_.playhead() == timeline_.beginning()) figures_ = {};  // no step leads there
    return true;
}

/// Submits the step after the destination. Returns false if the steps before it are not made in time.
bool Playback::make_next_step() {
    if (!ready_in_time() || !timeline_.advance({})) return false;
    feed();
    timeline_.seek(timeline_.destination() + 1);
    timeline_.advance({});
    return true;
}

void Playback::play(double seconds) {
    for (int due = steps_due(seconds); due > 0; --due) {
        const bool ends = loop_ && timeline_.destination() == loop_->end;
        if (ends && !session_.settings().simulation.paused && seek(loop_->begin)) return;
        if (!make_next_step()) return;
    }
}

Availability Playback::seek(std::uint64_t step) {
    Availability result = timeline_.seek(step);
    if (result) prewarming_ = {};
    return result;
}

std::vector<std::string> Playback::take_said() {
    std::ranges::move(timeline_.take_left_out(), std::back_inserter(said_));
    return std::exchange(said_, {});
}

bool Playback::advance_film(double seconds) {
    const effects::Settings& settings = session_.settings();
    if (settings.simulation.paused || !prewarming_.done() || timeline_.is_travelling()) {
        advance(seconds);
        return false;
    }
    int due = clock_.advance(seconds, 1.0 / settings.effect.steps_per_second, settings.simulation.time_scale,
                             std::numeric_limits<int>::max());
    for (; due > 0; --due) {
        take(session_.take_reports());
        if (loop_ && timeline_.destination() == loop_->end && seek(loop_->begin)) timeline_.arrive();
        session_.simulation().settle();
        make_next_step();
    }
    session_.simulation().settle();
    return true;
}

int Playback::steps_due(double seconds) {
    const effects::Settings& settings = session_.settings();
    if (settings.simulation.paused) {
        if (single_steps_ > 0) clock_.clear();
        return std::exchange(single_steps_, 0);
    }
    single_steps_ = 0;
    return clock_.advance(seconds, 1.0 / settings.effect.steps_per_second, settings.simulation.time_scale);
}

double Playback::behind() const {
    const double steps = clock_.behind() * session_.settings().effect.steps_per_second;
    return std::min(steps, std::nextafter(1.0, 0.0));
}

bool Playback::ready_in_time() {
    if (session_.ready()) return true;
    const HostSpan span(session_.passes().time_line(), "wait for step");
    const auto end = Clock::now() + longest_wait;
    while (!session_.ready()) {
        if (Clock::now() >= end) return false;
        std::this_thread::sleep_for(between_polls);
    }
    return true;
}

void Playback::advance(double seconds) {
    take(session_.take_reports());  // before the steps, so that the last frame did not wait for a hash
    if (!prewarm() && !travel(seconds)) play(seconds);
    ready_in_time();  // if the step is ready in time, the frame shows the newest one
    if (check_asked_ && ready_in_time()) look_at_scan();
}

void Playback::check_scan() {
    check_asked_ = true;
    reference_ = {ReferenceCheck::State::checking, 0, 0, 0, {}};
}

void Playback::look_at_scan() {
    check_asked_ = false;
    reference_ = compare_with_reference(session_);
}

/// The recording begins with the pointer released, so that its replay needs no earlier place.
void Playback::record(const std::string& path) {
    state::naming(path, [&] { effects::require_replayable(session_.settings().effect); });
    session_.simulation().set_pointer({});
    timeline_.go_forwards_only("input is recorded, and a recording holds each step once");
    recorder_.emplace(path, state::conditions_of(session_.settings(), settled_steps()));
}

void Playback::replay(Replay replay) {
    timeline_.go_forwards_only("a recording is replayed, which holds each step once");
    replay_.emplace(std::move(replay));
}

void Playback::require_recordable(const effects::Effect& effect) const {
    if (recorder_) state::naming("the recording", [&] { effects::require_replayable(effect); });
}

bool Playback::replayed() const {
    return replay_ && replay_->finished(session_.simulation().steps());
}

/// Applies the inputs of the next step. Precondition: the last step is settled.
void Playback::feed() {
    const Replay::Hands hands{[this](const effects::Edit& edit) { apply(edit); }, [this] { reset(); },
                              [this](const particles::Pointer& pointer) { move_pointer(pointer); }};
    if (replay_) replay_->feed([this] { return session_.simulation().steps(); }, hands);
    if (replaying()) return;
    if (std::exchange(released_, false)) move_pointer({});
    move_pointer(pointer_);
}

/// A release between two steps is kept, because the way to the next press is no motion of the pointer.
void Playback::set_pointer(const particles::Pointer& pointer) {
    if (replaying()) return;
    if (!pointer.is_pressed()) released_ = true;
    pointer_ = pointer;
}

/// While the run plays its past, its own pointer comes again, unless what was done later is forgotten.
void Playback::move_pointer(const particles::Pointer& pointer) {
    const bool is_past = timeline_.destination() < timeline_.newest();
    if (pointer == session_.simulation().pointer() || (is_past && edit_place_ != EditPlace::here_onwards))
        return;
    timeline_.set_pointer(pointer, past_edit());
    if (recorder_) recorder_->pointer(session_.simulation().steps(), pointer);
}

/// Settles the last step first, because a step that has not settled is not counted.
std::uint64_t Playback::settled_steps() {
    session_.simulation().settle();
    return session_.simulation().steps();
}

PastEdit Playback::past_edit() const {
    return edit_place_ == EditPlace::here_onwards ? PastEdit::branch : PastEdit::rewrite;
}

Timeline::Applied Playback::apply(const effects::Edit& edit, Gesture gesture) {
    settled_steps();
    return apply(edit, effects::apply(settings(), edit), gesture);
}

Timeline::Applied Playback::apply(const effects::Edit& edit, const effects::Settings& next, Gesture gesture) {
    const bool reseeds = next.simulation.seed != settings().simulation.seed;
    const bool is_here = edit_place_ != EditPlace::first_step || reseeds || !timeline_.reason().empty();
    return make(is_here ? timeline_.destination() : timeline_.beginning(), std::span(&edit, 1),
                {settings(), next}, gesture);
}

InputChange Playback::apply_all(std::span<const effects::Edit> edits, std::vector<effects::Settings> states) {
    if (states.empty()) states = states_after(settings(), edits);
    return make(timeline_.destination(), edits, std::move(states), std::nullopt).change;
}

/// A backend that fails in the last step changes the settings too: then the edits are applied to these.
Timeline::Applied Playback::make(std::uint64_t at, std::span<const effects::Edit> edits,
                                 std::vector<effects::Settings> states, Gesture gesture) {
    const std::string notice = session_.notice();
    const std::uint64_t step = settled_steps();
    if (session_.notice() != notice) states = states_after(settings(), edits);
    require_recordable(states.back().effect);
    const effects::Settings before = session_.settings();
    const bool reseeds = states.back().simulation.seed != before.simulation.seed;
    if (reseeds) take(session_.wait_reports());  // the trace must contain every step
    Timeline::Applied applied = timeline_.apply_at(at, edits, past_edit(), states, gesture);
    if (recorder_)
        for (std::size_t i = 0; i < edits.size(); ++i)
            recorder_->edit(step, states[i], states[i + 1], edits[i]);
    if (reseeds) forget_figures();
    outdate_check(before);
    return applied;
}

InputChange Playback::travel(const EditHistory::Way& way, std::vector<effects::Settings> states) {
    settled_steps();
    const std::uint64_t here = timeline_.destination(), made = way.change.first_step();
    const bool is_live = !session_.settings().simulation.paused && here >= timeline_.newest();
    const bool is_near = made > here || (!is_live && here - made <= farthest_anew);
    if (!is_near || !timeline_.can_travel(way.change)) return apply_all(way.edits, std::move(states));
    way.takes_back ? timeline_.take_back(way.change) : timeline_.put_back(way.change);
    return {};
}

void Playback::set_solo(std::vector<std::string> names) {
    settled_steps();
    session_.set_solo(std::move(names));
    const std::uint64_t way = timeline_.destination() - timeline_.beginning();
    const bool is_near = session_.settings().simulation.paused && way <= farthest_anew;
    is_near || timeline_.is_travelling() ? timeline_.make_anew() : timeline_.begin();
}

InputChange Playback::take_effect(const effects::Compiled& compiled) {
    const std::uint64_t step = settled_steps();
    const effects::Settings before = settings();
    effects::Settings next = before;
    next.effect = compiled->effect;
    next.compiled = compiled;
    require_recordable(next.effect);
    InputChange change = timeline_.adopt(next, past_edit()).change;
    if (recorder_) recorder_->edit(step, before, next, {});
    outdate_check(before);
    return change;
}

void Playback::open(const effects::Effect& effect, float density) {
    const std::uint64_t step = settled_steps();
    const effects::Settings before = settings();
    effects::Settings next = before;
    next.effect = effect;
    next.simulation.density = density;
    require_recordable(next.effect);
    take(session_.wait_reports());
    timeline_.reset(next);
    if (recorder_) {
        recorder_->edit(step, before, next, {});
        recorder_->reset(step);
    }
    forget_figures();
}

/// The comparison becomes outdated unless only the pace or the display has changed.
void Playback::outdate_check(const effects::Settings& before) {
    effects::Settings now = session_.settings();
    now.simulation.paused = before.simulation.paused;
    now.simulation.time_scale = before.simulation.time_scale;
    if (now.effect != before.effect || now.simulation != before.simulation) reference_.outdated = true;
}

void Playback::reset() {
    const std::uint64_t step = settled_steps();
    take(session_.wait_reports());
    timeline_.reset();
    if (recorder_) recorder_->reset(step);
    forget_figures();
}

void Playback::restore(const state::SavedState& saved) {
    take(session_.wait_reports());
    session_.restore(saved, saved.conditions.capacity);
    forget();
}

void Playback::forget() {
    timeline_.begin();
    forget_figures();
}

/// Discards the figures and the comparison, because their steps no longer belong to the run.
void Playback::forget_figures() {
    clock_.clear();
    figures_ = {};
    reference_ = {};
    begin_prewarming();
}

void Playback::take(const std::vector<StepReport>& reports) {
    trace_.write(reports);
    if (reports.empty()) return;
    figures_ = reports.back().figures;
}

/// If the context is lost, the last steps never arrive: the trace contains the steps before them.
void Playback::finish_trace() {
    try {
        take(session_.wait_reports());
    } catch (const Error&) {
        trace_.commit();
        throw;
    }
    trace_.commit();
}

/// If the context is lost, the recording contains the steps that are known to have settled.
void Playback::finish_recording() {
    if (!recorder_) return;
    try {
        settled_steps();
    } catch (const Error&) {
        recorder_->finish(session_.simulation().steps());
        throw;
    }
    recorder_->finish(session_.simulation().steps());
}

}  // namespace winnow::session
