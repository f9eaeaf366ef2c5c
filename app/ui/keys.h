// The table of keys: the help window lists it, and a key press is looked up in it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ui/model.h"

namespace winnow::ui {

enum class Command {
    pause,
    step_once,
    step_back,
    first_step,
    newest_step,
    next_marker,
    previous_marker,
    set_marker,
    begin_loop,
    end_loop,
    toggle_loop,
    toggle_timeline,
    toggle_handles,
    find,
    pick_particle,
    reset,
    reseed,
    toggle_panel,
    toggle_help,
    toggle_lab,
    show_effect,
    show_compute,
    show_profile,
    use_keyboard,
    open_menu,
    next_backend,
    check_scan,
    vsync,
    freeze_camera,
    fullscreen,
    save_state,
    load_state,
    screenshot,
    screenshot_with_panel,
    film,
    export_list,
    new_effect,
    open_effect,
    save_effect,
    save_effect_as,
    undo,
    redo,
    history,
    differences,
    copy,
    paste,
    add_emitter,
    duplicate_emitter,
    rename_emitter,
    mute_emitter,
    solo_emitter,
    next_effect,
    previous_effect,
    next_emitter,
    previous_emitter,
    emitter_later,
    emitter_earlier,
    orbit_left,  // orbit_left to press act for as long as the key is held; all but press move the camera
    orbit_right,
    orbit_up,
    orbit_down,
    zoom_in,
    zoom_out,
    press,
    camera_home,
    frame_living,
    turntable,
    save_view,
    view_1,
    view_2,
    view_3,
    view_4,
    toggle_axes,
    take_view,
    last_frame,
    close,  // a list, the help or the Lab
    quit,
};

/// Bits of the modifier keys.
enum Held : unsigned { nothing_held = 0, shift_held = 1, control_held = 2 };

struct Key {
    int key;        // GLFW_KEY_*
    unsigned held;  // bits of Held
    Command command;
    std::string_view label;  // "Space", "Shift+R"
    std::string_view what;   // one line for the help window; empty: another row of the table describes it
};

std::span<const Key> keys();

/// Returns the key that a person means. GLFW numbers a key by its place on a US keyboard; `name` is what the
/// person's layout prints there (null: nothing). Letters follow the layout: Ctrl+Z is the key marked Z.
int meant_key(int place, const char* name);

/// Returns the command of a GLFW key with these modifiers, if it has one.
std::optional<Command> find_command(int key, unsigned held);

/// True if the command acts for as long as its key is held.
bool acts_while_held(Command command);
/// Returns the command of a key that acts while it is held, whatever modifiers are held.
std::optional<Command> find_held_command(int key);

/// Adds the command to the events: changes of settings as edits, the rest as actions. While the Lab covers
/// the window, the keys of the camera and of the pause step through the lesson, and those of the simulation
/// do nothing. Otherwise a command that acts while its key is held adds nothing.
void perform(Command command, const Model& model, Events& events);

/// Returns the next backend of the list, after the chosen one, that is available here.
std::string next_backend(const Model& model);

}  // namespace winnow::ui
