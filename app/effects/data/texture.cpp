#include "effects/data/texture.h"

#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "base/hdr.h"
#include "base/png.h"
#include "effects/data/data_files.h"
#include "effects/model/colour.h"

namespace winnow::effects {
namespace {

constexpr std::size_t rows_before = 1 + std::tuple_size_v<Harmonics>;  // the sides, then the harmonics
constexpr float largest_half = 65504;

LightPixels pixels_of(const std::string& bytes, const std::string& origin) {
    if (is_hdr(bytes)) return decode_hdr(bytes, max_texels, origin);
    if (!is_png(bytes)) bad_input("{}: not a PNG or Radiance HDR image", origin);
    constexpr int channels = 3;
    const Pixels image = decode_png(bytes, channels, max_texels, origin);
    LightPixels light{image.width, image.height, {}};
    light.rgb.reserve(image.bytes.size());
    for (const std::uint8_t value : image.bytes) light.rgb.push_back(linear(value));
    return light;
}

/// The sums of a row of pixels, each times 1, and the sine and cosine of its angle and of twice that.
struct RowSums {
    glm::dvec3 all{0}, sine{0}, cosine{0}, sine2{0}, cosine2{0};
};

/// Projects the light onto the harmonics, and weakens those as surfaces do that scatter it evenly.
Harmonics harmonics_of(const LightPixels& image) {
    constexpr double pi = std::numbers::pi;
    std::vector<glm::dvec4> angles;
    for (int x = 0; x < image.width; ++x) {
        const double angle = 2 * pi * ((x + 0.5) / image.width - 0.5);
        angles.emplace_back(std::sin(angle), std::cos(angle), std::sin(2 * angle), std::cos(2 * angle));
    }
    std::array<glm::dvec3, std::tuple_size_v<Harmonics>> sums{};
    const float* pixel = image.rgb.data();
    for (int y = 0; y < image.height; ++y) {
        RowSums row;
        for (const glm::dvec4& angle : angles) {
            const glm::dvec3 light(pixel[0], pixel[1], pixel[2]);
            pixel += 3;
            row.all += light;
            row.sine += light * angle.x;
            row.cosine += light * angle.y;
            row.sine2 += light * angle.z;
            row.cosine2 += light * angle.w;
        }
        const double from_zenith = pi * (y + 0.5) / image.height;
        const double s = std::sin(from_zenith), c = std::cos(from_zenith);
        const double solid_angle = s * 2 * pi / image.width * pi / image.height;
        const std::array values{
            row.all,
            row.all * c,
            row.cosine * -s,
            row.sine * s,
            row.sine * (s * c),
            row.cosine * (-s * c),
            (row.all + row.cosine2) * (1.5 * s * s) - row.all,
            row.sine2 * (-0.5 * s * s),
            (row.all - row.cosine2) * (0.5 * s * s) - row.all * (c * c),
        };
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += values[i] * solid_angle;
    }
    // Squares of the harmonics' factors, times 1, 2/3 and 1/4 by their order.
    constexpr double first = 0.25 / pi, second = 0.75 / pi * 2 / 3, mixed = 3.75 / pi / 4,
                     along = 0.3125 / pi / 4, across = 0.9375 / pi / 4;
    constexpr std::array factors{first, second, second, second, mixed, mixed, along, mixed, across};
    Harmonics result;
    for (std::size_t i = 0; i < sums.size(); ++i) result[i] = glm::vec3(sums[i] * factors[i]);
    return result;
}

/// Returns two texels as a row; an odd number of them leaves half of the last row empty.
glm::vec4 row_of(const LightPixels& image, std::size_t first) {
    std::array<std::uint64_t, 2> halves{};
    for (std::size_t i = 0; i < halves.size() && 3 * (first + i) < image.rgb.size(); ++i) {
        const float* const p = &image.rgb[3 * (first + i)];
        halves[i] =
            glm::packHalf4x16(glm::vec4(glm::clamp(glm::vec3(p[0], p[1], p[2]), 0.0f, largest_half), 1));
    }
    return std::bit_cast<glm::vec4>(halves);
}

void check_picture(const std::string& file, const std::string& folder, const Path& path) {
    if (file.empty()) return;
    path.attempt_if_sound([&] {
        try {
            read_data(folder, file, FileKind::texture);
        } catch (const Error& error) {
            throw Invalid{path.pointer(), error.what()};
        }
    });
}

}  // namespace

FileData texture_data(const std::string& bytes, const std::string& origin) {
    const LightPixels image = pixels_of(bytes, origin);
    if (std::max(image.width, image.height) > max_texels_along)
        bad_input("{}: an image of {} x {} pixels is too long; a side has at most {}", origin, image.width,
                  image.height, max_texels_along);
    const auto pixels = image.rgb.size() / 3;
    FileData rows;
    rows.reserve(rows_before + (pixels + 1) / 2);
    rows.emplace_back(image.width, image.height, 0, 0);
    for (const glm::vec3& harmonic : harmonics_of(image)) rows.emplace_back(harmonic, 0);
    for (std::size_t i = 0; i < pixels; i += 2) rows.push_back(row_of(image, i));
    return rows;
}

glm::uvec2 size_of_texture(const FileData& rows) {
    return rows.front();
}

std::span<const glm::vec4> texels_of_texture(const FileData& rows) {
    return std::span(rows).subspan(rows_before);
}

Harmonics harmonics_of_texture(const FileData& rows) {
    Harmonics harmonics;
    for (std::size_t i = 0; i < harmonics.size(); ++i) harmonics[i] = glm::vec3(rows[1 + i]);
    return harmonics;
}

glm::vec3 light_from(const Harmonics& h, const glm::vec3& n) {
    return glm::max(h[0] + h[1] * n.y + h[2] * n.z + h[3] * n.x + h[4] * (n.x * n.y) + h[5] * (n.y * n.z) +
                        h[6] * (3 * n.z * n.z - 1) + h[7] * (n.x * n.z) + h[8] * (n.x * n.x - n.y * n.y),
                    0.0f);
}

void check_scenery_pictures(const Scenery& scenery, const std::string& folder, const Path& path) {
    check_picture(scenery.sky_picture.file, folder, Path(Path(path, "sky_picture"), "file"));
    check_picture(scenery.ground_picture.file, folder, Path(Path(path, "ground_picture"), "file"));
}

}  // namespace winnow::effects
