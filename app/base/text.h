// Words and numbers as text for people: lists in messages, suggestions for misspelt names, sizes and times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

/// Returns "a, b or c".
std::string join_or(std::span<const std::string_view> words);

/// Returns the candidate nearest to `word` by edit distance, if it is near enough to be a typing error.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);

/// Returns " (did you mean X?)" or an empty string.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// Returns the text; if it is longer than `most` bytes, its beginning and its end, with "…" in the middle.
/// Characters of UTF-8 are not cut.
std::string shortened(std::string_view text, std::size_t most = 100);

/// Returns a message that quotes what people gave: words of more than 256 bytes are shortened, and the whole
/// to 2,000.
std::string concise(std::string_view sentence);

/// Removes the words from the beginning of the text; returns false if it does not begin with them.
inline bool skip_words(std::string_view& text, std::string_view words) {
    if (!text.starts_with(words)) return false;
    text.remove_prefix(words.size());
    return true;
}

/// Returns the text up to the end of its first sentence.
std::string first_sentence(const std::string& text);

/// Returns 16 hexadecimal digits.
std::string hex16(std::uint64_t value);

/// Returns a size such as "1.50 GiB", "12.0 MiB", "640 KiB" or "9999 bytes".
std::string bytes_text(std::uint64_t bytes);

/// Returns digits in groups: "1,234,567".
std::string grouped(std::uint64_t value);

/// Returns how many there are of a thing: "1 frame", "1,234 frames".
std::string counted(std::uint64_t count, std::string_view thing);

/// Returns milliseconds as "0.042", "3.14", "27.2" or "1250": few enough digits to be read while the value
/// changes.
std::string milliseconds_text(double value);

}  // namespace winnow
