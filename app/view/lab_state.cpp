#include "view/lab_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/integers.h"
#include "lab/network_view.h"
#include "view/lab_tour.h"

namespace winnow::view {
namespace {

const lab::Lesson& lesson_at(std::size_t index) {
    return lab::lessons()[index];
}

lab::Words example_of(std::size_t index) {
    return lesson_at(index).example;
}

std::size_t index_of(std::string_view id) {
    return static_cast<std::size_t>(&lab::lesson_named(id) - lab::lessons().data());
}

std::vector<ui::LabFrame> frames_of(const lab::Execution& run) {
    std::vector<ui::LabFrame> frames;
    for (const lab::Frame& frame : run.frames) frames.push_back({frame.title, frame.sentence});
    return frames;
}

}  // namespace

LabState::LabState() {
    for (const lab::Lesson& lesson : lab::lessons())
        model_.lessons.push_back({.id = std::string(lesson.id),
                                  .title = std::string(lesson.title),
                                  .summary = std::string(lesson.summary),
                                  .has_threads = lesson.width == lab::Width::multiple_of_threads});
    for (const lab::OperatorFacts& op : lab::operators())
        model_.operators.push_back({std::string(op.name), std::string(op.summary), {}});
    model_.most_values = lab::most_values;
    show_lesson(0);
}

void LabState::obey(const ui::LabEvents& events) {
    if (events.lesson) show_lesson(*events.lesson);
    if (events.beside) show_beside(*events.beside);
    if (events.values) set_values(*events.values);
    if (events.count) set_count(*events.count);
    Chosen next = chosen_;
    if (events.threads) next.parameters.threads = *events.threads;
    if (events.op) next.parameters.op = lab::operator_named("operator", *events.op);
    if (events.threads || events.op) try_to_show(std::move(next));
    if (events.frame) {
        model_.playing = false;
        go_to(*events.frame);
    }
    for (const ui::LabAction action : events.actions) act(action);
}

void LabState::advance(double seconds) {
    if (!model_.playing) return;
    until_next_ -= seconds;
    if (until_next_ > 0) return;
    until_next_ = seconds_per_frame;
    go_to(model_.frame + 1);
    model_.playing = model_.frame + 1 < model_.frames;
}

void LabState::act(ui::LabAction action) {
    using ui::LabAction;
    const std::size_t count = model_.lessons.size(), last = model_.frames - 1;
    const auto step_to = [&](std::size_t frame) {
        model_.playing = false;
        go_to(frame);
    };
    switch (action) {
        case LabAction::play:
            if (!model_.playing && model_.frame == last) go_to(0);
            model_.playing = !model_.playing && last > 0;
            until_next_ = seconds_per_frame;
            return;
        case LabAction::first_frame:
            return step_to(0);
        case LabAction::back:
            return step_to(model_.frame - std::min<std::size_t>(model_.frame, 1));
        case LabAction::forward:
            return step_to(model_.frame + 1);
        case LabAction::last_frame:
            return step_to(last);
        case LabAction::previous_lesson:
            return show_lesson((chosen_.lesson + count - 1) % count);
        case LabAction::next_lesson:
            return show_lesson((chosen_.lesson + 1) % count);
        case LabAction::alone:
            return show_beside(std::nullopt);
        case LabAction::begin_tour:
            return visit(0);
        case LabAction::next_stop:
            if (model_.tour) visit(model_.tour->stop + 1);
            return;
        case LabAction::end_tour:
            return leave_tour();
    }
}

void LabState::set_values(const std::string& typed) {
    model_.typed = typed;
    try {
        Chosen next = chosen_;
        next.parameters.values = parse_integers("values", typed, lab::most_values);
        next.own_values = true;
        show(std::move(next));
    } catch (const Error& error) {
        model_.error = error.what();
    }
}

/// Keeps the person's values, and goes on with those of the example.
void LabState::set_count(std::uint32_t count) {
    Chosen next = chosen_;
    lab::Words& values = next.parameters.values;
    const lab::Words example = lab::example_values(lesson_at(next.lesson), lab::most_values);
    values.resize(std::min(values.size(), std::size_t{count}));
    values.insert(values.end(), example.begin() + static_cast<std::ptrdiff_t>(values.size()),
                  example.begin() + count);
    next.own_values = true;
    try_to_show(std::move(next));
}

/// A lesson that cannot have the present values or operator gets its example and `add`, and `error` says so.
void LabState::show_lesson(std::size_t lesson) {
    Chosen next = chosen_;
    next.lesson = lesson;
    if (next.beside == lesson) next.beside.reset();
    if (!next.own_values) next.parameters.values = example_of(lesson);
    model_.playing = false;
    model_.frame = 0;
    try {
        show(next);
    } catch (const Error& error) {
        next.parameters = {.values = example_of(lesson)};
        next.own_values = false;
        show(std::move(next));
        model_.error = error.what();
    }
}

void LabState::show_beside(std::optional<std::size_t> lesson) {
    Chosen next = chosen_;
    next.beside = lesson;
    try_to_show(std::move(next));
}

/// A stop shows its lesson with the lesson's own values, and plays it.
void LabState::visit(std::size_t stop) {
    if (stop >= tour().size()) return leave_tour();
    const TourStop& now = tour()[stop];
    model_.tour = {stop, tour().size(), std::string(now.title), std::string(now.caption)};
    if (now.lesson.empty()) return;
    model_.frame = 0;
    model_.playing = false;
    show({.lesson = index_of(now.lesson), .parameters = {.values = example_of(index_of(now.lesson))}});
    act(ui::LabAction::play);
}

void LabState::try_to_show(Chosen chosen) {
    try {
        show(std::move(chosen));
    } catch (const Error& error) {
        model_.error = error.what();
    }
}

/// Throws Error(bad_input) if a lesson cannot have these parameters, and then changes nothing.
void LabState::show(Chosen chosen) {
    std::vector<ui::LabPane> panes;
    std::array<lab::Drawing, 2> drawings;
    std::size_t frames = 0;
    for (const std::optional<std::size_t> lesson : {std::optional(chosen.lesson), chosen.beside}) {
        if (!lesson) continue;
        const lab::Execution run = execute(lesson_at(*lesson), chosen.parameters);
        drawings[panes.size()] = draw_network(lesson_at(*lesson), run);
        panes.push_back({*lesson, &drawings_[panes.size()], frames_of(run)});
        frames = std::max(frames, run.frames.size());
    }
    chosen_ = std::move(chosen);
    drawings_ = std::move(drawings);
    model_.panes = std::move(panes);
    model_.frames = frames;
    model_.values = chosen_.parameters.values;
    model_.typed = fmt::format("{}", fmt::join(model_.values, ","));
    model_.op = lab::facts(chosen_.parameters.op).name;
    model_.threads = chosen_.parameters.threads;
    model_.error.clear();
    go_to(model_.frame);
}

void LabState::go_to(std::size_t frame) {
    model_.frame = std::min(frame, model_.frames - 1);
}

}  // namespace winnow::view
