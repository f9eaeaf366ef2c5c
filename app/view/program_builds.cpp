#include "view/program_builds.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "particles/parameters.h"

namespace winnow::view {
namespace {

/// Returns a text that is equal for settings whose steps need the same programs.
std::string programs_text(const effects::Settings& settings) {
    const effects::SimulationSettings& s = settings.simulation;
    const effects::Compiled compiled = effects::compiled_of(settings);
    const particles::StepKind kind = particles::step_kind(settings.effect, compiled->program);
    return fmt::format("{} {} {} {} {} {} {}", name_of(s.backend), name_of(s.scan.block),
                       name_of(s.scan.grid), name_of(s.compaction), kind.children, kind.stacks,
                       compiled->program.look.path());
}

}  // namespace

const effects::Settings& Outcome::of(const effects::Settings& now) {
    Basis basis{now.compiled, now.simulation, now.display};
    if (basis == basis_) return next_;
    basis_.reset();
    next_ = change_(now);
    next_.compiled = effects::compiled_of(next_);
    basis_ = std::move(basis);
    return next_;
}

/// A change that will be refused needs none.
bool ProgramBuilds::needs_programs(Outcome& outcome) const {
    try {
        return !built_.contains(programs_text(outcome.of(playback_.settings())));
    } catch (const Error&) {
        return false;
    }
}

void ProgramBuilds::once_built(Outcome outcome, Job job) {
    if (waiting_.empty() && !needs_programs(outcome)) return job(outcome);
    once_told("compiling shaders", std::move(outcome), std::move(job));
}

void ProgramBuilds::once_told(std::string what, Outcome outcome, Job job) {
    waiting_.push_back({std::move(what), std::move(outcome), std::move(job)});
}

void ProgramBuilds::in_order(std::function<void()> job) {
    once_built(Outcome([](const effects::Settings& now) { return now; }),
               [job = std::move(job)](Outcome&) { job(); });
}

void ProgramBuilds::begin(Outcome& outcome) {
    if (!needs_programs(outcome)) return;
    try {
        session_.begin_building(outcome.of(playback_.settings()));
    } catch (const Error&) {
        return;  // the change will be refused for the same reason
    }
}

/// A job may ask for others, so it leaves the list before it is done.
void ProgramBuilds::do_first() {
    Waiting first = std::move(waiting_.front());
    waiting_.pop_front();
    first.job(first.outcome);
}

void ProgramBuilds::do_what_is_built() {
    while (!waiting_.empty() && waiting_.front().is_told) {
        Waiting& first = waiting_.front();
        if (!std::exchange(first.is_begun, true)) begin(first.outcome);
        if (session_.shaders().is_building()) return;
        do_first();
    }
}

void ProgramBuilds::do_all_that_waits() {
    while (!waiting_.empty()) do_first();
}

std::string ProgramBuilds::tell() {
    for (Waiting& one : waiting_) one.is_told = true;
    return waiting_.empty() ? "" : waiting_.front().what;
}

void ProgramBuilds::note_built() {
    built_.insert(programs_text(session_.settings()));
}

}  // namespace winnow::view
