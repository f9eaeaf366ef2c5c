#include "base/hdr.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/error.h"

namespace winnow {
namespace {

constexpr std::size_t channels = 4;                  // red, green, blue, and the exponent that they share
constexpr std::size_t min_run = 8, max_run = 32767;  // pixels of rows that may be compressed

/// Reads the bytes from front to back.
class HdrReader {
  public:
    HdrReader(std::string_view bytes, const std::string& origin) : rest_(bytes), origin_(origin) {}

    /// Returns the next line of the header without its end.
    std::string_view line() {
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) refuse_short();
        const std::string_view found = rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return found;
    }

    /// Reads a row of pixels, channel by channel.
    void row(std::size_t width, std::vector<std::uint8_t>& values) {
        if (!is_compressed(width)) {
            if (rest_.size() < width * channels) refuse_short();
            for (std::size_t i = 0; i < width * channels; ++i)
                values[i % channels * width + i / channels] = static_cast<std::uint8_t>(rest_[i]);
            rest_.remove_prefix(width * channels);
            return;
        }
        rest_.remove_prefix(channels);
        for (std::size_t c = 0; c < channels; ++c) runs(width, &values[c * width]);
    }

  private:
    [[noreturn]] void refuse_short() const { bad_input("{}: the HDR image is cut short", origin_); }

    std::uint8_t byte() {
        if (rest_.empty()) refuse_short();
        const auto value = static_cast<std::uint8_t>(rest_.front());
        rest_.remove_prefix(1);
        return value;
    }

    bool is_compressed(std::size_t width) const {
        const std::array begin{'\2', '\2', static_cast<char>(width >> 8), static_cast<char>(width & 255)};
        return width >= min_run && width <= max_run &&
               rest_.starts_with(std::string_view(begin.data(), begin.size()));
    }

    /// A count above 128 is of equal values, any other of different ones.
    void runs(std::size_t width, std::uint8_t* to) {
        constexpr std::size_t max_different = 128;
        for (std::size_t done = 0; done < width;) {
            std::size_t count = byte();
            const bool is_equal = count > max_different;
            if (is_equal) count -= max_different;
            if (count == 0 || count > width - done)
                bad_input("{}: the HDR image is damaged: a run does not fit its row", origin_);
            const std::uint8_t first = is_equal ? byte() : std::uint8_t{0};
            for (std::size_t i = 0; i < count; ++i) to[done++] = is_equal ? first : byte();
        }
    }

    std::string_view rest_;
    const std::string& origin_;
};

/// Takes a word in front of a line and a number behind it. Returns 0 if they are not there.
std::size_t side_of(std::string_view& line, std::string_view word) {
    if (!line.starts_with(word)) return 0;
    line.remove_prefix(word.size());
    std::size_t side = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), side);
    if (error != std::errc()) return 0;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    return side;
}

void read_header(HdrReader& reader, const std::string& origin) {
    for (std::string_view line = reader.line(); !line.empty(); line = reader.line())
        if (line.starts_with("FORMAT=") && line != "FORMAT=32-bit_rle_rgbe")
            bad_input("{}: the HDR image must have the format 32-bit_rle_rgbe", origin);
}

}  // namespace

bool is_hdr(const std::string& bytes) {
    return bytes.starts_with("#?RADIANCE\n") || bytes.starts_with("#?RGBE\n");
}

LightPixels decode_hdr(const std::string& bytes, std::size_t max_pixels, const std::string& origin) {
    constexpr int exponent_of_one = 128 + 8;  // of a value of 8 bits
    if (!is_hdr(bytes)) bad_input("{}: not a Radiance HDR image", origin);
    HdrReader reader(bytes, origin);
    read_header(reader, origin);
    std::string_view sides = reader.line();
    const std::size_t height = side_of(sides, "-Y "), width = side_of(sides, " +X ");
    if (height == 0 || width == 0 || !sides.empty())
        bad_input("{}: the HDR image must begin with its height and width, as \"-Y 1024 +X 2048\"", origin);
    if (width > max_pixels || height > max_pixels / width)
        bad_input("{}: an image of {} x {} pixels is too large; {} pixels are possible", origin, width,
                  height, max_pixels);
    LightPixels image{static_cast<int>(width), static_cast<int>(height), {}};
    std::vector<std::uint8_t> values(width * channels);
    for (std::size_t y = 0; y < height; ++y) {
        reader.row(width, values);
        for (std::size_t x = 0; x < width; ++x) {
            const float unit = std::ldexp(1.0f, values[3 * width + x] - exponent_of_one);
            for (std::size_t c = 0; c + 1 < channels; ++c)
                image.rgb.push_back(unit * static_cast<float>(values[c * width + x]));
        }
    }
    return image;
}

}  // namespace winnow
