#include "support/data_samples.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string_view>

namespace winnow::test {
namespace {

std::string big_endian(std::uint32_t value) {
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
    return bytes;
}

std::uint32_t crc32(std::string_view bytes) {
    std::uint32_t crc = ~0u;
    for (const char byte : bytes) {
        crc ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1u) != 0 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

std::uint32_t adler32(std::string_view bytes) {
    std::uint32_t a = 1, b = 0;
    for (const char byte : bytes) {
        a = (a + static_cast<unsigned char>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

std::string chunk(const std::string& type, const std::string& data) {
    return big_endian(static_cast<std::uint32_t>(data.size())) + type + data + big_endian(crc32(type + data));
}

/// Returns the bytes as a stream of zlib, in one block that is not compressed.
std::string stored(const std::string& bytes) {
    const auto size = static_cast<std::uint16_t>(bytes.size());
    const auto inverse = static_cast<std::uint16_t>(~size);
    std::string head("\x78\x01\x01");
    for (const std::uint16_t word : {size, inverse}) {
        head += static_cast<char>(word);
        head += static_cast<char>(word >> 8);
    }
    return head + bytes + big_endian(adler32(bytes));
}

}  // namespace

std::string box_obj(glm::vec3 half) {
    std::string text;
    for (int k = 0; k < 8; ++k) {
        const glm::vec3 corner = half * glm::vec3((k & 1) * 2 - 1, (k & 2) - 1, (k & 4) / 2 - 1);
        text += fmt::format("v {} {} {}\n", corner.x, corner.y, corner.z);
    }
    return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
}

std::string ball_obj(int rings) {
    const int columns = 2 * rings;
    std::string points = "v 0 1 0\n", faces;
    const auto point = [&](int ring, int column) { return 2 + (ring - 1) * columns + column % columns; };
    const int last = point(rings, 0);
    for (int ring = 1; ring < rings; ++ring)
        for (int column = 0; column < columns; ++column) {
            const double down = std::numbers::pi * ring / rings, around = std::numbers::pi * column / rings;
            points += fmt::format("v {} {} {}\n", std::sin(down) * std::cos(around), std::cos(down),
                                  std::sin(down) * std::sin(around));
        }
    for (int column = 0; column < columns; ++column) {
        faces += fmt::format("f 1 {} {}\n", point(1, column + 1), point(1, column));
        faces += fmt::format("f {} {} {}\n", last, point(rings - 1, column), point(rings - 1, column + 1));
        for (int ring = 1; ring + 1 < rings; ++ring)
            faces += fmt::format("f {} {} {} {}\n", point(ring, column), point(ring, column + 1),
                                 point(ring + 1, column + 1), point(ring + 1, column));
    }
    return points + "v 0 -1 0\n" + faces;
}

namespace {

/// `kind` is PNG's number of the colours that the first `channels` of a pixel are.
std::string png_of(int width, int height, int channels, char kind,
                   const std::function<glm::u8vec4(int x, int y)>& pixel) {
    std::string rows;
    for (int y = 0; y < height; ++y) {
        rows += '\0';  // no filter
        for (int x = 0; x < width; ++x)
            for (int channel = 0; channel < channels; ++channel)
                rows += static_cast<char>(pixel(x, y)[channel]);
    }
    const std::string head = big_endian(static_cast<std::uint32_t>(width)) +
                             big_endian(static_cast<std::uint32_t>(height)) +
                             std::string{8, kind, 0, 0, 0};  // 8 bits
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + chunk("IDAT", stored(rows)) + chunk("IEND", "");
}

}  // namespace

std::string png(int width, int height, const std::function<glm::u8vec4(int x, int y)>& pixel) {
    return png_of(width, height, 4, 6, pixel);
}

std::string grey_png(int width, int height, const std::function<std::uint8_t(int x, int y)>& pixel) {
    return png_of(width, height, 1, 0, [&](int x, int y) { return glm::u8vec4(pixel(x, y)); });
}

std::string fga(glm::ivec3 cells, glm::vec3 low, glm::vec3 high,
                const std::function<glm::vec3(glm::vec3 place)>& vector) {
    const auto line = [](const auto& v) { return fmt::format("{},{},{},\n", v.x, v.y, v.z); };
    std::string text = line(cells) + line(low) + line(high);
    for (int z = 0; z < cells.z; ++z)
        for (int y = 0; y < cells.y; ++y)
            for (int x = 0; x < cells.x; ++x)
                text += line(vector(low + (glm::vec3(x, y, z) + 0.5f) * (high - low) / glm::vec3(cells)));
    return text;
}

}  // namespace winnow::test
