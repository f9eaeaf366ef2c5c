// Checks that every key has an action and that the help window lists it.
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <set>

#include "imgui_fixture.h"
#include "ui/keys.h"

namespace winnow::test {
namespace {

using ui::Action;
using ui::Command;

class KeysTest : public PanelTest {
  protected:
    ui::Events perform(Command command) {
        ui::Events events;
        ui::perform(command, model_, events);
        return events;
    }
    nlohmann::json edited(Command command, const std::string& pointer) {
        const auto edits = perform(command).edits;
        EXPECT_EQ(edits.size(), 1u);
        EXPECT_EQ(edits.at(0).pointer, pointer);
        return edits.at(0).value;
    }
};

TEST_F(KeysTest, EachCommandIsExplained) {
    std::set<Command> explained;
    for (const ui::Key& key : ui::keys())
        if (!key.what.empty() || ui::acts_while_held(key.command)) explained.insert(key.command);
    for (int c = 0; c <= static_cast<int>(Command::quit); ++c)
        EXPECT_TRUE(explained.contains(static_cast<Command>(c))) << c;
}

TEST_F(KeysTest, LettersAreWhereTheLayoutPrintsThem) {
    EXPECT_EQ(ui::meant_key(GLFW_KEY_Y, "z"), GLFW_KEY_Z) << "German";
    EXPECT_EQ(ui::meant_key(GLFW_KEY_W, "z"), GLFW_KEY_Z) << "French";
    EXPECT_EQ(ui::meant_key(GLFW_KEY_A, "a"), GLFW_KEY_A);
    EXPECT_EQ(ui::meant_key(GLFW_KEY_S, "\xD1\x8B"), GLFW_KEY_S) << "Cyrillic has no S";
    EXPECT_EQ(ui::meant_key(GLFW_KEY_KP_ADD, "+"), GLFW_KEY_KP_ADD);
    EXPECT_EQ(ui::meant_key(GLFW_KEY_ESCAPE, nullptr), GLFW_KEY_ESCAPE);
}

TEST_F(KeysTest, KeysGoRoundTheBuiltInEffects) {
    model_.document.built_in = {{"fire", ""}, {"rain", ""}, {"snow", ""}};
    model_.document.name = "rain";
    EXPECT_EQ(perform(Command::next_effect).open, "snow");
    EXPECT_EQ(perform(Command::previous_effect).open, "fire");
    model_.document.name = "snow";
    EXPECT_EQ(perform(Command::next_effect).open, "fire");
    model_.document.is_file = true;
    EXPECT_EQ(perform(Command::next_effect).open, "fire");
    EXPECT_EQ(perform(Command::previous_effect).open, "snow");
}

TEST_F(KeysTest, HelpWindowShowsThem) {
    EXPECT_EQ(text_of_frame().find("restart with the next seed"), std::string::npos);
    settings_.display.help = true;
    settings_.display.panel = false;
    for (int i = 0; i < 3; ++i) frame();  // a window that sizes itself is visible a frame or two later
    const std::string text = text_of_frame();
    for (const ui::Key& key : ui::keys()) EXPECT_NE(text.find(key.what), std::string::npos) << key.what;
    const auto edits = click("help/close").edits;
    ASSERT_EQ(edits.size(), 1u);
    EXPECT_EQ(edits[0].pointer, "/display/help");
    EXPECT_EQ(edits[0].value, false);
}

TEST_F(KeysTest, ShiftMakesADifference) {
    EXPECT_EQ(ui::find_command(GLFW_KEY_R, ui::nothing_held), Command::reset);
    EXPECT_EQ(ui::find_command(GLFW_KEY_R, ui::shift_held), Command::reseed);
    EXPECT_EQ(ui::find_command(GLFW_KEY_Q, ui::nothing_held), std::nullopt);
}

TEST_F(KeysTest, ControlMakesADifference) {
    EXPECT_EQ(ui::find_command(GLFW_KEY_S, ui::nothing_held), Command::save_state);
    EXPECT_EQ(ui::find_command(GLFW_KEY_S, ui::control_held), Command::save_effect);
    EXPECT_EQ(ui::find_command(GLFW_KEY_S, ui::control_held | ui::shift_held), Command::save_effect_as);
    EXPECT_EQ(ui::find_command(GLFW_KEY_Z, ui::control_held | ui::shift_held), Command::redo);
    EXPECT_EQ(ui::find_command(GLFW_KEY_R, ui::control_held), std::nullopt);
    EXPECT_EQ(ui::find_held_command(GLFW_KEY_LEFT), Command::orbit_left);
    EXPECT_EQ(ui::find_held_command(GLFW_KEY_P), Command::press);
    EXPECT_EQ(ui::find_held_command(GLFW_KEY_S), std::nullopt);
    EXPECT_EQ(perform(Command::undo).actions, std::vector{Action::undo});
}

TEST_F(KeysTest, TogglesAreEdits) {
    EXPECT_EQ(edited(Command::pause, "/simulation/paused"), true);
    settings_.simulation.paused = true;
    EXPECT_EQ(edited(Command::pause, "/simulation/paused"), false);
    EXPECT_EQ(edited(Command::vsync, "/display/vsync"), false);
    EXPECT_EQ(edited(Command::toggle_panel, "/display/panel"), false);
    EXPECT_EQ(edited(Command::toggle_help, "/display/help"), true);
    EXPECT_EQ(edited(Command::freeze_camera, "/display/freeze_camera"), true);
}

TEST_F(KeysTest, BackendsAreCycledThroughThoseThatWork) {
    model_.choices.backend[2].reason = "no device";  // auto glsl (cuda) cpu
    std::vector<std::string> seen;
    for (int i = 0; i < 4; ++i) {
        seen.push_back(edited(Command::next_backend, "/simulation/backend"));
        settings_.simulation.backend = *find_name(backends, seen.back());
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"glsl", "cpu", "auto", "glsl"}));
}

