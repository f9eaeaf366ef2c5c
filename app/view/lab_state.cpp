#include "view/lab_state.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "lab/lesson_text.h"
#include "lab/network_view.h"
#include "lab/traced_run.h"
#include "view/lab_choices.h"
#include "view/lab_tour.h"

namespace winnow::view {
namespace {

/// Returns how the run is drawn if the look is not meant for it: with its values, a row for each step.
lab::NetworkOptions options_for(const lab::Execution& run, std::size_t look) {
    lab::NetworkOptions options = lab_looks()[look].options;
    if (run.lanes != "element") options.show = lab::Show::values;
    if (!is_one_array(run)) options.layout = lab::Layout::steps;
    return options;
}

/// The lesson on living particles follows those of the catalogue.
bool is_live(std::size_t index) {
    return index == lab::lessons().size();
}

/// The race comes last. It has no frames, and a stage of its own.
bool is_race(std::size_t index) {
    return index == lab::lessons().size() + 1;
}

const lab::Lesson& race_lesson() {
    static const lab::Lesson lesson{
        .id = "race",
        .title = "Race",
        .summary = "Every pair of a block scan and a grid strategy, measured here and now beside a copy.",
        .source = {},
        .lanes = "pair",
        .takes_values = false,
        .own_op = lab::Operator::add};
    return lesson;
}

const lab::Lesson& lesson_at(std::size_t index) {
    if (is_race(index)) return race_lesson();
    return is_live(index) ? lab::live_compaction_lesson() : lab::lessons()[index];
}

bool has_kernel(std::size_t lesson) {
    return lesson_at(lesson).ground == lab::LessonGround::teaching_kernel;
}

lab::Operator operator_of(const lab::Lesson& lesson, lab::Operator chosen) {
    return lesson.own_op.value_or(chosen);
}

lab::Words example_of(const lab::Lesson& lesson, lab::Operator op) {
    return example_values(lesson, static_cast<std::uint32_t>(lesson.example.size()), op);
}

/// True if values for one lesson mean the same in the other.
bool share_values(const lab::Lesson& one, const lab::Lesson& other, lab::Operator op) {
    const auto are_pairs = [&](const lab::Lesson& lesson) {
        return lab::facts(operator_of(lesson, op)).works_on_pairs();
    };
    return one.takes_values && other.takes_values && one.application.values_are.empty() &&
           other.application.values_are.empty() && are_pairs(one) == are_pairs(other);
}

/// Returns the values if all are whole numbers, or else none.
std::vector<std::int32_t> whole_numbers(const lab::Lesson& lesson, const lab::Words& values) {
    std::vector<std::int32_t> whole;
    for (const lab::Word& value : values) {
        if (value.lead || lesson.application.parse != nullptr) return {};
        whole.push_back(value.value);
    }
    return whole;
}

/// Says what can be typed, in the words of the lesson but without the option of the command line.
std::string typed_as(const lab::Lesson& lesson, lab::Operator op) {
    constexpr std::string_view option = "--values takes ";
    std::string_view words = lesson.application.values_are;
    if (words.starts_with(option)) words.remove_prefix(option.size());
    if (words.ends_with('.')) words.remove_suffix(1);
    if (!words.empty()) return std::string(words);
    return lab::facts(operator_of(lesson, op)).works_on_pairs() ? "pairs such as 2:3, separated by commas"
                                                                : "whole numbers, separated by commas";
}

std::size_t index_of(std::string_view id) {
    return static_cast<std::size_t>(&lab::lesson_named(id) - lab::lessons().data());
}

std::vector<ui::LabFrame> frames_of(const lab::Execution& run) {
    std::vector<ui::LabFrame> frames;
    for (std::size_t i = 0; i < run.frames.size(); ++i)
        frames.push_back({run.frames[i].title, run.frames[i].sentence, counters_text(run, i)});
    return frames;
}

}  // namespace

LabState::LabState() {
    const auto list = [this](const lab::Lesson& lesson, std::string_view chapter) {
        model_.lessons.push_back({.id = std::string(lesson.id),
                                  .title = std::string(lesson.title),
                                  .summary = std::string(lesson.summary),
                                  .chapter = std::string(chapter)});
    };
    for (const lab::Lesson& lesson : lab::lessons()) list(lesson, facts(lesson.chapter).title);
    for (const lab::Lesson* now : {&lab::live_compaction_lesson(), &race_lesson()}) list(*now, "Now");
    model_.lessons.back().stands_alone = true;
    for (const lab::OperatorFacts& op : lab::operators())
        model_.operators.push_back({std::string(op.name), std::string(op.summary), {}});
    for (const LabLook& look : lab_looks())
        model_.looks.push_back({std::string(look.name), std::string(look.summary), {}});
    show_lesson(0);
}

void LabState::handle(const ui::LabEvents& events) {
    if (events.lesson) show_lesson(*events.lesson);
    if (events.beside) show_beside(*events.beside);
    if (events.look) {
        Chosen next = chosen_;
        next.look = look_named(*events.look);
        try_to_show(std::move(next));
    }
    if (events.kernel) show_kernel(*events.kernel == "cuda" ? lab::Language::cuda : lab::Language::glsl);
    if (events.values) set_values(*events.values);
    if (events.op) set_operator(lab::operator_named("operator", *events.op));
    if (events.number) set_number(events.number->first, events.number->second);
    if (events.frame) {
        model_.playing = false;
        go_to(*events.frame);
    }
    point_at(events.particle);
    for (const ui::LabAction action : events.actions) act(action);
}

bool LabState::wants_particles(bool some_died) const {
    const bool is_between = model_.frame > 0 && model_.frame + 1 < model_.frames;
    const bool is_due = since_seen_ >= (some_died ? seconds_per_look : max_seconds_per_look);
    return model_.shows_particles && !is_between && (pointed_at_dead_ || (!pointed_ && is_due));
}

void LabState::point_at(std::optional<std::size_t> particle) {
    if (particle == pointed_) return;
    pointed_ = particle;
    pointed_at_dead_ = particle && *particle < model_.particles.size() && !model_.particles[*particle].lives;
}

void LabState::see(std::vector<lab::LiveParticle> before, std::vector<lab::LiveParticle> after) {
    before_ = std::move(before);
    after_ = std::move(after);
    since_seen_ = 0;
    pointed_at_dead_ = false;
    show(chosen_);
}

void LabState::see_run(lab::KernelTrace trace, std::string device) {
    traced_ = Traced{chosen_.lesson, chosen_.parameters, std::move(trace), std::move(device)};
    model_.playing = false;
    model_.frame = 0;
    show(chosen_);
}

void LabState::advance(double seconds) {
    since_seen_ += seconds;
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
        case LabAction::trace:
            return ask_for_trace();
        case LabAction::model:
            return show_model();
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
        next.parameters.values = parse_values(lesson_at(next.lesson), "values", typed);
        next.own_values = true;
        show(std::move(next));
    } catch (const Error& error) {
        model_.error = error.what();
    }
}

