// The state of the Lab in the window: what the person has chosen, and the lessons executed with it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/lesson.h"
#include "ui/lab_model.h"

namespace winnow::view {

class LabState {
  public:
    static constexpr double seconds_per_frame = 1.2;  // while it plays

    /// Shows the first lesson with its own values.
    LabState();
    LabState(const LabState&) = delete;  // the model points at the drawings

    /// What the interface shows; valid until the next call of another function.
    const ui::LabModel& model() const { return model_; }
    /// Does what was asked. A request that no lesson can fulfil changes nothing but the model's `error`.
    void obey(const ui::LabEvents& events);
    /// Lets time pass: a lesson that plays goes on, and stops at its last frame.
    void advance(double seconds);

  private:
    struct Chosen {
        std::size_t lesson = 0;
        std::optional<std::size_t> beside{};
        lab::Parameters parameters{};
        bool own_values = false;  // the person's, which the next lesson keeps; otherwise each has its example
    };

    void act(ui::LabAction action);
    void set_values(const std::string& typed);
    void set_count(std::uint32_t count);
    void set_operator(lab::Operator op);
    void show_lesson(std::size_t lesson);
    void show_beside(std::optional<std::size_t> lesson);
    void visit(std::size_t stop);
    void leave_tour() { model_.tour.reset(); }
    void try_to_show(Chosen chosen);
    static lab::Parameters parameters_of(std::size_t lesson, const Chosen& chosen);
    void show(Chosen chosen);
    void describe_parameters();
    void go_to(std::size_t frame);

    Chosen chosen_;
    std::array<lab::Drawing, 2> drawings_;  // of the panes
    double until_next_ = 0;                 // seconds to the next frame, while it plays
    ui::LabModel model_;
};

}  // namespace winnow::view
