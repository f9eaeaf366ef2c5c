#include "render/sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "base/glyphs.h"

namespace winnow::render {
namespace {

using Color = std::array<std::uint8_t, Image::channels>;  // sRGB

constexpr Color ground{18, 19, 23}, bright{222, 224, 230}, quiet{150, 155, 166};
constexpr int width_per_scale = 160;  // of a picture
// In pixels of the font: between all things, between a picture and its caption, and a line with descenders.
constexpr int gap = 8, caption_gap = 4, line = 9;
constexpr double widescreen = 16.0 / 9;

std::uint8_t* pixel_of(Image& image, glm::ivec2 at) {
    return &image.pixels[static_cast<std::size_t>(at.y) * image.row_bytes() +
                         static_cast<std::size_t>(at.x) * Image::channels];
}

/// Parts outside the image are left out at the right and below.
void fill(Image& image, glm::ivec2 at, glm::ivec2 size, const Color& color) {
    const glm::ivec2 end = glm::min(at + size, glm::ivec2(image.size.width, image.size.height));
    for (int y = at.y; y < end.y; ++y)
        for (int x = at.x; x < end.x; ++x) std::ranges::copy(color, pixel_of(image, {x, y}));
}

int width_of(std::string_view text, int scale) {
    return static_cast<int>(std::ceil(glyph_width(text))) * scale;
}

/// Returns the text, or the beginning of it that fits, with ".." at its end; empty if nothing does.
std::string fitted(std::string text, int scale, int width) {
    if (width_of(text, scale) <= width) return text;
    while (!text.empty() && width_of(text + "..", scale) > width) text.pop_back();
    return text.empty() ? text : text + "..";
}

void draw(Image& image, std::string_view text, glm::ivec2 at, int scale, const Color& color) {
    for (const GlyphRectangle& one : glyphs_of(text))
        fill(image, at + scale * glm::ivec2(one.x, one.y), scale * glm::ivec2(one.width, one.height), color);
}

}  // namespace

int SheetLayout::scale() const {
    return std::max(1, picture.width / width_per_scale);
}

glm::ivec2 SheetLayout::title_place() const {
    return glm::ivec2(gap * scale());
}

glm::ivec2 SheetLayout::picture_place(int index) const {
    const glm::ivec2 first(gap, 2 * gap + line), between(gap, caption_gap + line + gap);
    const glm::ivec2 cell(index % columns, index / columns);
    return scale() * (first + cell * between) + cell * glm::ivec2(picture.width, picture.height);
}

glm::ivec2 SheetLayout::caption_place(int index) const {
    return picture_place(index) + glm::ivec2(0, picture.height + caption_gap * scale());
}

gl::Size SheetLayout::size() const {
    const int last_of_row = columns - 1, last_of_column = (rows() - 1) * columns;
    return {picture_place(last_of_row).x + picture.width + gap * scale(),
            caption_place(last_of_column).y + (line + gap) * scale()};
}

SheetLayout widescreen_layout(gl::Size picture, int count) {
    SheetLayout best{picture, count, 1};
    double nearest = std::numeric_limits<double>::infinity();
    for (SheetLayout one = best; one.columns <= count; ++one.columns) {
        const gl::Size size = one.size();
        const double empty = 1 - static_cast<double>(count) / (one.rows() * one.columns);
        const double apart = std::abs(std::log(size.width / (size.height * widescreen))) + empty;
        if (apart >= nearest) continue;
        nearest = apart;
        best = one;
    }
    return best;
}

Sheet::Sheet(const SheetLayout& layout, const SheetText& text) : layout_(layout), image_(layout.size()) {
    if (text.captions.size() != static_cast<std::size_t>(layout.count))
        throw std::invalid_argument("a sheet has one caption for each picture");
    fill(image_, {0, 0}, {image_.size.width, image_.size.height}, ground);
    const glm::ivec2 place = layout.title_place();
    const int scale = layout.scale(), width = image_.size.width - 2 * place.x;
    const std::string title = fitted(text.title, scale, width);
    draw(image_, title, place, scale, bright);
    const int behind = width_of(title, scale) + gap * scale;
    draw(image_, fitted(text.note, scale, width - behind), place + glm::ivec2(behind, 0), scale, quiet);

    int small = scale;
    for (const std::string& caption : text.captions)
        while (small > 1 && width_of(caption, small) > layout.picture.width) --small;
    for (int i = 0; i < layout.count; ++i)
        draw(image_, fitted(text.captions[static_cast<std::size_t>(i)], small, layout.picture.width),
             layout.caption_place(i), small, quiet);
}

void Sheet::put(int index, const Image& picture) {
    if (index < 0 || index >= layout_.count || picture.size != layout_.picture)
        throw std::invalid_argument("a picture is none of its sheet");
    const glm::ivec2 place = layout_.picture_place(index);
    for (int y = 0; y < picture.size.height; ++y)
        std::copy_n(&picture.pixels[static_cast<std::size_t>(y) * picture.row_bytes()], picture.row_bytes(),
                    pixel_of(image_, place + glm::ivec2(0, y)));
}

}  // namespace winnow::render