void LabState::set_number(std::string_view id, std::uint32_t value) {
    const auto number = std::ranges::find(lab_numbers(), id, &LabChoice::id);
    if (number == lab_numbers().end()) return set_count(value);
    Chosen next = chosen_;
    next.parameters.*(number->member) = value;
    try_to_show(std::move(next));
}

/// Keeps the person's values, and goes on with those of the example.
void LabState::set_count(std::uint32_t count) {
    Chosen next = chosen_;
    lab::Words& values = next.parameters.values;
    const lab::Words example = example_values(lesson_at(next.lesson), count, next.parameters.op);
    values.resize(std::min(values.size(), example.size()));
    values.insert(values.end(), example.begin() + static_cast<std::ptrdiff_t>(values.size()), example.end());
    next.own_values = true;
    try_to_show(std::move(next));
}

/// An operator that needs pairs where there were none, or the other way round, brings its own example.
void LabState::set_operator(lab::Operator op) {
    Chosen next = chosen_;
    const bool had_pairs = lab::facts(next.parameters.op).works_on_pairs();
    next.parameters.op = op;
    if (lab::facts(op).works_on_pairs() != had_pairs) {
        next.parameters.values = example_of(lesson_at(next.lesson), op);
        next.own_values = false;
    }
    try_to_show(std::move(next));
}

