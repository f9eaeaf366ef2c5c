// A lesson on the Lab's stage: the frame's title and sentence, and its drawing, which can be zoomed,
// scrolled, changed by dragging values, and completed by typing what the next row will hold.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "ui/drawing_painter.h"
#include "ui/lab_scene.h"
#include "ui/widgets.h"

namespace winnow::ui {

inline constexpr float title_letters = 17;  // natural pixels, of the title above a stage

/// The guesses of the values that the next frame computes.
class Prediction {
  public:
    void begin() { is_on_ = takes_keyboard_ = true; }
    void end() { is_on_ = false; }
    bool is_on() const { return is_on_; }

    /// Draws an input over each element to come, and asks for the next frame once all are right.
    void draw(Draw& draw, const lab::Drawing& drawing, const Placement& placement);
    /// Returns what to do, and how much of it is done.
    std::string sentence(const LabPane& pane, std::size_t frame) const;

  private:
    struct Question {
        lab::Point corner, size;
        std::string answer, typed;
        bool has_keyboard = false;
    };
    void ask(const lab::Drawing& drawing, std::size_t frame);
    bool input(Draw& draw, const Placement& placement, std::size_t index);
    std::size_t right() const;

    bool is_on_ = false;
    bool takes_keyboard_ = false;  // the first input gets the keyboard
    std::vector<Question> questions_;
};

/// The measures that all panes share, so that lessons side by side can be compared line by line.
struct StageLayout {
    float sentence_height = 0;          // pixels, of the longest sentence
    float notes_height = 0;             // pixels, of the counts and notes below the drawing
    std::array<float, 2> scales{1, 1};  // pixels a unit of the drawings, by pane; lessons share one
    float zoom = 1;                     // the factor in it
    float height = 0;                   // pixels, that a pane needs to show all of its drawing
    bool with_lesson_title = true;
};

/// Returns what suits panes of this size: drawings as large as fits, within limits of legibility, times
/// `zoom`; nullopt: so that all of each drawing is seen, however small.
StageLayout layout_for(const Draw& draw, ImVec2 pane_size, std::optional<float> zoom);

class LabStage {
  public:
    /// Draws the pane with this index so that it fills the current child window. `prediction` may be null.
    void draw(Draw& draw, std::size_t index, const StageLayout& stage, Prediction* prediction,
              LabScene& scene);

    /// Returns the factor on the zoom that the wheel asked for since the last call.
    float take_zoom() { return std::exchange(wheel_zoom_, 1.0f); }

  private:
    static void notes(Draw& draw, std::size_t index, float height);
    void canvas(Draw& draw, std::size_t index, const StageLayout& stage, Prediction* prediction,
                LabScene& scene);
    void follow(const lab::Drawing& drawing, const Placement& placement, float top, float height);
    void drag_values(Draw& draw, const LabPane& pane, const Placement& placement, std::size_t index);
    void drag_canvas(const std::string& name, ImVec2 corner, ImVec2 size);

    float wheel_zoom_ = 1;
    std::optional<std::size_t> followed_;  // the frame that was last scrolled into sight
    std::string followed_title_;           // of the drawing
    std::optional<float> scroll_goal_;     // where the canvas glides to
    std::int32_t dragged_from_ = 0;        // the value when the drag began
};

}  // namespace winnow::ui
