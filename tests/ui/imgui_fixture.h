// Draws the panel in an ImGui context without a window: frames are not shown, and the mouse is simulated.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

#include "ui/panel.h"

namespace winnow::test {

class PanelTest : public ::testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// Gives the window a size, and the interface a scale, from the next frame on.
    void resize(ImVec2 size, float scale);
    /// Draws one frame with the mouse as it is. Returns the events of that frame.
    ui::Events frame();
    /// Draws frames until windows that size themselves have their positions, a frame or two later.
    void settle();
    /// Applies the edits, which must be accepted, and settles.
    void apply(const ui::Events& events);
    /// Returns what the settings have at a JSON pointer.
    nlohmann::json value(const std::string& pointer) const;
    /// Draws one frame and returns the text of its first window, because ImGui's log ends there: the panel
    /// unless that is hidden.
    std::string text_of_frame();

    /// Presses and releases the left button over the middle of a widget (or over `share` of its width).
    /// Returns all events on the way. Fails the test if no such widget is visible.
    ui::Events click(const std::string& name, float share = 0.5f);
    /// Presses the button at one share of the width, moves to the other and down by a share of the height,
    /// and releases it. Returns all events.
    ui::Events drag(const std::string& name, float from, float to, float down = 0);
    void right_click(const std::string& name);
    /// Moves the pointer over the middle of a widget and draws until ImGui has seen it.
    void hover(const std::string& name);
    bool shows_tooltip() const { return tooltip_list() != nullptr; }
    /// Returns what draws the tooltip that is shown; null if there is none.
    const ImDrawList* tooltip_list() const;
    void type(const std::string& text);
    /// Presses or releases a key, as the next frame will see it.
    static void set_key(ImGuiKey key, bool is_down);

    void open(ui::Tab tab);
    /// Returns the widget, in whichever tab it is, which is open then; null: no tab has it.
    const ui::Widget* find(const std::string& name);
    const ui::Widget& widget(const std::string& name);
    const ui::Fonts& fonts() const { return fonts_; }

    effects::Settings settings_;
    ui::Model model_;
    ui::UiMap map_;
    ui::Panel panel_;
    std::string clipboard_;
    std::vector<ui::Action> asked_;  // by keys, for the next frame

  private:
    void move_to(const std::string& name, float share);

    ui::Fonts fonts_;
    float scale_ = 0;
};

}  // namespace winnow::test
