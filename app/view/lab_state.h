// The state of the Lab in the window: what the person has chosen, and the lessons executed with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/lesson.h"
#include "lab/listing.h"
#include "lab/live_compaction.h"
#include "ui/lab_model.h"

namespace winnow::view {

class LabState {
  public:
    static constexpr double seconds_per_frame = 1.2;  // while it plays
    static constexpr double seconds_per_look = 2;     // at living particles

    /// Shows the first lesson with its own values.
    LabState();
    LabState(const LabState&) = delete;  // the model points at the drawings

    /// Returns the state that the interface shows; valid until the next call of another function.
    const ui::LabModel& model() const { return model_; }
    /// Does what was asked. A request that no lesson can fulfil changes nothing but the model's `error`.
    void obey(const ui::LabEvents& events);
    /// Lets time pass: a lesson that plays goes on, and stops at its last frame.
    void advance(double seconds);
    /// True if the lesson on living particles is shown and wants a new look at them: every few seconds, but
    /// not while the person is between its first and its last frame.
    bool wants_particles() const;
    /// Shows the oldest particles before and after a step; see lab::live_compaction().
    void see(std::vector<lab::LiveParticle> before, std::vector<lab::LiveParticle> after);

  private:
    struct Chosen {
        std::size_t lesson = 0;
        std::optional<std::size_t> beside{};
        std::optional<lab::Language> kernel{};  // whose source is shown instead of a lesson beside
        lab::Parameters parameters{};
        std::size_t look = 0;     // of lab_looks()
        bool own_values = false;  // the person's, which the next lesson keeps; otherwise each has its example
    };

    void act(ui::LabAction action);
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
    void describe_parameters();
    void describe_numbers();
    void go_to(std::size_t frame);

    Chosen chosen_;
    std::vector<lab::LiveParticle> before_, after_;  // one step of living particles
    double since_seen_ = seconds_per_look;
    std::array<lab::Drawing, 2> drawings_;  // of the panes
    double until_next_ = 0;                 // seconds to the next frame, while it plays
    ui::LabModel model_;
};

}  // namespace winnow::view
