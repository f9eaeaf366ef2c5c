// Effects' files may have comments beyond JSON, and a comma behind the last element or member.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::effects {

/// A comment, in bytes of its text. The end of the line is no part of one that begins with `//`.
struct Comment {
    std::size_t begin = 0, end = 0;
};

struct BeyondJson {
    std::vector<Comment> comments;              // in the order of the text
    std::vector<std::size_t> trailing_commas;   // their places, likewise
    std::optional<std::size_t> without_an_end;  // where a comment begins that does not end
};

/// Finds what the text has beyond JSON. Quotes in comments and comments in quotes mean nothing.
BeyondJson beyond_json(std::string_view text);

/// Returns the text with spaces in the place of what it has beyond JSON. Line ends are kept, so all that
/// remains has its line and its byte; a text of JSON alone is returned as it is.
std::string blanked(std::string_view text, const BeyondJson& beyond);
inline std::string blanked(std::string_view text) {
    return blanked(text, beyond_json(text));
}

/// Returns the text as JSON, without the blanks that comments leave.
std::string strict_json(std::string_view text);

}  // namespace winnow::effects