/// The person's values are kept where they mean the same. A lesson that cannot have them or the operator gets
/// its example and `add`, and `error` says why.
void LabState::show_lesson(std::size_t lesson) {
    Chosen next = chosen_;
    next.lesson = lesson;
    if (next.beside == lesson || is_race(lesson)) next.beside.reset();
    if (!has_kernel(lesson)) next.kernel.reset();
    const lab::Lesson& shown = lesson_at(lesson);
    next.own_values &= share_values(lesson_at(chosen_.lesson), shown, next.parameters.op);
    if (!next.own_values) next.parameters.values = example_of(shown, next.parameters.op);
    model_.playing = false;
    model_.frame = 0;
    try {
        show(next);
    } catch (const Error& error) {
        next.parameters = {.values = example_of(shown, lab::Operator::add)};
        next.own_values = false;
        show(std::move(next));
        model_.error = error.what();
    }
}

void LabState::show_beside(std::optional<std::size_t> lesson) {
    if (lesson && is_race(*lesson)) return;
    Chosen next = chosen_;
    next.beside = lesson;
    next.kernel.reset();
    try_to_show(std::move(next));
}

void LabState::ask_for_trace() {
    try {
        task_ = trace_task_of(lesson_at(chosen_.lesson), chosen_.parameters);
        model_.error.clear();
    } catch (const Error& error) {
        model_.error = error.what();
    }
}

void LabState::show_model() {
    traced_.reset();
    show(chosen_);
}

bool LabState::is_traced(std::size_t lesson, const Chosen& chosen) const {
    return traced_ && lesson == chosen.lesson && traced_->lesson == lesson &&
           traced_->parameters == chosen.parameters;
}

void LabState::show_kernel(lab::Language language) {
    Chosen next = chosen_;
    next.beside.reset();
    next.kernel = language;
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
    const lab::Words example = example_of(lab::lesson_named(now.lesson), lab::Operator::add);
    show({.lesson = index_of(now.lesson), .parameters = {.values = example}});
    act(ui::LabAction::play);
}

void LabState::try_to_show(Chosen chosen) {
    try {
        show(std::move(chosen));
    } catch (const Error& error) {
        model_.error = error.what();
    }
}

/// A lesson beside for which the values mean something else has its own example.
lab::Parameters LabState::parameters_of(std::size_t lesson, const Chosen& chosen) {
    const lab::Lesson& shown = lesson_at(lesson);
    lab::Parameters parameters = chosen.parameters;
    if (lesson != chosen.lesson && !share_values(lesson_at(chosen.lesson), shown, parameters.op))
        parameters.values = example_of(shown, parameters.op);
    if (parameters.values.size() > shown.most)
        bad_input("{} shows at most {} values, not {}", shown.id, shown.most, parameters.values.size());
    return parameters;
}

/// Throws Error(bad_input) if the lesson cannot have these parameters.
lab::Execution LabState::run_of(std::size_t lesson, const Chosen& chosen) const {
    if (is_live(lesson)) return lab::live_compaction(before_, after_);
    if (is_traced(lesson, chosen))
        return traced_run(lesson_at(lesson), chosen.parameters, traced_->trace, traced_->device, "GLSL");
    return execute(lesson_at(lesson), parameters_of(lesson, chosen));
}

