// Checks that the texts of both themes stand out from their grounds, as WCAG 2 measures it.
#include "ui/theme.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace winnow::test {
namespace {

namespace color = ui::color;

/// WCAG 2.1, "relative luminance".
float luminance(const ImVec4& color) {
    const auto linear = [](float level) {
        return level <= 0.03928f ? level / 12.92f : std::pow((level + 0.055f) / 1.055f, 2.4f);
    };
    return 0.2126f * linear(color.x) + 0.7152f * linear(color.y) + 0.0722f * linear(color.z);
}

float contrast(const ImVec4& one, const ImVec4& other) {
    const auto [least, most] = std::minmax({luminance(one), luminance(other)});
    return (most + 0.05f) / (least + 0.05f);
}

ImVec4 over(const ImVec4& color, const ImVec4& ground) {
    const auto mixed = [&](float a, float b) { return a * color.w + b * (1 - color.w); };
    return {mixed(color.x, ground.x), mixed(color.y, ground.y), mixed(color.z, ground.z), 1};
}

class ThemeTest : public ::testing::Test {
  protected:
    void SetUp() override { ImGui::CreateContext(); }
    void TearDown() override {
        ui::apply_theme(1);
        ImGui::DestroyContext();
    }
    /// Checks inks on a colour of ImGui's, in a window over a white picture and over a black one.
    static void expect(float least, ImGuiCol ground, std::initializer_list<ImVec4> inks) {
        const ImVec4* colors = ImGui::GetStyle().Colors;
        for (const float picture : {0.0f, 1.0f})
            for (const ImVec4& ink : inks) {
                const ImVec4 window = over(colors[ImGuiCol_WindowBg], ImVec4(picture, picture, picture, 1));
                EXPECT_GE(contrast(ink, over(colors[ground], window)), least)
                    << ImGui::GetStyleColorName(ground) << ", " << ink.x << ' ' << ink.y << ' ' << ink.z;
            }
    }
    static void expect_of_theme(float least) {
        for (const ImGuiCol ground : {ImGuiCol_WindowBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg})
            expect(least, ground,
                   {color::text, color::dim, color::accent, color::good, color::bad, color::second});
        for (const ImGuiCol ground :
             {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_Button, ImGuiCol_ButtonHovered,
              ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive})
            expect(least, ground, {color::text, color::dim, color::accent});
        expect(least, ImGuiCol_ButtonActive, {color::text});
        EXPECT_GE(contrast(color::on_accent, color::accent), least);
    }
};

TEST_F(ThemeTest, TextsStandOut) {
    ui::apply_theme(1);
    expect_of_theme(4.5f);
}

TEST_F(ThemeTest, TextsStandOutMoreInHighContrast) {
    ui::apply_theme(1, true);
    expect_of_theme(7);
    EXPECT_GE(contrast(ImGui::GetStyle().Colors[ImGuiCol_Border], ImVec4(0, 0, 0, 1)), 3);
    EXPECT_GT(ImGui::GetStyle().FrameBorderSize, 0);
}

}  // namespace
}  // namespace winnow::test
