// The state of the Lab in the window: what the person has chosen, and the lessons executed with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/panel_facts.h"
#include "lab/lesson.h"
#include "lab/listing.h"
#include "lab/live_compaction.h"
#include "lab/teaching_kernels.h"
#include "ui/lab_model.h"

namespace winnow::view {

class LabState {
  public:
    static constexpr double seconds_per_frame = 1.2;  // while it plays
    // At living particles: a step in which one died is worth waiting for.
    static constexpr double seconds_per_look = 2, max_seconds_per_look = 4;

    /// Shows the first lesson with its own values.
    LabState();
    LabState(const LabState&) = delete;  // the model points at the drawings

    /// Returns the state that the interface shows; valid until the next call of another function.
    const ui::LabModel& model() const { return model_; }
    /// Does what was asked. A request that no lesson can fulfil changes nothing but the model's `error`.
    void handle(const ui::LabEvents& events);
    /// Lets time pass: a lesson that plays goes on, and stops at its last frame.
    void advance(double seconds);
    /// True if the lesson on living particles is shown.
    bool shows_particles() const { return model_.shows_particles; }
    /// True if that lesson should show another step: every few seconds, sooner if some died in it, but not
    /// while the person is between the first frame and the last, or points at a particle. Who points at one
    /// that is dead already gets another at once.
    bool wants_particles(bool some_died) const;
    /// Shows the oldest particles before and after a step; see lab::live_compaction().
    void see(std::vector<lab::LiveParticle> before, std::vector<lab::LiveParticle> after);
    /// True if the race of scans is shown.
    bool shows_race() const { return model_.race.has_value(); }
    /// Shows how the race stands. Precondition: it is shown.
    void see(RaceFindings findings) { model_.race = std::move(findings); }
    /// Lights this one of the particles of the last see() while none is pointed at.
    void follow(std::optional<std::size_t> particle) { model_.followed = particle; }
    /// Says where the particles of the last see() appear now.
    void place(std::vector<ui::LabParticle> particles) { model_.particles = std::move(particles); }
    /// Returns the kernel's task if the person has asked to see a run of it, once for each request.
    std::optional<lab::KernelTask> take_task() { return std::exchange(task_, std::nullopt); }
    /// Shows a run of the task that was taken last, on the device that executed it in GLSL. It stays until
    /// the person asks for another lesson or other parameters.
    void see_run(lab::KernelTrace trace, std::string device);
    /// Says why that run is not shown.
    void refuse(const std::string& why) { model_.error = why; }

  private:
    struct Chosen {
        std::size_t lesson = 0;
        std::optional<std::size_t> beside{};
        std::optional<lab::Language> kernel{};  // whose source is shown instead of a lesson beside
        lab::Parameters parameters{};
        std::size_t look = 0;     // of lab_looks()
        bool own_values = false;  // the person's, which the next lesson keeps; otherwise each has its example
    };

    /// A run of a lesson's kernel.
    struct Traced {
        std::size_t lesson = 0;
        lab::Parameters parameters;
        lab::KernelTrace trace;
        std::string device;
    };

    void act(ui::LabAction action);
    void point_at(std::optional<std::size_t> particle);
    void ask_for_trace();
    void show_model();
    bool is_traced(std::size_t lesson, const Chosen& chosen) const;
    void set_values(const std::string& typed);
    void set_number(std::string_view id, std::uint32_t value);
    void set_count(std::uint32_t count);
    void set_operator(lab::Operator op);
    void show_lesson(std::size_t lesson);
    void show_beside(std::optional<std::size_t> lesson);
    void show_kernel(lab::Language language);
    void visit(std::size_t stop);
    void leave_tour() { model_.tour.reset(); }
    void try_to_show(Chosen chosen);
    static lab::Parameters parameters_of(std::size_t lesson, const Chosen& chosen);
    lab::Execution run_of(std::size_t lesson, const Chosen& chosen) const;
    void show(Chosen chosen);
    void show_race(Chosen chosen);
    void describe_parameters();
    void describe_numbers();
    void go_to(std::size_t frame);

    Chosen chosen_;
    std::vector<lab::LiveParticle> before_, after_;  // one step of living particles
    double since_seen_ = max_seconds_per_look;
    std::optional<std::size_t> pointed_;   // the particle that is pointed at
    bool pointed_at_dead_ = false;         // it had died before, so another step is wanted
    std::optional<lab::KernelTask> task_;  // that the person has asked to see, until it is taken
    std::optional<Traced> traced_;
    std::array<lab::Drawing, 2> drawings_;  // of the panes
    double until_next_ = 0;                 // seconds to the next frame, while it plays
    ui::LabModel model_;
};

}  // namespace winnow::view
