#include "base/base64.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace winnow {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::size_t bytes_of_group = 3, digits_of_group = 4;
constexpr unsigned bits_of_digit = 6, bits_of_byte = 8, last_digit = 63;

}  // namespace

std::string to_base64(std::string_view bytes) {
    std::string text;
    text.reserve((bytes.size() + bytes_of_group - 1) / bytes_of_group * digits_of_group);
    for (std::size_t at = 0; at < bytes.size(); at += bytes_of_group) {
        const std::size_t count = std::min(bytes_of_group, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < bytes_of_group; ++i)
            group = group << bits_of_byte | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0U);
        for (std::size_t i = 0; i < digits_of_group; ++i) {
            const auto shift = static_cast<unsigned>(digits_of_group - 1 - i) * bits_of_digit;
            text += i <= count ? digits[group >> shift & last_digit] : '=';
        }
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    if (text.size() % digits_of_group != 0) return std::nullopt;
    const std::size_t missing = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    text.remove_suffix(missing);
    std::string bytes;
    bytes.reserve(text.size() / digits_of_group * bytes_of_group + bytes_of_group);
    std::uint32_t bits = 0;
    unsigned count = 0;  // bits that are not written yet
    for (const char digit : text) {
        const std::size_t value = digits.find(digit);
        if (value == std::string_view::npos) return std::nullopt;
        bits = bits << bits_of_digit | static_cast<std::uint32_t>(value);
        count += bits_of_digit;
        if (count < bits_of_byte) continue;
        count -= bits_of_byte;
        bytes += static_cast<char>(bits >> count);
        bits &= (1U << count) - 1;
    }
    if (bits != 0) return std::nullopt;  // what is left over of the last digit
    return bytes;
}

}  // namespace winnow
