// Hands what the person asked for in a frame to those who do it.
#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "view/desktop.h"
#include "view/window_loop.h"

namespace winnow::view {

void WindowLoop::handle(const ui::Events& events) {
    for (const effects::Edit& edit : events.edits) editor_.apply(edit, events.gesture, events.what);
    if (!events.warning.empty()) notices_.warn(events.warning);
    if (events.solo) editor_.set_solo(*events.solo);
    for (const ui::Action action : events.actions) handle(action);
    lab_.handle(events.lab);
    profile_.handle(events.profile);
    versions_.handle(events.versions);
    timeline_.handle(events);
    life_.handle(events.life);
    if (events.view) handle(*events.view);
    if (events.preset) {
        presets_.handle(*events.preset);
        model_.presets = presets_.all();
    }
    if (events.picture) wanted_picture_ = events.picture;
    if (events.film) films_.start(*events.film);
    if (events.stops_film) films_.stop();
    notices_.hold(events.holds_notices);
    if (events.show_file) show_file(*events.show_file);
    if (events.save_path) files_.save_as(*events.save_path, events.carry);
    if (events.open) files_.open(*events.open);
    if (events.create) files_.create(*events.create);
    model_.document.differences =
        events.wants_differences ? editor_.differences() : std::vector<ui::Difference>();
    if (events.changes_done) editor_.go_to_change(*events.changes_done);
    for (const std::string& path : host_.take_dropped()) files_.take_dropped(path);
}

void WindowLoop::handle(const ui::ViewRequest& request) {
    using Kind = ui::ViewRequest::Kind;
    switch (request.kind) {
        case Kind::save:
            views_.save(camera_.camera().pose());
            return notices_.info("This view is kept: it is in the list Views.");
        case Kind::go:
            return request.index < views_.views().size() ? camera_.go_to(views_.pose(request.index)) : void();
        case Kind::rename:
            return views_.rename(request.index, request.name);
        case Kind::remove:
            return views_.remove(request.index);
        case Kind::look_from:
            return camera_.look_from(request.direction);
    }
}

/// The answer to a request that is neither done by the panel nor about the time of the run.
struct WindowLoop::Answer {
    using Action = ui::Action;
    Action to;
    void (*give)(WindowLoop& in);
    static const Answer all[];
};

const WindowLoop::Answer WindowLoop::Answer::all[] = {
    // The run.
    {Action::step_once,
     [](WindowLoop& in) {
         in.editor_.apply({"/simulation/paused", true});
         in.builds_.in_order([&in] { in.playback_.step_once(); });
     }},
    {Action::reset, [](WindowLoop& in) { in.builds_.in_order([&in] { in.playback_.reset(); }); }},
    {Action::reseed,
     [](WindowLoop& in) {
         const effects::SimulationSettings& now = in.session_.settings().simulation;
         in.editor_.apply({"/simulation/seed", now.seed + 1});
     }},
    {Action::check_scan, [](WindowLoop& in) { in.playback_.check_scan(); }},
    {Action::save_state, [](WindowLoop& in) { in.states_.save(); }},
    {Action::replace_state, [](WindowLoop& in) { in.states_.replace(); }},
    {Action::load_state, [](WindowLoop& in) { in.states_.load(); }},
    // The view.
    {Action::camera_home, [](WindowLoop& in) { in.camera_.reset(in.session_.settings().effect.view); }},
    {Action::frame_living, [](WindowLoop& in) { in.frame_living(); }},
    {Action::turntable, [](WindowLoop& in) { in.camera_.toggle_turntable(); }},
    {Action::pick_particle, [](WindowLoop& in) { in.life_.toggle_picking(); }},
    {Action::screenshot, [](WindowLoop& in) { in.wanted_picture_ = ui::PictureChoice{}; }},
    {Action::screenshot_with_panel,
     [](WindowLoop& in) { in.wanted_picture_ = ui::PictureChoice{.with_panel = true}; }},
    {Action::fullscreen, [](WindowLoop& in) { in.window_.set_fullscreen(in.fullscreen_ = !in.fullscreen_); }},
    {Action::dismiss_notices, [](WindowLoop& in) { in.notices_.dismiss(); }},
    // The effect.
    {Action::undo, [](WindowLoop& in) { in.editor_.undo(); }},
    {Action::redo, [](WindowLoop& in) { in.editor_.redo(); }},
    {Action::revert_effect, [](WindowLoop& in) { in.editor_.revert(); }},
    {Action::keep_mine, [](WindowLoop& in) { in.editor_.keep_mine(); }},
    {Action::take_file, [](WindowLoop& in) { in.editor_.take_file(); }},
    {Action::recover, [](WindowLoop& in) { in.recovery_.take(); }},
    {Action::forget_recovered, [](WindowLoop& in) { in.recovery_.refuse(); }},
    // Its file.
    {Action::new_effect, [](WindowLoop& in) { in.files_.ask_to_create(); }},
    {Action::open_effect, [](WindowLoop& in) { in.files_.ask_to_open(); }},
    {Action::save_effect, [](WindowLoop& in) { in.files_.save(); }},
    {Action::save_effect_as, [](WindowLoop& in) { in.files_.ask_to_save_as(); }},
    {Action::look_for_recent,
     [](WindowLoop& in) {
         in.files_.look_for_recent();
         in.pictures_.want(in.model_.document.recent);
     }},
    {Action::save_and_leave, [](WindowLoop& in) { in.files_.answer_leaving(true); }},
    {Action::discard_and_leave, [](WindowLoop& in) { in.files_.answer_leaving(false); }},
    {Action::cancel_dialog, [](WindowLoop& in) { in.files_.cancel(); }},
    {Action::say_how_to_quit, [](WindowLoop& in) { in.notices_.info("Ctrl+Q quits."); }},
    {Action::quit, [](WindowLoop& in) { in.files_.quit(); }},
};

void WindowLoop::handle(ui::Action action) {
    const auto* const answer = std::ranges::find(Answer::all, action, &Answer::to);
    answer != std::end(Answer::all) ? answer->give(*this) : timeline_.handle(action);
}

void WindowLoop::frame_living() {
    if (const auto& box = playback_.figures().bounds)
        camera_.frame(box->least, box->greatest);
    else
        notices_.info("No particle is alive.");
}

void WindowLoop::show_file(const std::string& path) {
    try {
        open_on_desktop(path);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
