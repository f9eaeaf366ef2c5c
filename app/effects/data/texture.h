// Pictures of the scenery: of linear light, as textures that are filtered.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "effects/data/file_data.h"
#include "effects/model/document.h"
#include "effects/model/effect.h"

namespace winnow::effects {

inline constexpr std::size_t max_texels = std::size_t{1} << 23;  // of a texture: 4096 x 2048
inline constexpr int max_texels_along = 16384;                   // the longest side of textures everywhere

/// The light on a surface from a picture all around, as a quadratic polynomial of the surface's normal
/// (R. Ramamoorthi and P. Hanrahan, "An Efficient Representation for Irradiance Environment Maps", 2001): the
/// factors of 1, y, z, x, xy, yz, 3z^2 - 1, xz and x^2 - y^2.
using Harmonics = std::array<glm::vec3, 9>;

/// Returns a picture of a PNG or Radiance HDR file as rows. Throws Error(bad_input), `origin: message`, if
/// the bytes are neither or the picture is too large.
FileData texture_data(const std::string& bytes, const std::string& origin);

/// Each reads rows that texture_data() has made. Texels are four half floats, rows from the top.
glm::uvec2 size_of_texture(const FileData& rows);
std::span<const glm::vec4> texels_of_texture(const FileData& rows);
/// The picture is all around: its middle is seen along -z, its right end is behind, and its top is above.
Harmonics harmonics_of_texture(const FileData& rows);

/// Returns the light on a surface with this normal.
glm::vec3 light_from(const Harmonics& harmonics, const glm::vec3& normal);

/// Throws Invalid if a picture of the scenery of an effect in `folder` cannot be read.
void check_scenery_pictures(const Scenery& scenery, const std::string& folder, const Path& path);

}  // namespace winnow::effects
