#include "view/lab_controller.h"

#include <algorithm>

#include "base/error.h"

namespace winnow::view {

void LabController::handle(const ui::LabEvents& events) {
    state_.handle(events);
    if (race_ && events.race_elements) race_->set_elements(*events.race_elements);
    run_kernel();
}

void LabController::look_at_steps() {
    look_at_particles();
    advance_race();
}

std::string LabController::show_around(const particles::Identity& identity) {
    if (!session_.in_order()) return "the particles do not lie in the order of their births";
    session_.simulation().settle();
    const auto probed = particles::probe_around(session_.simulation(), identity,
                                                static_cast<std::uint32_t>(LiveParticles::lanes));
    if (!probed) return "the particle took no part in the last step, or the step's input is not kept";
    const auto& lessons = state_.model().lessons;
    const auto lesson = std::ranges::find(lessons, lab::live_compaction_lesson().id, &ui::LabLesson::id);
    state_.handle({.lesson = static_cast<std::size_t>(lesson - lessons.begin())});
    live_particles_.look_at(*probed);
    state_.see(live_particles_.before(), live_particles_.after());
    const auto shown = std::ranges::find_if(probed->before, [&](const particles::Particle& one) {
        return particles::Identity{one.birth_step, one.ordinal} == identity;
    });
    state_.follow(static_cast<std::size_t>(shown - probed->before.begin()));
    shown_around_ = session_.simulation().steps();
    return {};
}

/// Shows what a step did to the oldest particles, and follows these while they live.
void LabController::look_at_particles() {
    const std::uint64_t steps = session_.simulation().steps();
    if (!is_open() || !state_.shows_particles()) {
        looked_from_.reset();
        return;
    }
    if (shown_around_ == steps) return;
    if (shown_around_) state_.follow(std::nullopt);
    shown_around_.reset();
    if (!session_.in_order()) {
        live_particles_.forget();
        if (state_.wants_particles(false)) state_.see({}, {});
        return;
    }
    looked_from_ = std::min(looked_from_.value_or(steps), steps);
    if (!probe_) probe_.emplace(session_.shaders());
    probe_->submit(session_.simulation());
    const auto probed = probe_->take();
    if (!probed || probed->step < *looked_from_) return;
    if (!live_particles_.is_later_than(*probed) && !state_.wants_particles(has_deaths(*probed)))
        return live_particles_.follow(*probed);
    live_particles_.look_at(*probed);
    state_.see(live_particles_.before(), live_particles_.after());
}

/// The race has suites of its own; see Race.
void LabController::advance_race() {
    if (!is_open()) return race_.reset();
    if (!state_.shows_race()) return;
    const gl::Tools tools{session_.facts(), session_.shaders(), session_.passes()};
    if (!race_) race_.emplace(tools, Suites(tools));
    race_->advance();
    state_.see(race_->findings(session_.algorithm()));
}

/// Executes the kernel that the person wants to see a run of. The frame waits for it: it is one small
/// dispatch.
void LabController::run_kernel() {
    const std::optional<lab::KernelTask> task = state_.take_task();
    if (!task) return;
    try {
        if (!kernels_) kernels_.emplace(session_.facts(), session_.shaders());
        state_.see_run(kernels_->trace(*task), kernels_->device());
    } catch (const Error& error) {
        state_.refuse(error.what());
    }
}

void LabController::place_particles(const render::Camera& camera, gl::Size frame) {
    state_.place(live_particles_.in_frame(camera, frame, session_.simulation().steps(),
                                          session_.settings().effect.steps_per_second));
}

}  // namespace winnow::view