TEST_F(KeysTest, InTheLabKeysStepThroughTheLesson) {
    EXPECT_TRUE(perform(Command::orbit_right).lab.actions.empty());
    EXPECT_TRUE(perform(Command::last_frame).lab.actions.empty());
    EXPECT_EQ(edited(Command::toggle_lab, "/display/lab"), true);
    settings_.display.lab = true;
    EXPECT_EQ(edited(Command::toggle_lab, "/display/lab"), false);
    using ui::LabAction;
    const std::pair<Command, LabAction> pairs[] = {{Command::orbit_left, LabAction::back},
                                                   {Command::orbit_right, LabAction::forward},
                                                   {Command::orbit_up, LabAction::previous_lesson},
                                                   {Command::orbit_down, LabAction::next_lesson},
                                                   {Command::camera_home, LabAction::first_frame},
                                                   {Command::last_frame, LabAction::last_frame},
                                                   {Command::pause, LabAction::play}};
    for (const auto& [command, action] : pairs) {
        const ui::Events events = perform(command);
        EXPECT_EQ(events.lab.actions, std::vector{action});
        EXPECT_TRUE(events.edits.empty() && events.actions.empty());
    }
    EXPECT_TRUE(perform(Command::reset).actions.empty()) << "the simulation is covered";
    EXPECT_EQ(perform(Command::screenshot).actions, std::vector{Action::screenshot});
}

TEST_F(KeysTest, EscapeClosesTheLabAfterTheHelp) {
    settings_.display.lab = settings_.display.help = true;
    EXPECT_EQ(edited(Command::close, "/display/help"), false);
    settings_.display.help = false;
    EXPECT_EQ(edited(Command::close, "/display/lab"), false);
}

TEST_F(KeysTest, EscapeClosesTheHelpFirst) {
    EXPECT_EQ(perform(Command::close).actions, std::vector{Action::say_how_to_quit}) << "it ends nothing";
    EXPECT_EQ(perform(Command::quit).actions, std::vector{Action::quit});
    settings_.display.help = true;
    EXPECT_EQ(edited(Command::close, "/display/help"), false);
}

}  // namespace
}  // namespace winnow::test
