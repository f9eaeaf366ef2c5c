// Words and numbers as people read them: lists for messages, and what a misspelt name was probably meant to
// be.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

/// "a, b or c"
std::string join_or(std::span<const std::string_view> words);

/// The candidate nearest to `word` by edit distance, if it is near enough to be a slip of the hand.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

/// " (did you mean X?)" or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// The text, or what a message has room for of it and "...".
std::string shortened(std::string_view text);

/// 16 hexadecimal digits.
std::string hex16(std::uint64_t value);

/// "1.50 GiB", "12.0 MiB", "640 KiB", "9999 bytes"
std::string bytes_text(std::uint64_t bytes);

/// "1,234,567"
std::string grouped(std::uint64_t value);

/// "0.042", "3.14", "27.2", "1250": milliseconds at a resolution that can be read while it changes.
std::string milliseconds_text(double value);

}  // namespace winnow
