// Text as rectangles, for drawing where no fonts are: on another program's picture, and in images.
#pragma once

#include <string_view>
#include <vector>

namespace winnow {

/// In units of the font's pixel, from the upper left corner of the text; y goes down.
struct GlyphRectangle {
    float x, y, width, height;
};

/// Height of a line with its distance to the next one, in these units.
inline constexpr float glyph_line = 12;

/// Returns what draws a line of text. Characters that are not ASCII are drawn as question marks.
std::vector<GlyphRectangle> glyphs_of(std::string_view text);
/// Returns the width of a line of text.
float glyph_width(std::string_view text);

}  // namespace winnow
