#include "view/version_controller.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "view/panel_model.h"

namespace winnow::view {
namespace {

// The version travels for as long as the last frame took, so that frames come half as often meanwhile.
constexpr double shortest_slice = 0.012, longest_slice = 0.1;  // seconds

/// Returns the column of the window at which the version begins, in pixels.
int column_of(float bar, gl::Size window, const ui::Area& scene) {
    const float share = scene.left + bar * (scene.right - scene.left);
    return std::clamp(static_cast<int>(std::lround(share * static_cast<float>(window.width))), 0,
                      window.width);
}

}  // namespace

VersionController::Shown::Shown(const gl::Context& context, session::Session& session,
                                const effects::Compiled& version)
    : run(context, session.shaders(), session.settings(), version),
      renderer(session.facts(), session.shaders(), run.session().passes(), &run.session().suites().memory()) {
}

VersionController::VersionController(const gl::Context& context, session::Session& session,
                                     session::Playback& playback, const EffectEditor& editor,
                                     ProgramBuilds& builds, FramePainter& painter)
    : context_(context),
      session_(session),
      playback_(playback),
      editor_(editor),
      builds_(builds),
      painter_(painter) {}

void VersionController::handle(const ui::VersionEvents& events) {
    if (events.bar) bar_ = std::clamp(*events.bar, 0.0f, 1.0f);
    if (events.stop) stop();
    if (events.show) ask(*events.show);
}

effects::Settings VersionController::settings_with(const ui::VersionChoice& choice) const {
    using Kind = ui::VersionChoice::Kind;
    effects::Settings settings = playback_.settings();
    if (choice.kind == Kind::saved) settings.effect = editor_.document().saved();
    if (choice.kind == Kind::file) settings.effect = effects::load(choice.file);
    if (choice.kind == Kind::change) {
        const auto edits = editor_.document().history().edits_to(choice.change);
        settings.effect = session::states_after(settings, edits).back().effect;
    }
    settings.compiled = effects::compile(settings.effect);
    return settings;
}

void VersionController::ask(const ui::VersionChoice& choice) {
    stop();
    facts_.state = ComparisonFacts::State::waiting;
    // The version is that of now, whatever is edited until its programs are built.
    effects::Settings wanted;
    try {
        wanted = settings_with(choice);
    } catch (const Error& error) {
        return refuse(error.what());
    }
    const std::uint32_t number = ++requests_;
    Outcome outcome([wanted](const effects::Settings& now) {
        effects::Settings next = now;
        next.effect = wanted.effect;
        next.compiled = wanted.compiled;
        return next;
    });
    builds_.once_told("compiling shaders of the other version", std::move(outcome),
                      [this, choice, number](Outcome& built) {
                          if (number == requests_) begin(choice, built);
                      });
}

void VersionController::begin(const ui::VersionChoice& choice, Outcome& outcome) {
    try {
        const effects::Settings wanted = outcome.of(playback_.settings());
        const Availability fits = session::VersionRun::fits(session_, session_.facts().free_bytes());
        if (!fits) return refuse(fits.reason);
        shown_ = std::make_unique<Shown>(context_, session_, wanted.compiled);
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        return refuse(error.what());
    }
    session_.simulation().set_hashing(true);
    for (FrameCosts& costs : costs_) costs.clear();
    facts_ = {.state = ComparisonFacts::State::running};
    facts_.sides[0].name = "now";
    facts_.sides[1].name = choice.name;
}

/// The run is hashed on only if its trace needs it.
void VersionController::stop() {
    ++requests_;
    if (shown_) session_.simulation().set_hashing(playback_.is_traced());
    shown_.reset();
    facts_ = {};
}

void VersionController::refuse(const std::string& why) {
    gl::require_context();
    stop();
    facts_ = {.state = ComparisonFacts::State::refused, .refused = why};
}

bool VersionController::is_busy() const {
    return facts_.state == ComparisonFacts::State::waiting || is_behind();
}

void VersionController::follow(double seconds) {
    if (!shown_) return;
    try {
        const std::chrono::duration<double> slice(std::clamp(seconds, shortest_slice, longest_slice));
        shown_->run.follow(playback_, session_.solo(),
                           std::chrono::duration_cast<std::chrono::microseconds>(slice));
        shown_->run.compare(playback_.figures());
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        return refuse(error.what());
    }
    take_costs(seconds);
}

/// A step and a picture are each the sum of their passes. The panel's is of neither version.
void VersionController::take_costs(double seconds) {
    shown_->run.session().passes().poll();
    const std::array<session::Session*, 2> sessions{&session_, &shown_->run.session()};
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        std::vector<PassRow> rows = pass_rows(sessions[i]->passes());
        std::erase_if(rows, [](const PassRow& row) { return row.name == panel_pass; });
        costs_[i].add(seconds, rows);
        ComparedSide& side = facts_.sides[i];
        side.passes = {{"a step", costs_[i].step_milliseconds()}, {"a picture", costs_[i].drawing().median}};
        side.milliseconds = side.passes[0].milliseconds + side.passes[1].milliseconds;
    }
}

void VersionController::draw(gl::Size window) {
    if (!shown_) return;
    try {
        const gl::Size size = render::scaled(window, painter_.resolution());
        if (!shown_->picture || shown_->picture->size() != size) shown_->picture.emplace(size);
        shown_->renderer.draw(painter_.scenes_of(shown_->run.session()), *shown_->picture);
        shown_->run.session().simulation().set_seen(shown_->renderer.seen());
    } catch (const Error& error) {
        if (error.status() != ExitStatus::bad_input) throw;
        refuse(error.what());
    }
}

void VersionController::show(gl::Size window, const ui::Area& scene, const render::Target* into) const {
    if (!shown_ || !shown_->picture) return;
    const int left = column_of(bar_, window, scene);
    if (left < window.width) shown_->picture->target().show_from(left, window, into);
}

void VersionController::draw_over(const render::TargetImage& picture, bool transparent,
                                  render::Renderer* renderer) {
    if (!shown_ || session_.settings().display.lab) return;
    const gl::Size size = picture.size();
    const int left = column_of(bar_, size, {});
    if (left == size.width) return;
    const render::TargetImage drawn(size);
    if (renderer == nullptr) renderer = &shown_->renderer;
    renderer->draw(painter_.scenes_to_save(shown_->run.session(), transparent), drawn);
    drawn.target().show_from(left, size, &picture.target());
}

void VersionController::describe(ui::VersionModel& shown) const {
    shown = {.facts = facts_, .bar = bar_};
    if (!shown_) return;
    shown.step = shown_->run.step();
    shown.is_there = shown_->run.is_there();
    if (const auto agreement = shown_->run.agreement()) {
        shown.agrees = agreement->is_same;
        shown.compared_step = agreement->step;
    }
    shown.bytes = shown_->run.bytes() + shown_->renderer.drawing_bytes();
    shown.kept_bytes = shown_->run.max_kept_bytes();
}

}  // namespace winnow::view
