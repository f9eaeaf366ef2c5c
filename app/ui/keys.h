// Every key, once: what the help window lists and what a key press does.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "ui/model.h"

namespace winnow::ui {

enum class Command {
    pause,
    step_once,
    reset,
    reseed,
    toggle_panel,
    toggle_help,
    next_backend,
    check_scan,
    vsync,
    freeze_camera,
    fullscreen,
    save_state,
    load_state,
    screenshot,
    open_effect,
    save_effect,
    save_effect_as,
    undo,
    redo,
    orbit_left,  // from here to zoom_out: the camera, for as long as the key is held
    orbit_right,
    orbit_up,
    orbit_down,
    zoom_in,
    zoom_out,
    camera_home,
    quit,
};

/// What is held beside a key; bits.
enum Held : unsigned { nothing_held = 0, shift_held = 1, control_held = 2 };

struct Key {
    int key;        // GLFW_KEY_*
    unsigned held;  // of Held
    Command command;
    std::string_view label;  // "Space", "Shift+R"
    std::string_view what;   // one line for the help window; empty: another row of the table tells it
};

std::span<const Key> keys();

/// GLFW numbers a key by its place on a US keyboard, and `name` is what the person's layout prints there
/// (null: nothing). A letter is meant where it is printed: Ctrl+Z is the key marked Z.
int meant_key(int place, const char* name);

/// What a GLFW key asks for.
std::optional<Command> find_command(int key, unsigned held);

/// Whether a command goes on for as long as its key is held.
bool moves_camera(Command command);
/// What of the camera a key moves, whatever is held beside it.
std::optional<Command> find_camera_command(int key);

/// Changes of settings become edits, the rest actions. Those that move the camera are not among them.
void perform(Command command, const Model& model, Events& events);

/// The next backend of the list that can work here, after the one chosen now.
std::string next_backend(const Model& model);

}  // namespace winnow::ui
