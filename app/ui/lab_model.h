// The Lab's input (LabModel) and output (LabEvents): plain data, so that it can be drawn and tested without
// the lessons. Of a lesson that was executed, the interface sees the drawing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/panel_facts.h"
#include "lab/drawing.h"

namespace winnow::ui {

struct LabLesson {
    std::string id, title, summary;
    std::string chapter{};      // lessons of a chapter follow each other; empty: the list has no chapters
    bool stands_alone = false;  // it has a stage of its own, which no other lesson stands beside
};

/// A number that the shown lessons depend on, such as that of threads.
struct LabNumber {
    std::string id, label, tooltip;
    std::uint32_t value = 1, least = 1, most = 1;
    bool doubles = false;  // it goes up and down by a factor of 2
    std::string zero{};    // shown for 0, which means something else than a number
};

struct LabFrame {
    std::string title, sentence;
    std::string counts{};  // "4 operations, 1 step, 1 barrier so far"
};

/// A lesson that is shown.
struct LabPane {
    std::size_t lesson = 0;                 // index of LabModel::lessons
    std::string id, title;                  // of the lesson, or of the source of its kernel
    const lab::Drawing* drawing = nullptr;  // never null; valid for this frame
    std::vector<LabFrame> frames;           // at least one
    std::vector<std::string> notes{};       // formulas, remarks and the source, each some sentences;
                                            // none: nothing was counted
};

/// A stop of the tour, in the Lab or, the last one, over the particles.
struct LabTour {
    std::size_t stop = 0, stops = 0;
    std::string title, caption;
    bool is_live() const { return stop + 1 == stops; }
};

/// A particle that cells of the drawing tell of.
struct LabParticle {
    std::optional<lab::Point> at;  // in shares of the window, from its upper left; nullopt: nowhere
    bool lives = true;
    std::string caption;
};

struct LabModel {
    std::vector<LabLesson> lessons;  // at least one
    std::vector<Choice> operators;
    std::vector<LabPane> panes;         // one, or two side by side
    std::size_t frame = 0, frames = 1;  // a pane with fewer frames stays at its last one
    bool playing = false;
    std::vector<std::int32_t> values;  // empty if they are something else than whole numbers, such as pairs
    std::string typed;                 // the values as they were typed last, right or wrong
    std::string typed_as;              // what can be typed, e.g. "whole numbers, separated by commas"
    std::size_t max_values = 1;        // 0: the lesson takes no values
    std::vector<LabNumber> numbers;
    std::string op;
    bool has_own_op = false;    // the operator belongs to the lesson and cannot be chosen
    std::vector<Choice> looks;  // how networks are drawn
    std::string look;
    std::optional<RaceFindings> race;  // shown instead of the panes; absent: another lesson is shown
    bool can_predict = true;           // what is drawn are values, which can be typed
    bool has_kernel = false;           // the first lesson has one, whose source can be shown beside
    std::string kernel;            // the language of the source that is shown: "glsl" or "cuda"; else empty
    std::string error;             // why the last request was refused or changed; else empty
    std::optional<LabTour> tour;   // absent: nobody takes the tour
    bool shows_particles = false;  // a lesson is on living particles, so their picture is left open
    std::vector<LabParticle> particles;   // an owner of cells is an index; empty: none is known yet
    std::optional<std::size_t> followed;  // one of the particles, which is marked while none is pointed at
    bool can_trace = false;  // this GPU can run the first lesson's kernel and show what its tiles did
    bool traced = false;     // such a run is shown instead of the model

    std::size_t frame_of(const LabPane& pane) const {
        return frame < pane.frames.size() ? frame : pane.frames.size() - 1;
    }
};

enum class LabAction {
    play,  // or stop playing
    first_frame,
    back,
    forward,
    last_frame,
    previous_lesson,
    next_lesson,
    alone,  // hides the lesson beside
    trace,  // runs the lesson's kernel once, and shows that run
    model,  // shows the model again
    begin_tour,
    next_stop,
    end_tour,
};

/// The requests of the person to the Lab.
struct LabEvents {
    std::vector<LabAction> actions{};
    std::optional<std::size_t> lesson{}, beside{}, frame{};         // indices
    std::optional<std::string> values{};                            // as typed
    std::optional<std::string> op{}, kernel{}, look{};              // names
    std::optional<std::pair<std::string, std::uint32_t>> number{};  // id and value of a LabNumber
    std::optional<std::uint32_t> race_elements{};                   // the race begins again with so many
    std::optional<std::size_t> particle{};                          // index of the one that is pointed at
};

}  // namespace winnow::ui
