// What the window's person asks for, and what comes of it.
#include "base/error.h"
#include "commands/view.h"

namespace winnow::commands {

void View::obey(const ui::Events& events) {
    for (const effects::Edit& edit : events.edits) apply(edit);
    for (const ui::Action action : events.actions) act(action);
}

/// A refusal is shown, and nothing has changed; what was taken in place of what was chosen is shown too.
void View::apply(const effects::Edit& edit) {
    try {
        const std::string substitution = playback_.apply(edit);
        if (!substitution.empty()) notices_.warn(substitution);
        camera_.set_floor(session_.settings().effect.floor);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

void View::act(ui::Action action) {
    using ui::Action;
    const effects::Settings& settings = session_.settings();
    switch (action) {
        case Action::step_once:
            apply({"/simulation/paused", true});
            return playback_.step_once();
        case Action::reset:
            return playback_.reset();
        case Action::reseed:
            return apply({"/simulation/seed", settings.simulation.seed + 1});
        case Action::check_scan:
            return playback_.check_scan();
        case Action::save_state:
            return save_state();
        case Action::load_state:
            return load_state();
        case Action::screenshot:
            screenshot_ = true;
            return;
        case Action::fullscreen:
            return window_.set_fullscreen(fullscreen_ = !fullscreen_);
        case Action::camera_home:
            return camera_.reset(settings.effect.view);
        case Action::dismiss_notices:
            return notices_.dismiss();
        case Action::quit:
            return window_.close();
    }
}

void View::move_camera(const ui::CameraInput& input, gl::Size size, double seconds) {
    if (input.orbit_x != 0 || input.orbit_y != 0) camera_.orbit({input.orbit_x, input.orbit_y}, size);
    if (input.pan_x != 0 || input.pan_y != 0) camera_.pan({input.pan_x, input.pan_y}, size);
    if (input.wheel != 0) camera_.zoom(input.wheel);
    render::Motion motion;
    motion.yaw = input.yaw;
    motion.pitch = input.pitch;
    motion.zoom = input.zoom;
    camera_.move(motion, static_cast<float>(seconds));
    camera_.advance(static_cast<float>(seconds));
}

}  // namespace winnow::commands