/// Throws Error(bad_input) if a lesson cannot have these parameters, and then changes nothing.
void LabState::show(Chosen chosen) {
    if (is_race(chosen.lesson)) return show_race(std::move(chosen));
    std::vector<ui::LabPane> panes;
    std::array<lab::Drawing, 2> drawings;
    std::size_t frames = 0;
    for (const std::optional<std::size_t> lesson : {std::optional(chosen.lesson), chosen.beside}) {
        if (!lesson) continue;
        const lab::Execution run = run_of(*lesson, chosen);
        const lab::Lesson shown =
            is_traced(*lesson, chosen) ? traced_lesson(lesson_at(*lesson)) : lesson_at(*lesson);
        const std::string id(shown.id), title(shown.title);
        drawings[panes.size()] = draw_network(shown, run, options_for(run, chosen.look));
        panes.push_back({*lesson, id, title, &drawings_[panes.size()], frames_of(run), notes(shown, run)});
        frames = std::max(frames, run.frames.size());
        if (!chosen.kernel) continue;
        const lab::Listing listing = listing_of(lesson_at(*lesson), *chosen.kernel);
        drawings[1] = draw_listing(listing, run);
        panes.push_back({*lesson, listing.path, listing.path, &drawings_[1], panes[0].frames});
        for (ui::LabFrame& frame : panes[1].frames) frame.sentence = "The lit lines run in this frame.";
    }
    chosen_ = std::move(chosen);
    task_.reset();
    if (!is_traced(chosen_.lesson, chosen_)) traced_.reset();
    drawings_ = std::move(drawings);
    model_.panes = std::move(panes);
    model_.frames = frames;
    model_.race.reset();
    model_.shows_particles = is_live(chosen_.lesson) || (chosen_.beside && is_live(*chosen_.beside));
    describe_parameters();
    go_to(model_.frame);
}

/// Its findings come from outside; see() takes them.
void LabState::show_race(Chosen chosen) {
    chosen_ = std::move(chosen);
    const ui::LabLesson& race = model_.lessons[chosen_.lesson];
    drawings_ = {};
    drawings_[0].title = race.title;
    drawings_[0].descriptions = {race.summary, race.summary};
    model_.panes = {{chosen_.lesson, race.id, race.title, &drawings_[0], {{race.title, race.summary}}}};
    model_.frames = 1;
    model_.race.emplace();
    model_.shows_particles = false;
    describe_parameters();
    go_to(0);
}

void LabState::describe_parameters() {
    const lab::Lesson& lesson = lesson_at(chosen_.lesson);
    const lab::Parameters& parameters = chosen_.parameters;
    model_.values = whole_numbers(lesson, parameters.values);
    model_.typed = written_values(lesson, parameters.values);
    model_.typed_as = typed_as(lesson, parameters.op);
    model_.max_values = lesson.takes_values ? lesson.most : 0;
    model_.op = lab::facts(operator_of(lesson, parameters.op)).name;
    model_.has_own_op = lesson.own_op.has_value();
    describe_numbers();
    model_.look = lab_looks()[chosen_.look].name;
    model_.can_predict = lab_looks()[chosen_.look].options.show == lab::Show::values;
    model_.has_kernel = has_kernel(chosen_.lesson);
    model_.kernel = !chosen_.kernel ? "" : *chosen_.kernel == lab::Language::glsl ? "glsl" : "cuda";
    model_.can_trace = lesson.is_traced;
    model_.traced = traced_.has_value();
    model_.error.clear();
}

void LabState::describe_numbers() {
    model_.numbers.clear();
    if (model_.max_values > 0)
        model_.numbers.push_back({"n", "N", "how many values there are",
                                  static_cast<std::uint32_t>(chosen_.parameters.values.size()), 1,
                                  static_cast<std::uint32_t>(model_.max_values)});
    for (const LabChoice& number : lab_numbers()) {
        const auto matters = [&](const ui::LabPane& pane) { return number.matters(lesson_at(pane.lesson)); };
        if (std::ranges::none_of(model_.panes, matters)) continue;
        model_.numbers.push_back({std::string(number.id), std::string(number.label),
                                  std::string(number.tooltip), chosen_.parameters.*(number.member),
                                  number.least, number.most, number.doubles, std::string(number.zero)});
    }
}

void LabState::go_to(std::size_t frame) {
    model_.frame = std::min(frame, model_.frames - 1);
}

}  // namespace winnow::view
