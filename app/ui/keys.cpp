#include "ui/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>

namespace winnow::ui {
namespace {

constexpr std::array table{
    Key{GLFW_KEY_SPACE, false, Command::pause, "Space", "pause or go on"},
    Key{GLFW_KEY_N, false, Command::step_once, "N", "one step, then pause"},
    Key{GLFW_KEY_R, false, Command::reset, "R", "begin again at step 0"},
    Key{GLFW_KEY_R, true, Command::reseed, "Shift+R", "begin again with the next seed"},
    Key{GLFW_KEY_S, false, Command::save_state, "S", "save the state to a file"},
    Key{GLFW_KEY_L, false, Command::load_state, "L", "go on from the state saved last"},
    Key{GLFW_KEY_B, false, Command::next_backend, "B", "the next scan backend that works here"},
    Key{GLFW_KEY_C, false, Command::check_scan, "C", "compare a step's scan with the reference"},
    Key{GLFW_KEY_LEFT, false, Command::orbit_left, "Arrow keys",
        "turn the camera (or drag with the mouse; right button: move it)"},
    Key{GLFW_KEY_RIGHT, false, Command::orbit_right, "Right", ""},
    Key{GLFW_KEY_UP, false, Command::orbit_up, "Up", ""},
    Key{GLFW_KEY_DOWN, false, Command::orbit_down, "Down", ""},
    Key{GLFW_KEY_EQUAL, false, Command::zoom_in, "+  -", "nearer, farther (or the mouse wheel)"},
    Key{GLFW_KEY_EQUAL, true, Command::zoom_in, "+", ""},
    Key{GLFW_KEY_KP_ADD, false, Command::zoom_in, "+", ""},
    Key{GLFW_KEY_MINUS, false, Command::zoom_out, "-", ""},
    Key{GLFW_KEY_KP_SUBTRACT, false, Command::zoom_out, "-", ""},
    Key{GLFW_KEY_HOME, false, Command::camera_home, "Home", "the camera as the effect has it"},
    Key{GLFW_KEY_F, true, Command::freeze_camera, "Shift+F",
        "freeze what culls and sorts, and look at it from elsewhere"},
    Key{GLFW_KEY_TAB, false, Command::toggle_panel, "Tab or H", "show or hide the panel"},
    Key{GLFW_KEY_H, false, Command::toggle_panel, "H", ""},
    Key{GLFW_KEY_V, false, Command::vsync, "V", "vsync on or off"},
    Key{GLFW_KEY_F, false, Command::fullscreen, "F or F11", "fill the screen, or not"},
    Key{GLFW_KEY_F11, false, Command::fullscreen, "F11", ""},
    Key{GLFW_KEY_F12, false, Command::screenshot, "F12", "save the picture as a PNG file"},
    Key{GLFW_KEY_F1, false, Command::toggle_help, "F1", "this help"},
    Key{GLFW_KEY_ESCAPE, false, Command::quit, "Esc", "quit (closes an open list or this help first)"},
};

void toggle(Events& events, const char* pointer, bool now) {
    events.edit(pointer, !now);
}

std::optional<Action> action_of(Command command) {
    switch (command) {
        case Command::step_once:
            return Action::step_once;
        case Command::reset:
            return Action::reset;
        case Command::reseed:
            return Action::reseed;
        case Command::check_scan:
            return Action::check_scan;
        case Command::fullscreen:
            return Action::fullscreen;
        case Command::save_state:
            return Action::save_state;
        case Command::load_state:
            return Action::load_state;
        case Command::screenshot:
            return Action::screenshot;
        case Command::camera_home:
            return Action::camera_home;
        case Command::quit:
            return Action::quit;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::span<const Key> keys() {
    return table;
}

std::optional<Command> find_command(int key, bool shift) {
    for (const Key& row : table)
        if (row.key == key && row.shift == shift) return row.command;
    return std::nullopt;
}

bool moves_camera(Command command) {
    return command >= Command::orbit_left && command <= Command::zoom_out;
}

std::string next_backend(const Model& model) {
    const auto& list = model.choices.backend;
    std::string now(name_of(model.settings->simulation.backend));
    const auto found = std::find_if(list.begin(), list.end(), [&](const Choice& c) { return c.name == now; });
    const auto at = static_cast<std::size_t>(found - list.begin());
    for (std::size_t i = 1; i <= list.size(); ++i)
        if (const Choice& next = list[(at + i) % list.size()]; next.available()) return next.name;
    return now;
}

void perform(Command command, const Model& model, Events& events) {
    const effects::Settings& settings = *model.settings;
    switch (command) {
        case Command::pause:
            return toggle(events, "/simulation/paused", settings.simulation.paused);
        case Command::toggle_panel:
            return toggle(events, "/display/panel", settings.display.panel);
        case Command::toggle_help:
            return toggle(events, "/display/help", settings.display.help);
        case Command::vsync:
            return toggle(events, "/display/vsync", settings.display.vsync);
        case Command::freeze_camera:
            return toggle(events, "/display/freeze_camera", settings.display.freeze_camera);
        case Command::next_backend:
            return events.edit("/simulation/backend", next_backend(model));
        case Command::quit:
            if (settings.display.help) return toggle(events, "/display/help", true);
            [[fallthrough]];
        default:
            events.actions.push_back(*action_of(command));
    }
}

}  // namespace winnow::ui
