// The panel's look: dark, with one accent colour and three sizes of one typeface.
#pragma once

#include <imgui.h>

#include "ui/fonts.h"

namespace winnow::ui {

/// The colours of the theme in use. Texts have a contrast of at least 4.5 to 1 to the grounds that they stand
/// on, 7 to 1 in the theme of high contrast (WCAG 2, AA and AAA).
namespace color {
inline ImVec4 text, dim, accent, on_accent, good, bad;
inline ImVec4 second;  // a second curve
}  // namespace color

/// Sets colours and spacing of the current ImGui context, at `scale` times the natural size.
void apply_theme(float scale, bool high_contrast = false);

}  // namespace winnow::ui
