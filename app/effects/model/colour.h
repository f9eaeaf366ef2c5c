// Colours as CSS writes them.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace winnow::effects {

/// Returns the light of a number of 8 bits that sRGB encodes (IEC 61966-2-1).
float linear(std::uint8_t value);

/// Returns linear red, green and blue, and alpha, of "#ff8800", "#f80", "#ff8800cc", "#f80c" or the name of a
/// colour; nothing if the text is none.
std::optional<glm::vec4> css_colour(std::string_view text);

/// Returns the names of the 148 named colours of CSS Color Module Level 4, sorted.
std::vector<std::string_view> css_colour_names();

}  // namespace winnow::effects
