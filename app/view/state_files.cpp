// Applies the input of the panel, the keys and the mouse.
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "base/output_file.h"
#include "effects/compile/replayable.h"
#include "view/window_loop.h"

namespace winnow::view {
namespace {

constexpr const char* default_state = "winnow.state";  // in the working directory

}  // namespace

void View::handle(const ui::Events& events) {
    for (const effects::Edit& edit : events.edits) apply(edit, events.gesture);
    for (const ui::Action action : events.actions) act(action);
    lab_.handle(events.lab);
    if (race_ && events.lab.race_elements) race_->set_elements(*events.lab.race_elements);
    if (events.save_path) save_effect_as(*events.save_path);
    if (events.open) leave({*events.open});
    for (const std::string& path : host_.take_dropped()) take_dropped(path);
}

/// Only an effect can be opened; other files are named by modules.
void View::take_dropped(const std::string& path) {
    const std::string extension = std::filesystem::path(path).extension().string();
    const bool is_data =
        extension == ".png" || extension == ".obj" || extension == ".fga" || extension == ".glsl";
    if (!is_data) return leave({path});
    notices_.warn(std::filesystem::path(path).filename().string() +
                  " is not an effect: copy it into the folder of the effect's file, then choose it" +
                  (extension == ".glsl" ? " by Add module."
                                        : " in a module that names a file (by its button \"...\")."));
}

void View::apply(const effects::Edit& edit, session::Gesture gesture) {
    if (edit.pointer.starts_with("/display/")) return apply_now(edit, gesture);
    const Outcome outcome = [this, edit] { return effects::apply(session_.settings(), edit); };
    if (!later_.empty()) return once_built(outcome, [this, edit, gesture] { apply_now(edit, gesture); });
    std::optional<effects::Settings> next;
    try {
        next = outcome();
    } catch (const Error&) {  // apply_now() says why
    }
    if (!next || !builds_programs(*next)) return apply_now(edit, gesture, std::move(next));
    once_built(outcome, [this, edit, gesture] { apply_now(edit, gesture); });
}

/// Shows the reason if the edit is refused, and the sentence about a substitution if one was made.
/// `next`: what the edit makes of the settings, if that is known.
void View::apply_now(const effects::Edit& edit, session::Gesture gesture,
                     std::optional<effects::Settings> next) {
    change(edit, gesture, [&] {
        const std::string substitution =
            next ? playback_.apply(edit, std::move(*next)) : playback_.apply(edit);
        if (!substitution.empty()) notices_.warn(substitution);
    });
}

/// True if the next step would need programs that no step has used yet.
bool View::builds_programs(const effects::Settings& next) const {
    return !built_.contains(programs_text(next));
}

bool View::builds_programs(const Outcome& outcome) const {
    try {
        return builds_programs(outcome());
    } catch (const Error&) {
        return false;  // the change will be refused
    }
}

/// Does the job once the programs that the outcome needs are built: at once, if they are and nothing waits.
/// Jobs keep their order, so that those behind one that waits wait too.
void View::once_built(const Outcome& outcome, std::function<void()> job) {
    if (later_.empty() && !builds_programs(outcome)) return job();
    later_.push_back({"compiling shaders", outcome, std::move(job)});
}

/// Does a job that needs no other programs, after the jobs that wait for theirs.
void View::in_order(std::function<void()> job) {
    once_built([this] { return session_.settings(); }, std::move(job));
}

/// Begins to build the programs that the outcome needs.
void View::begin_building(const Outcome& outcome) {
    if (!builds_programs(outcome)) return;
    try {
        session_.begin_building(outcome());
    } catch (const Error&) {
        return;  // the change will be refused for the same reason
    }
}

/// Does the jobs whose programs are built. A driver that cannot build beside the frames stops them, so that
/// one frame first says what they wait for.
void View::do_what_is_built() {
    while (!later_.empty() && later_.front().said) {
        Later& first = later_.front();
        if (!std::exchange(first.begun, true)) begin_building(first.outcome);
        if (shaders_.is_building()) return;
        const auto job = std::move(first.job);
        later_.pop_front();
        job();
    }
}

/// Does the jobs that wait; each waits here for its programs.
void View::do_all_that_waits() {
    while (!later_.empty()) {
        const auto job = std::move(later_.front().job);
        later_.pop_front();
        job();
    }
}

void View::act(ui::Action action) {
    using ui::Action;
    const effects::Settings& settings = session_.settings();
    switch (action) {
        case Action::step_once:
            apply({"/simulation/paused", true});
            return in_order([this] { playback_.step_once(); });
        case Action::reset:
            return in_order([this] { playback_.reset(); });
        case Action::reseed:
            return apply({"/simulation/seed", settings.simulation.seed + 1});
        case Action::check_scan:
            return playback_.check_scan();
        case Action::save_state:
            return ask_to_save_state();
        case Action::replace_state:
            close_dialog();
            return save_state();
        case Action::say_how_to_quit:
            return notices_.info("Ctrl+Q quits.");
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
            return leave({});
        default:
            return act_on_document(action);
    }
}

void View::act_on_document(ui::Action action) {
    using ui::Action;
    switch (action) {
        case Action::open_effect:
            return ask_path(ui::Dialog::open, "");
        case Action::save_effect:
            save_effect();
            return;
        case Action::save_effect_as:
            return ask_path(ui::Dialog::save_as,
                            document_.is_file() ? document_.name() : document_.short_name() + ".json");
        case Action::revert_effect:
            return revert();
        case Action::undo:
            return undo();
        case Action::redo:
            return redo();
        case Action::look_for_recent:
            look_for_recent();
            return;
        case Action::keep_mine:
            if (document_.conflict()) document_.file_holds(*document_.conflict(), session_.settings().effect);
            return;
        case Action::take_file:
            if (document_.conflict()) take_file(effects::Effect(*document_.conflict()));
            return;
        case Action::save_and_leave:
            return answer_leaving(true);
        case Action::discard_and_leave:
            return answer_leaving(false);
        default:
            return close_dialog();
    }
}

void View::move_camera(const ui::SceneInput& input, gl::Size size, double seconds) {
    if (input.orbit_x != 0 || input.orbit_y != 0) camera_.orbit({input.orbit_x, input.orbit_y}, size);
    if (input.pan_x != 0 || input.pan_y != 0) camera_.pan({input.pan_x, input.pan_y}, size);
    if (input.wheel != 0) camera_.zoom(input.wheel);
    render::Motion motion;
    motion.yaw = input.yaw;
    motion.pitch = input.pitch;
    motion.zoom = input.zoom;
    camera_.move(motion, static_cast<float>(seconds));
    if (!session_.settings().simulation.paused) camera_.advance(static_cast<float>(seconds));
}

// --- saved states

std::string View::path_of_state() const {
    return save_path_.empty() || save_path_ == "-" ? default_state : save_path_;
}

/// A state is the work of a run, so that none is replaced by a key alone.
void View::ask_to_save_state() {
    const std::string path = absolute_path(path_of_state());
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) return save_state();
    ask_path(ui::Dialog::replace_state, "");
    dialog_note_ = path + " exists already.";
}

void View::save_state() {
    const std::string path = path_of_state();
    try {
        require_regular_or_absent(path);
        session::write_state(path, session_.save());
        load_path_ = path;
        const std::string why = effects::why_not_replayable(session_.settings().effect);
        notices_.info("Saved the state to " + absolute_path(path) + (why.empty() ? why : "; " + why));
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

/// A state of an effect of another name is refused, and the run continues.
void View::load_state() {
    const std::string path = load_path_.empty() ? default_state : load_path_;
    try {
        if (playback_.recording()) bad_input("a state cannot be loaded while input is recorded");
        const session::SavedState saved = session::read_state(path);
        const std::string& name = session_.settings().effect.name;
        if (saved.conditions.effect.name != name)
            bad_input("{}: it holds the effect \"{}\", not \"{}\"", path, saved.conditions.effect.name, name);
        const effects::Settings before = session_.settings();
        session::naming(path, [&] { playback_.restore(saved); });
        document_.changed(before, session_.settings(), {});
        after_change();
        notices_.info("Loaded the state from " + path);
    } catch (const Error& error) {
        notices_.warn(error.what());
    }
}

}  // namespace winnow::view
