// The typeface of the panel: DejaVu Sans, which the program contains, and fonts of the system for the scripts
// that it lacks.
#pragma once

#include <imgui.h>

#include <set>
#include <string_view>
#include <vector>

#include "ui/thumbnails.h"

namespace winnow::ui {

struct Fonts {
    ImFont* body = nullptr;
    ImFont* small = nullptr;
    ImFont* large = nullptr;
    std::vector<ImFont*> all;           // these and more sizes for drawings, the smallest first
    std::vector<Thumbnail> thumbnails;  // in the same atlas
};

struct SizedFont {
    ImFont* font;
    float pixels;  // the height of a line
};

/// Unicode code points of signs that texts have and the atlas does not always hold.
using Signs = std::set<unsigned>;

/// Add a sign, or those of a text, unless the atlas always holds it. Return true if one is new.
bool add_sign(Signs& signs, unsigned sign);
bool add_signs(Signs& signs, std::string_view utf8);

/// Replaces the fonts of the current ImGui context's atlas, and builds it. A sign that no font of this system
/// has is drawn as a box. The caller must then create the atlas' texture again.
Fonts load_fonts(float scale, const Signs& more = {});

/// Returns the font for letters of this size (the em, pixels). A line has the height of a size that the atlas
/// holds, because scaled letters are blurred; only below the smallest it is scaled.
SizedFont fitting_font(const Fonts& fonts, float letter_pixels);

}  // namespace winnow::ui
