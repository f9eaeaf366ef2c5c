// Bytes as text of 64 characters (RFC 4648, section 4).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace winnow {

std::string to_base64(std::string_view bytes);

/// Returns the bytes of such a text; nothing if it is not one: other characters than A-Z, a-z, 0-9, + and /,
/// or not four for each three bytes, with = at the end for those that are missing.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace winnow
