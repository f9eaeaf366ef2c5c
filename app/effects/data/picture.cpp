#include "effects/data/picture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "base/error.h"
#include "base/png.h"
#include "effects/model/colour.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

constexpr int channels = 4;

/// The frames of one size, in their order; of each, rows from the top of linear colours that are multiplied
/// by alpha.
struct Level {
    std::uint32_t width = 0, height = 0, frames = 0;
    std::vector<glm::vec4> texels;

    std::size_t index(std::uint32_t frame, std::uint32_t x, std::uint32_t y) const {
        return (std::size_t{frame} * height + y) * width + x;
    }
};

glm::vec4 texel_of(const std::uint8_t* p, bool is_opacity) {
    constexpr float most = 255;
    if (is_opacity) return glm::vec4(static_cast<float>(p[0]) / most);
    const float alpha = static_cast<float>(p[3]) / most;
    return {glm::vec3(linear(p[0]), linear(p[1]), linear(p[2])) * alpha, alpha};
}

/// True if no pixel has a colour or lets through what is behind it.
bool is_grey_and_opaque(const Pixels& image) {
    for (std::size_t i = 0; i < image.bytes.size(); i += channels) {
        const std::uint8_t* const p = &image.bytes[i];
        if (p[0] != p[1] || p[1] != p[2] || p[3] != 255) return false;
    }
    return true;
}

/// Cuts the image into frames, from left to right and then down.
Level cut(const Pixels& image, FrameGrid grid) {
    const auto width = static_cast<std::uint32_t>(image.width),
               height = static_cast<std::uint32_t>(image.height);
    Level level{width / grid.columns, height / grid.rows, grid.columns * grid.rows, {}};
    level.texels.reserve(std::size_t{width} * height);
    const bool is_opacity = is_grey_and_opaque(image);
    for (std::uint32_t frame = 0; frame < level.frames; ++frame)
        for (std::uint32_t y = 0; y < level.height; ++y)
            for (std::uint32_t x = 0; x < level.width; ++x) {
                const std::size_t column = frame % grid.columns * level.width + x;
                const std::size_t row = frame / grid.columns * level.height + y;
                level.texels.push_back(texel_of(&image.bytes[(row * width + column) * channels], is_opacity));
            }
    return level;
}

/// The texels along one axis that a texel of the next level covers, and the share of it that each has.
struct Covered {
    std::uint32_t first = 0;
    std::vector<float> shares;
};

std::vector<Covered> covered_by(std::uint32_t size, std::uint32_t next) {
    std::vector<Covered> all(next);
    const double ratio = static_cast<double>(size) / next;
    for (std::uint32_t i = 0; i < next; ++i) {
        const double begin = i * ratio, end = std::min<double>((i + 1) * ratio, size);
        all[i].first = static_cast<std::uint32_t>(begin);
        for (std::uint32_t k = all[i].first; k < end; ++k)
            all[i].shares.push_back(
                static_cast<float>((std::min(end, k + 1.0) - std::max<double>(begin, k)) / ratio));
    }
    return all;
}

/// Returns the level of half the size, each of whose texels is the mean over its area.
Level halved(const Level& level) {
    Level next{std::max(1u, level.width / 2), std::max(1u, level.height / 2), level.frames, {}};
    const auto columns = covered_by(level.width, next.width), rows = covered_by(level.height, next.height);
    next.texels.reserve(std::size_t{next.width} * next.height * next.frames);
    for (std::uint32_t frame = 0; frame < level.frames; ++frame)
        for (const Covered& row : rows)
            for (const Covered& column : columns) {
                glm::vec4 sum(0);
                for (std::uint32_t j = 0; j < row.shares.size(); ++j)
                    for (std::uint32_t i = 0; i < column.shares.size(); ++i)
                        sum += level.texels[level.index(frame, column.first + i, row.first + j)] *
                               (row.shares[j] * column.shares[i]);
                next.texels.push_back(sum);
            }
    return next;
}

/// Returns a texel in 32 bits: the square roots of its colour, so that dark shades are as fine, and its
/// alpha.
std::uint32_t packed(const glm::vec4& texel) {
    const glm::vec4 held = glm::clamp(glm::vec4(glm::sqrt(glm::vec3(texel)), texel.a), 0.0f, 1.0f);
    std::uint32_t word = 0;
    for (int c = 0; c < channels; ++c)
        word |= static_cast<std::uint32_t>(std::lround(held[c] * 255)) << (8 * c);
    return word;
}

glm::vec4 row_of(const std::array<std::uint32_t, 4>& words) {
    return std::bit_cast<glm::vec4>(words);
}

/// Appends a row for each texel: it, and those to its right, below, and right below within the frame.
void add_texels(FileData& rows, const Level& level) {
    std::vector<std::uint32_t> words(level.texels.size());
    std::ranges::transform(level.texels, words.begin(), packed);
    for (std::uint32_t frame = 0; frame < level.frames; ++frame)
        for (std::uint32_t y = 0; y < level.height; ++y)
            for (std::uint32_t x = 0; x < level.width; ++x) {
                const std::uint32_t right = std::min(x + 1, level.width - 1),
                                    below = std::min(y + 1, level.height - 1);
                rows.push_back(
                    row_of({words[level.index(frame, x, y)], words[level.index(frame, right, y)],
                            words[level.index(frame, x, below)], words[level.index(frame, right, below)]}));
            }
}

void check_divided(const char* side, int pixels, std::uint32_t frames, const char* what,
                   const std::string& origin) {
    if (static_cast<std::uint32_t>(pixels) % frames != 0)
        bad_input("{}: the {} of the image, {} pixels, must be a multiple of its {} {}", origin, side, pixels,
                  frames, what);
}

}  // namespace

FileData picture_data(const std::string& bytes, FrameGrid grid, const std::string& origin) {
    const Pixels image = decode_png(bytes, channels, max_pixels, origin);
    check_divided("width", image.width, grid.columns, "columns", origin);
    check_divided("height", image.height, grid.rows, "rows", origin);
    Level level = cut(image, grid);
    const auto levels = static_cast<std::uint32_t>(std::bit_width(std::max(level.width, level.height)));
    FileData rows{row_of({level.width, level.height, level.frames, levels})};
    rows.resize(shared::PICTURE_HEAD + levels);
    for (std::uint32_t k = 0; k < levels; ++k) {
        if (k > 0) level = halved(level);
        rows[shared::PICTURE_HEAD + k] =
            row_of({static_cast<std::uint32_t>(rows.size()), level.width, level.height, level.frames});
        add_texels(rows, level);
    }
    return rows;
}

}  // namespace winnow::effects
