// Marks over the picture, which are seen on a bright ground too.
#pragma once

#include <imgui.h>

#include <string>

namespace winnow::ui {

ImU32 translucent(const ImVec4& color, float alpha);
float distance(ImVec2 a, ImVec2 b);

/// Draws a line that ends `before` the point.
void add_line_to(ImDrawList& list, ImVec2 from, ImVec2 to, float before, ImU32 color, float width);
void add_ring(ImDrawList& list, ImVec2 center, float radius, ImU32 color, float width);
/// Draws an arrow head of this length whose point lies at `tip`, away from `from`.
void add_arrow_head(ImDrawList& list, ImVec2 from, ImVec2 tip, float length, ImU32 color);
/// Draws a text on a dark ground beside a point, within the rectangle.
void add_caption(ImDrawList& list, const ImFont& font, const std::string& text, ImVec2 beside, float gap,
                 ImVec2 least, ImVec2 most);

}  // namespace winnow::ui
