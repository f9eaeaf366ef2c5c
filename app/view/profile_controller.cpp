#include "view/profile_controller.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "effects/format/writer.h"
#include "session/machine.h"
#include "view/file_names.h"

namespace winnow::view {
namespace {

const char* ending_of(CostFile kind) {
    return kind == CostFile::csv ? ".csv" : kind == CostFile::json ? ".json" : ".trace.json";
}

}  // namespace

void ProfileController::handle(const ui::ProfileEvents& events) {
    if (events.paused) costs_.set_paused(*events.paused);
    if (events.file) save(*events.file);
    if (events.measure_copy) begin_copy();
    if (events.measure_modules) measure_modules();
    if (events.compare) {
        trials_.clear();
        ask_to_compare(*events.compare);
    }
    if (events.stop_comparing) {
        ++requests_;
        trials_.clear();
        asked_.reset();
        comparison_.reset();
        compared_ = {};
    }
}

void ProfileController::save(CostFile kind) {
    const std::string path = absolute_path(name_by_time(ending_of(kind), "costs"));
    const effects::Settings& settings = session_.settings();
    costs_.summarise();
    try {
        write_file(
            path,
            costs_text(costs_, kind,
                       fmt::format("{}, {} alive, {}, {}", settings.effect.name, playback_.figures().alive,
                                   session::describe(session_.algorithm()), session_.facts().renderer)));
        notices_.wrote("Saved " + path, path);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

void ProfileController::look(double seconds, const ui::Model& model) {
    costs_.add(seconds, model.passes);
    advance_copy();
    advance_comparison();
}

void ProfileController::begin_copy() {
    copy_error_.clear();
    try {
        copy_.emplace(gl::Tools{session_.facts(), session_.shaders(), session_.passes()},
                      session_.suites().memory());
    } catch (const Error& error) {
        gl::require_context();
        copy_error_ = error.what();
    }
}

void ProfileController::advance_copy() {
    if (!copy_) return;
    copy_->advance();
    const auto speed = copy_->gigabytes_per_second();
    if (!speed) return;
    copy_speed_ = *speed;
    copy_.reset();
}

// --- the comparison

effects::Settings ProfileController::settings_of(const ui::ComparisonRequest::Side& side) const {
    effects::Settings settings = session_.settings();
    if (side.is_saved) {
        settings.effect = editor_.document().saved();
        settings.compiled = effects::compile(settings.effect);
    }
    if (side.edit) settings = effects::apply(settings, *side.edit);
    return settings;
}

/// The programs of both sides are built beside the frames before the comparison begins.
void ProfileController::ask_to_compare(const ui::ComparisonRequest& request) {
    comparison_.reset();
    asked_.reset();
    compared_ = {.state = ComparisonFacts::State::waiting, .what = request.what};
    const auto outcome_of = [this](const ui::ComparisonRequest::Side& side) {
        return Outcome([this, side](const effects::Settings&) { return settings_of(side); });
    };
    constexpr const char* what = "compiling shaders to compare with";
    const std::uint32_t number = ++requests_;
    builds_.once_told(what, outcome_of(request.sides[0]), [](Outcome&) {});
    builds_.once_told(what, outcome_of(request.sides[1]), [this, request, number](Outcome&) {
        if (number == requests_) asked_ = request;
    });
}

void ProfileController::refuse_comparison(const std::string& why) {
    gl::require_context();
    asked_.reset();
    comparison_.reset();
    compared_ = {.state = ComparisonFacts::State::refused, .refused = why};
}

void ProfileController::begin_comparison() {
    const ui::ComparisonRequest request = *std::exchange(asked_, std::nullopt);
    const auto checkpoint = session_.checkpoint();
    if (!checkpoint) return refuse_comparison("there is no memory for a copy of the particles");
    std::optional<session::Comparison::View> view;
    if (request.of_drawing) view = {camera_.camera(), window_.framebuffer()};
    std::array<session::ComparisonSide, 2> sides;
    for (std::size_t i = 0; i < sides.size(); ++i)
        sides[i] = {request.sides[i].name, settings_of(request.sides[i])};
    const bool second_is_run = sides[1].settings == session_.settings();
    comparison_.emplace(window_, session_.shaders(), request.what, *checkpoint, std::move(sides), view);
    compared_ = comparison_->facts();
    compared_.other = second_is_run ? 0 : 1;
}

/// First all modules of an emitter together, then each.
void ProfileController::measure_modules() {
    trials_.clear();
    module_costs_.clear();
    for (std::size_t i = 0; const effects::Emitter& emitter : session_.settings().effect.emitters) {
        const std::string pointer = fmt::format("/effect/emitters/{}/modules", i++);
        const auto add = [&](const std::string& module, const effects::Edit& without) {
            ui::ComparisonRequest request{"module", {}};
            request.sides[0].name = "with";
            request.sides[1] = {"without", without};
            trials_.push_back({{emitter.name, module}, request});
        };
        auto none = emitter.modules;
        for (effects::ModuleUse& one : none) one.enabled = false;
        if (none == emitter.modules) continue;
        add("", {pointer, effects::write(none)});
        for (std::size_t j = 0; j < emitter.modules.size(); ++j)
            if (emitter.modules[j].enabled)
                add(emitter.modules[j].module, {fmt::format("{}/{}/enabled", pointer, j), false});
    }
    if (!trials_.empty()) ask_to_compare(trials_.front().request);
}

/// A side that is refused, as an effect may need the module, ends its trial and no other.
void ProfileController::finish_trial() {
    if (trials_.empty()) return;
    ui::ModuleCost cost = trials_.front().cost;
    cost.milliseconds = compared_.sides[0].milliseconds - compared_.sides[1].milliseconds;
    if (compared_.state == ComparisonFacts::State::done) module_costs_.push_back(std::move(cost));
    trials_.pop_front();
    if (!trials_.empty()) ask_to_compare(trials_.front().request);
}

void ProfileController::advance_comparison() {
    try {
        if (asked_ && session_.ready()) begin_comparison();
        if (!comparison_) return;
        const std::size_t other = compared_.other;
        comparison_->advance();
        compared_ = comparison_->facts();
        compared_.other = other;
        if (!comparison_->is_done()) return;
        comparison_.reset();
        finish_trial();
    } catch (const Error& error) {
        if (error.status() == ExitStatus::interrupted) throw;
        refuse_comparison(error.what());
        finish_trial();
    }
}

void ProfileController::describe(ui::ProfileModel& shown) const {
    const particles::StepFigures& f = playback_.figures();
    shown.costs = &costs_;
    shown.step_bytes = particles::step_bytes(f.alive, f.born, f.died, session_.simulation().planes());
    shown.copy_speed = copy_speed_;
    shown.measures_copy = copy_.has_value();
    shown.copy_error = copy_error_;
    shown.comparison = compared_;
    shown.modules = module_costs_;
    shown.modules_left = trials_.size();
}

}  // namespace winnow::view
