// Small pictures of the built-in effects. They lie in the atlas of the fonts, and so need no texture of their
// own.
#pragma once

#include <imgui.h>

#include <string_view>
#include <vector>

namespace winnow::ui {

struct Thumbnail {
    std::string_view effect;  // its name
    ImVec2 least, most;       // the corners in the atlas, as ImGui::Image takes them
};

inline const ImVec2 thumbnail_size{64, 36};  // natural pixels

/// Makes room in an atlas that is not built yet. Returns the index of the first rectangle.
int add_thumbnails(ImFontAtlas& atlas);
/// Draws the pictures into the atlas, which must be built.
std::vector<Thumbnail> draw_thumbnails(ImFontAtlas& atlas, int first);

}  // namespace winnow::ui
