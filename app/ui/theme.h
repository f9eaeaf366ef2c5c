// The panel's look: one dark theme, one accent colour, three sizes of one typeface.
#pragma once

#include <imgui.h>

#include <string>
#include <string_view>
#include <vector>

namespace winnow::ui {

namespace color {
inline const ImVec4 text{0.88f, 0.89f, 0.91f, 1.00f};
inline const ImVec4 dim{0.58f, 0.61f, 0.66f, 1.00f};
inline const ImVec4 accent{0.93f, 0.71f, 0.36f, 1.00f};  // ripe grain
inline const ImVec4 on_accent{0.10f, 0.08f, 0.05f, 1.00f};
inline const ImVec4 good{0.45f, 0.80f, 0.52f, 1.00f};
inline const ImVec4 bad{0.95f, 0.42f, 0.38f, 1.00f};
inline const ImVec4 second{0.42f, 0.66f, 0.90f, 1.00f};  // a second curve
}  // namespace color

struct Fonts {
    ImFont* body = nullptr;
    ImFont* small = nullptr;
    ImFont* large = nullptr;
    std::vector<ImFont*> all;  // these and more sizes for drawings, the smallest first
};

struct SizedFont {
    ImFont* font;
    float pixels;  // the height of a line
};

/// Sets colours and spacing of the current ImGui context, at `scale` times the natural size.
void apply_theme(float scale);

/// Replaces the fonts of the current ImGui context's atlas: DejaVu Sans if this system has it, ImGui's own
/// otherwise. The caller must then create the atlas' texture again.
Fonts load_fonts(float scale);

/// Returns the font for letters of this size (the em, pixels). A line has the height of a size that the atlas
/// holds, because scaled letters are blurred; only below the smallest it is scaled.
SizedFont fitting_font(const Fonts& fonts, float letter_pixels);

/// Returns the text with each sign that the font lacks spelt in ASCII: "->" for an arrow.
std::string legible(const ImFont& font, std::string_view utf8);

}  // namespace winnow::ui
