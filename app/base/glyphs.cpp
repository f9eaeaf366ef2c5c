#include "base/glyphs.h"

#include <cstddef>
#include <string>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_easy_font.h>
#pragma GCC diagnostic pop

namespace winnow {
namespace {

/// A corner of a rectangle, as stb_easy_font writes four of them: the upper left one first, the lower right
/// one third.
struct Corner {
    float x, y, z;
    unsigned char color[4];
};

/// Returns the text of characters that the font has, one for each character of UTF-8.
std::string drawable(std::string_view text) {
    std::string ascii;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte & 0xC0) == 0x80) continue;  // goes on with a character
        ascii += byte >= ' ' && byte <= '~' ? c : '?';
    }
    return ascii;
}

}  // namespace

std::vector<GlyphRectangle> glyphs_of(std::string_view text) {
    constexpr std::size_t most = 64;  // rectangles of a character
    std::string ascii = drawable(text);
    std::vector<Corner> corners(4 * most * ascii.size());
    const int count = stb_easy_font_print(0, 0, ascii.data(), nullptr, corners.data(),
                                          static_cast<int>(corners.size() * sizeof(Corner)));
    std::vector<GlyphRectangle> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const Corner &first = corners[4 * i], &third = corners[4 * i + 2];
        all.push_back({first.x, first.y, third.x - first.x, third.y - first.y});
    }
    return all;
}

float glyph_width(std::string_view text) {
    std::string ascii = drawable(text);
    return static_cast<float>(stb_easy_font_width(ascii.data()));
}

}  // namespace winnow
