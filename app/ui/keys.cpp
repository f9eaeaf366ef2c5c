#include "ui/keys.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "effects/format/effect_file.h"
#include "effects/format/writer.h"
#include "ui/panel.h"

namespace winnow::ui {

namespace {

constexpr std::array table{
    Key{GLFW_KEY_SPACE, nothing_held, Command::pause, "Space", "pause or resume"},
    Key{GLFW_KEY_N, nothing_held, Command::step_once, "N or .", "one step, then pause"},
    Key{GLFW_KEY_PERIOD, nothing_held, Command::step_once, ".", ""},
    Key{GLFW_KEY_COMMA, nothing_held, Command::step_back, ",", "one step back, then pause"},
    Key{GLFW_KEY_HOME, shift_held, Command::first_step, "Shift+Home", "go to the first step"},
    Key{GLFW_KEY_END, shift_held, Command::newest_step, "Shift+End", "go to the newest step"},
    Key{GLFW_KEY_K, nothing_held, Command::set_marker, "K", "set a marker at this step, or take it away"},
    Key{GLFW_KEY_COMMA, shift_held, Command::previous_marker, "<", "go to the marker before"},
    Key{GLFW_KEY_PERIOD, shift_held, Command::next_marker, ">", "go to the next marker"},
    Key{GLFW_KEY_LEFT_BRACKET, nothing_held, Command::begin_loop, "[", "begin the loop at this step"},
    Key{GLFW_KEY_RIGHT_BRACKET, nothing_held, Command::end_loop, "]", "end the loop at this step"},
    Key{GLFW_KEY_L, shift_held, Command::toggle_loop, "Shift+L", "turn the loop on or off"},
    Key{GLFW_KEY_P, control_held, Command::find, "Ctrl+P",
        "find an effect, an emitter, a module, a setting, a command or a lesson"},
    Key{GLFW_KEY_I, nothing_held, Command::pick_particle, "I",
        "follow the particle that is clicked next (or Ctrl+click; Ctrl+drag: list those in a rectangle, with "
        "Shift: in any outline)"},
    Key{GLFW_KEY_T, nothing_held, Command::toggle_timeline, "T", "show or hide the timeline"},
    Key{GLFW_KEY_E, nothing_held, Command::toggle_handles, "E",
        "show or hide handles: places and directions are dragged in the picture"},
    Key{GLFW_KEY_R, nothing_held, Command::reset, "R", "restart at step 0"},
    Key{GLFW_KEY_R, shift_held, Command::reseed, "Shift+R", "restart with the next seed"},
    Key{GLFW_KEY_S, nothing_held, Command::save_state, "S", "save the state of the run to a file"},
    Key{GLFW_KEY_L, nothing_held, Command::load_state, "L", "continue from the state saved last"},
    Key{GLFW_KEY_N, control_held, Command::new_effect, "Ctrl+N", "begin a new effect"},
    Key{GLFW_KEY_O, control_held, Command::open_effect, "Ctrl+O", "open an effect (or drop its file here)"},
    Key{GLFW_KEY_PAGE_UP, shift_held, Command::previous_effect, "Shift+PgUp",
        "open the built-in effect before"},
    Key{GLFW_KEY_PAGE_DOWN, shift_held, Command::next_effect, "Shift+PgDn", "open the next one"},
    Key{GLFW_KEY_S, control_held, Command::save_effect, "Ctrl+S", "save the effect"},
    Key{GLFW_KEY_S, control_held | shift_held, Command::save_effect_as, "Ctrl+Shift+S",
        "save the effect to another file"},
    Key{GLFW_KEY_Z, control_held, Command::undo, "Ctrl+Z", "undo"},
    Key{GLFW_KEY_Z, control_held | shift_held, Command::redo, "Ctrl+Y", "redo (or Ctrl+Shift+Z)"},
    Key{GLFW_KEY_Y, control_held, Command::redo, "Ctrl+Y", ""},
    Key{GLFW_KEY_H, control_held, Command::history, "Ctrl+H", "list the changes, to go back to any of them"},
    Key{GLFW_KEY_H, control_held | shift_held, Command::differences, "Ctrl+Shift+H",
        "list what differs from the file"},
    Key{GLFW_KEY_C, control_held, Command::copy, "Ctrl+C",
        "copy what the pointer is on: a row, a module, an emitter"},
    Key{GLFW_KEY_V, control_held, Command::paste, "Ctrl+V", "paste over it or behind it"},
    Key{GLFW_KEY_PAGE_UP, nothing_held, Command::previous_emitter, "PgUp", "show the emitter above"},
    Key{GLFW_KEY_PAGE_DOWN, nothing_held, Command::next_emitter, "PgDn", "show the emitter below"},
    Key{GLFW_KEY_PAGE_UP, control_held, Command::emitter_earlier, "Ctrl+PgUp",
        "move the emitter up in the list"},
    Key{GLFW_KEY_PAGE_DOWN, control_held, Command::emitter_later, "Ctrl+PgDn", "move it down in the list"},
    Key{GLFW_KEY_INSERT, nothing_held, Command::add_emitter, "Insert", "add an emitter"},
    Key{GLFW_KEY_D, control_held, Command::duplicate_emitter, "Ctrl+D", "duplicate the emitter"},
    Key{GLFW_KEY_F2, nothing_held, Command::rename_emitter, "F2",
        "rename the emitter (Delete, after a click in the tree, takes it out)"},
    Key{GLFW_KEY_M, nothing_held, Command::mute_emitter, "M", "mute the emitter"},
    Key{GLFW_KEY_M, shift_held, Command::solo_emitter, "Shift+M", "solo: others have no births"},
    Key{GLFW_KEY_B, nothing_held, Command::next_backend, "B", "use the next scan backend that works here"},
    Key{GLFW_KEY_C, nothing_held, Command::check_scan, "C", "compare a step's scan with the reference"},
    Key{GLFW_KEY_LEFT, nothing_held, Command::orbit_left, "Arrow keys",
        "orbit the camera (or drag the mouse; right button: move it)"},
    Key{GLFW_KEY_RIGHT, nothing_held, Command::orbit_right, "Right", ""},
    Key{GLFW_KEY_UP, nothing_held, Command::orbit_up, "Up", ""},
    Key{GLFW_KEY_DOWN, nothing_held, Command::orbit_down, "Down", ""},
    Key{GLFW_KEY_EQUAL, nothing_held, Command::zoom_in, "+  -",
        "move the camera nearer or farther (or the mouse wheel)"},
    Key{GLFW_KEY_EQUAL, shift_held, Command::zoom_in, "+", ""},
    Key{GLFW_KEY_KP_ADD, nothing_held, Command::zoom_in, "+", ""},
    Key{GLFW_KEY_MINUS, nothing_held, Command::zoom_out, "-", ""},
    Key{GLFW_KEY_KP_SUBTRACT, nothing_held, Command::zoom_out, "-", ""},
    Key{GLFW_KEY_P, nothing_held, Command::press, "P",
        "hold: press on the scene with the mouse pointer, which effects may follow"},
    Key{GLFW_KEY_HOME, nothing_held, Command::camera_home, "Home", "return the camera to the effect's view"},
    Key{GLFW_KEY_HOME, control_held, Command::take_view, "Ctrl+Home", "make this view that of the effect"},
    Key{GLFW_KEY_Z, nothing_held, Command::frame_living, "Z", "show all that lives"},
    Key{GLFW_KEY_O, nothing_held, Command::turntable, "O", "turn the camera round, or stop it"},
    Key{GLFW_KEY_F5, control_held, Command::save_view, "Ctrl+F5", "keep this view by a name"},
    Key{GLFW_KEY_F1, control_held, Command::view_1, "Ctrl+F1", "go to the first view that is kept"},
    Key{GLFW_KEY_F2, control_held, Command::view_2, "Ctrl+F2", "go to the second one"},
    Key{GLFW_KEY_F3, control_held, Command::view_3, "Ctrl+F3", "go to the third one"},
    Key{GLFW_KEY_F4, control_held, Command::view_4, "Ctrl+F4", "go to the fourth one"},
    Key{GLFW_KEY_E, shift_held, Command::toggle_axes, "Shift+E", "show or hide the cross of axes"},
    Key{GLFW_KEY_F, shift_held, Command::freeze_camera, "Shift+F",
        "freeze the culling camera, to look at it from elsewhere"},
    Key{GLFW_KEY_G, nothing_held, Command::toggle_lab, "G", "open or close the Lab: scans step by step"},
    Key{GLFW_KEY_END, nothing_held, Command::last_frame, "End",
        "in the Lab: the last step (Home: the first; Left, Right: one step; Space: play)"},
    Key{GLFW_KEY_1, control_held, Command::show_effect, "Ctrl+1", "show the tab of the effect"},
    Key{GLFW_KEY_2, control_held, Command::show_compute, "Ctrl+2", "show how it is computed and drawn"},
    Key{GLFW_KEY_3, control_held, Command::show_profile, "Ctrl+3", "show what it costs"},
    Key{GLFW_KEY_F6, nothing_held, Command::use_keyboard, "F6",
        "use the panel with arrow keys, Space and Enter (Ctrl+Tab: another window); F6 or Esc ends it"},
    Key{GLFW_KEY_F10, shift_held, Command::open_menu, "Shift+F10 or Menu",
        "open the menu of the row that has the keyboard (or right click)"},
    Key{GLFW_KEY_MENU, nothing_held, Command::open_menu, "Menu", ""},
    Key{GLFW_KEY_TAB, nothing_held, Command::toggle_panel, "Tab or H", "show or hide the panel"},
    Key{GLFW_KEY_H, nothing_held, Command::toggle_panel, "H", ""},
    Key{GLFW_KEY_V, nothing_held, Command::vsync, "V", "turn vsync on or off"},
    Key{GLFW_KEY_F, nothing_held, Command::fullscreen, "F or F11", "turn full screen on or off"},
    Key{GLFW_KEY_F11, nothing_held, Command::fullscreen, "F11", ""},
    Key{GLFW_KEY_F12, nothing_held, Command::screenshot, "F12", "save the scene as a PNG file"},
    Key{GLFW_KEY_F12, shift_held, Command::screenshot_with_panel, "Shift+F12", "save it with the panel"},
    Key{GLFW_KEY_F9, nothing_held, Command::film, "F9", "begin or end a film of the scene"},
    Key{GLFW_KEY_E, control_held, Command::export_list, "Ctrl+E", "show or hide the exports"},
    Key{GLFW_KEY_F1, nothing_held, Command::toggle_help, "F1", "show or hide this help"},
    Key{GLFW_KEY_ESCAPE, nothing_held, Command::close, "Esc", "close an open list, this help or the Lab"},
    Key{GLFW_KEY_Q, control_held, Command::quit, "Ctrl+Q", "quit"},
};

void toggle(Events& events, const char* pointer, bool now) {
    events.edit(pointer, !now);
}

/// Makes the place of the camera that of the effect's view, as one edit.
void take_view(const Model& model, Events& events) {
    const effects::Waypoint& seen = model.seen;
    const glm::vec3 away = seen.position - seen.target;
    const float distance = std::max(glm::length(away), 1e-3f);
    const auto rounded = [](float value) { return std::round(value * 1000) / 1000; };
    effects::View view = model.settings->effect.view;
    view.target = glm::round(seen.target * 1000.0f) / 1000.0f;
    view.distance = rounded(distance);
    view.yaw = rounded(glm::degrees(std::atan2(away.x, away.z)));
    view.pitch = rounded(glm::degrees(std::asin(away.y / distance)));
    events.what = "view of the camera";
    events.edit("/effect/view", effects::write(view));
}

/// Opens the built-in effect that is so many places further in their list; a file is before the first.
void open_neighbour(const Model& model, Events& events, std::ptrdiff_t step) {
    const std::vector<Choice>& all = model.document.built_in;
    if (all.empty()) return;
    const auto found = std::ranges::find(all, model.document.name, &Choice::name);
    const bool is_among_them = !model.document.is_file && found != all.end();
    const std::ptrdiff_t count = std::ssize(all), before_first = step > 0 ? -1 : 0;
    const std::ptrdiff_t now = is_among_them ? found - all.begin() : before_first;
    events.open = all[static_cast<std::size_t>((now + step + count) % count)].name;
}

/// Goes to a view that is kept, or says that there is none.
void go_to_view(const Model& model, Events& events, std::size_t index) {
    if (index < model.document.views.size())
        events.view = ViewRequest{ViewRequest::Kind::go, index};
    else
        events.warning = fmt::format("There is no view {}: Ctrl+F5 keeps the present one.", index + 1);
}

constexpr std::array actions{
    std::pair{Command::step_once, Action::step_once},
    std::pair{Command::find, Action::find},
    std::pair{Command::pick_particle, Action::pick_particle},
    std::pair{Command::step_back, Action::step_back},
    std::pair{Command::first_step, Action::first_step},
    std::pair{Command::newest_step, Action::newest_step},
    std::pair{Command::next_marker, Action::next_marker},
    std::pair{Command::previous_marker, Action::previous_marker},
    std::pair{Command::set_marker, Action::set_marker},
    std::pair{Command::begin_loop, Action::begin_loop},
    std::pair{Command::end_loop, Action::end_loop},
    std::pair{Command::toggle_loop, Action::toggle_loop},
    std::pair{Command::reset, Action::reset},
    std::pair{Command::reseed, Action::reseed},
    std::pair{Command::check_scan, Action::check_scan},
    std::pair{Command::fullscreen, Action::fullscreen},
    std::pair{Command::save_state, Action::save_state},
    std::pair{Command::load_state, Action::load_state},
    std::pair{Command::screenshot, Action::screenshot},
    std::pair{Command::screenshot_with_panel, Action::screenshot_with_panel},
    std::pair{Command::film, Action::film},
    std::pair{Command::export_list, Action::export_list},
    std::pair{Command::new_effect, Action::new_effect},
    std::pair{Command::open_effect, Action::open_effect},
    std::pair{Command::save_effect, Action::save_effect},
    std::pair{Command::save_effect_as, Action::save_effect_as},
    std::pair{Command::undo, Action::undo},
    std::pair{Command::redo, Action::redo},
    std::pair{Command::history, Action::history_list},
    std::pair{Command::differences, Action::differences_list},
    std::pair{Command::copy, Action::copy},
    std::pair{Command::paste, Action::paste},
    std::pair{Command::add_emitter, Action::add_emitter},
    std::pair{Command::duplicate_emitter, Action::duplicate_emitter},
    std::pair{Command::rename_emitter, Action::rename_emitter},
    std::pair{Command::mute_emitter, Action::mute_emitter},
    std::pair{Command::solo_emitter, Action::solo_emitter},
    std::pair{Command::next_emitter, Action::next_emitter},
    std::pair{Command::previous_emitter, Action::previous_emitter},
    std::pair{Command::emitter_later, Action::emitter_later},
    std::pair{Command::emitter_earlier, Action::emitter_earlier},
    std::pair{Command::camera_home, Action::camera_home},
    std::pair{Command::frame_living, Action::frame_living},
    std::pair{Command::turntable, Action::turntable},
    std::pair{Command::toggle_axes, Action::toggle_axes},
    std::pair{Command::show_effect, Action::show_effect},
    std::pair{Command::show_compute, Action::show_compute},
    std::pair{Command::show_profile, Action::show_profile},
    std::pair{Command::use_keyboard, Action::use_keyboard},
    std::pair{Command::open_menu, Action::open_menu},
    std::pair{Command::quit, Action::quit},
};

std::optional<Action> action_of(Command command) {
    for (const auto& [asked, action] : actions)
        if (asked == command) return action;
    return std::nullopt;
}

/// Returns what a key does to the lesson while the Lab is open.
std::optional<LabAction> lab_action_of(Command command) {
    switch (command) {
        case Command::pause:
            return LabAction::play;
        case Command::orbit_left:
            return LabAction::back;
        case Command::orbit_right:
            return LabAction::forward;
        case Command::orbit_up:
            return LabAction::previous_lesson;
        case Command::orbit_down:
            return LabAction::next_lesson;
        case Command::camera_home:
            return LabAction::first_frame;
        case Command::last_frame:
            return LabAction::last_frame;
        default:
            return std::nullopt;
    }
}

/// Returns true if the command does the same whether or not the Lab is open.
bool is_of_window(Command command) {
    constexpr std::array commands{Command::toggle_help, Command::toggle_lab,   Command::vsync,
                                  Command::fullscreen,  Command::screenshot,   Command::close,
                                  Command::quit,        Command::use_keyboard, Command::open_menu};
    return std::find(commands.begin(), commands.end(), command) != commands.end();
}

}  // namespace

std::span<const Key> keys() {
    return table;
}

std::optional<Command> find_command(int key, unsigned held) {
    for (const Key& row : table)
        if (row.key == key && row.held == held) return row.command;
    return std::nullopt;
}

int meant_key(int place, const char* name) {
    if (name == nullptr || name[0] == '\0' || name[1] != '\0') return place;
    const int letter = std::toupper(static_cast<unsigned char>(name[0]));
    return letter >= 'A' && letter <= 'Z' ? GLFW_KEY_A + (letter - 'A') : place;
}

std::optional<Command> find_held_command(int key) {
    for (const Key& row : table)
        if (row.key == key && acts_while_held(row.command)) return row.command;
    return std::nullopt;
}

bool acts_while_held(Command command) {
    return command >= Command::orbit_left && command <= Command::press;
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
    if (settings.display.lab && !is_of_window(command)) {
        if (const auto action = lab_action_of(command)) events.lab.actions.push_back(*action);
        return;
    }
    switch (command) {
        case Command::pause:
            return toggle(events, "/simulation/paused", settings.simulation.paused);
        case Command::toggle_panel:
            return toggle(events, "/display/panel", settings.display.panel);
        case Command::toggle_timeline:
            return toggle(events, "/display/timeline", settings.display.timeline);
        case Command::toggle_help:
            return toggle(events, "/display/help", settings.display.help);
        case Command::toggle_lab:
            return toggle(events, "/display/lab", settings.display.lab);
        case Command::vsync:
            return toggle(events, "/display/vsync", settings.display.vsync);
        case Command::toggle_handles:
            return toggle(events, "/display/handles", settings.display.handles);
        case Command::next_effect:
            return open_neighbour(model, events, 1);
        case Command::previous_effect:
            return open_neighbour(model, events, -1);
        case Command::take_view:
            return take_view(model, events);
        case Command::save_view:
            events.view = ViewRequest{ViewRequest::Kind::save};
            return;
        case Command::view_1:
        case Command::view_2:
        case Command::view_3:
        case Command::view_4:
            return go_to_view(model, events,
                              static_cast<std::size_t>(command) - static_cast<std::size_t>(Command::view_1));
        case Command::freeze_camera:
            return toggle(events, "/display/freeze_camera", settings.display.freeze_camera);
        case Command::next_backend:
            return events.edit("/simulation/backend", next_backend(model));
        case Command::close:
            if (settings.display.help) return toggle(events, "/display/help", true);
            if (settings.display.lab) return toggle(events, "/display/lab", true);
            return events.actions.push_back(Action::say_how_to_quit);
        default:
            if (const auto action = action_of(command)) events.actions.push_back(*action);
    }
}

constexpr float high_enough = 640;  // natural pixels; in a lower window the keys need the small font

/// Draws the window (F1) that lists every key, scrolled by so many halves of the window's height.
void help_window(Draw& draw, int pages) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool is_low = window.y < high_enough * draw.scale;
    ImFont* font = is_low ? draw.fonts.small : draw.fonts.body;
    const float keys_width = font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, "Shift+F10 or Menu   ").x;
    const float room = window.x - keys_width - 6 * edge_margin * draw.scale;
    ImGui::SetNextWindowPos(ImVec2(window.x / 2, window.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowBgAlpha(1);  // opaque, so that the keys are easy to read
    ImGui::SetNextWindowFocus();
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Help", nullptr, flags)) {
        ImGui::TextColored(color::accent, "Keys");
        ImGui::Spacing();
        if (pages != 0) ImGui::SetScrollY(ImGui::GetScrollY() + static_cast<float>(pages) * window.y / 2);
        ImGui::PushFont(font);
        if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_RowBg)) {
            for (const Key& key : keys()) {
                if (key.what.empty()) continue;
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextColored(color::accent, "%s   ", key.label.data());
                ImGui::TableNextColumn();
                ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + room);
                ImGui::TextUnformatted(key.what.data(), key.what.data() + key.what.size());
                ImGui::PopTextWrapPos();
            }
            ImGui::EndTable();
        }
        ImGui::PopFont();
        ImGui::Spacing();
        small_text(draw, color::dim,
                   "Ctrl+click on a slider to type a number; right click on a row offers to reset it.");
        if (button(draw, "help/close", "Close")) draw.events.edit("/display/help", false);
    }
    ImGui::End();
}

}  // namespace winnow::ui
