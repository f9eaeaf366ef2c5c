#include "session/playback.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

#include "base/error.h"
#include "effects/compile/replayable.h"

namespace winnow::session {
namespace {

constexpr std::chrono::milliseconds longest_wait{4};
constexpr std::chrono::milliseconds prewarming_slice{12};  // of each frame
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

std::vector<effects::Settings> states_after(const effects::Settings& now,
                                            const std::vector<effects::Edit>& edits) {
    std::vector<effects::Settings> states{now};
    for (const effects::Edit& edit : edits) states.push_back(effects::apply(states.back(), edit));
    return states;
}

Playback::Playback(Session& session, const std::string& trace) : session_(session), trace_(trace) {
    session_.simulation().set_hashing(trace_.wanted());
    if (trace_.wanted()) warn_if_not_replayable(trace, session_.settings().effect);
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
    while (!prewarming_.done() && Clock::now() < end && ready_in_time()) {
        feed();
        session_.step();
        prewarming_.made = session_.simulation().steps();
    }
    clock_.clear();
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
    for (int due = prewarm() ? 0 : steps_due(seconds); due > 0 && ready_in_time(); --due) {
        feed();
        session_.step();
    }
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
    naming(path, [&] { effects::require_replayable(session_.settings().effect); });
    session_.simulation().set_pointer({});
    recorder_.emplace(path, conditions_of(session_.settings(), settled_steps()));
}

void Playback::require_recordable(const effects::Effect& effect) const {
    if (recorder_) naming("the recording", [&] { effects::require_replayable(effect); });
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

void Playback::move_pointer(const particles::Pointer& pointer) {
    particles::Simulation& simulation = session_.simulation();
    if (pointer == simulation.pointer()) return;
    simulation.set_pointer(pointer);
    if (recorder_) recorder_->pointer(simulation.steps(), pointer);
}

/// Settles the last step first, because a step that has not settled is not counted.
std::uint64_t Playback::settled_steps() {
    session_.simulation().settle();
    return session_.simulation().steps();
}

std::string Playback::apply(const effects::Edit& edit) {
    settled_steps();
    return apply(edit, effects::apply(session_.settings(), edit));
}

/// A backend that fails in the last step changes the settings too: then the edit is applied to these.
std::string Playback::apply(const effects::Edit& edit, effects::Settings next) {
    const std::string notice = session_.notice();
    const std::uint64_t step = settled_steps();
    const effects::Settings before = session_.settings();
    if (session_.notice() != notice) next = effects::apply(before, edit);
    require_recordable(next.effect);
    const bool reseeds = edit.pointer == "/simulation/seed";
    if (reseeds) take(session_.wait_reports());  // the trace must contain every step
    std::string substitution = session_.apply_fitting(std::move(next));
    if (recorder_) recorder_->edit(step, before, session_.settings(), edit);
    if (reseeds) forget();
    outdate_check(before);
    return substitution;
}

/// A backend that fails in the last step changes the settings too: then the edits are applied to these.
void Playback::apply_all(const std::vector<effects::Edit>& edits, std::vector<effects::Settings> states) {
    const std::string notice = session_.notice();
    const std::uint64_t step = settled_steps();
    if (states.empty() || session_.notice() != notice) states = states_after(session_.settings(), edits);
    adopt(states.back());
    if (!recorder_) return;
    for (std::size_t i = 0; i < edits.size(); ++i) recorder_->edit(step, states[i], states[i + 1], edits[i]);
}

void Playback::take_effect(const effects::Compiled& compiled) {
    settled_steps();
    effects::Settings settings = session_.settings();
    settings.effect = compiled->effect;
    settings.compiled = compiled;
    adopt_whole(settings);
}

void Playback::open(const effects::Effect& effect, float density) {
    effects::Settings settings = session_.settings();
    settings.effect = effect;
    settings.simulation.density = density;
    adopt_whole(settings);
    reset();
}

/// Calls adopt() and records the differences as edits.
void Playback::adopt_whole(const effects::Settings& settings) {
    const std::uint64_t step = settled_steps();
    const effects::Settings before = session_.settings();
    adopt(settings);
    if (recorder_) recorder_->edit(step, before, settings, {});
}

/// Precondition: the steps are settled. The caller records the change.
void Playback::adopt(const effects::Settings& settings) {
    const effects::Settings before = session_.settings();
    require_recordable(settings.effect);
    const bool reseeds = settings.simulation.seed != before.simulation.seed;
    if (reseeds) take(session_.wait_reports());
    session_.adopt(settings);
    if (reseeds) forget();
    outdate_check(before);
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
    session_.reset();
    if (recorder_) recorder_->reset(step);
    forget();
}

void Playback::restore(const SavedState& saved) {
    take(session_.wait_reports());
    session_.restore(saved, saved.conditions.capacity);
    forget();
}

/// Discards the figures and the comparison, because their steps no longer belong to the run.
void Playback::forget() {
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
