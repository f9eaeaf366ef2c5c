// The panel in an ImGui context that has no window: frames are drawn to nowhere, the mouse is simulated.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <string>
#include <vector>

#include "ui/panel.h"

namespace winnow::test {

class PanelTest : public ::testing::Test {
  protected:
    void SetUp() override;
    void TearDown() override;

    /// One frame with the mouse as it is; what was asked for in it.
    ui::Events frame();
    /// One frame, and the text that was drawn in its first window (ImGui's log ends there): the panel
    /// unless that is hidden.
    std::string text_of_frame();

    /// Presses the left button over a widget's middle (or `share` of its width) and lets go. Everything asked
    /// for on the way. Fails the test if there is no such widget in sight.
    ui::Events click(const std::string& name, float share = 0.5f);
    /// Presses at one share of the width, moves to the other, lets go.
    ui::Events drag(const std::string& name, float from, float to);
    void right_click(const std::string& name);
    /// Moves the pointer over a widget's middle and draws until that was seen.
    void hover(const std::string& name);
    bool shows_tooltip() const;
    void type(const std::string& text);

    const ui::Widget& widget(const std::string& name);

    effects::Settings settings_;
    ui::Model model_;
    ui::UiMap map_;
    ui::Panel panel_;
    std::string clipboard_;

  private:
    void move_to(const std::string& name, float share);

    ui::Fonts fonts_;
};

}  // namespace winnow::test
