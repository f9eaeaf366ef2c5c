// Pictures that particles are drawn as: the frames of a PNG file, each in several sizes.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "effects/data/file_data.h"

namespace winnow::effects {

/// Returns the rows of a picture for shaders/render/sprites/picture.glsl. An image all of whose
/// pixels are grey and opaque says where the picture is opaque, and is white; how the file stores them does
/// not matter. Throws Error(bad_input), `origin: message`, if the bytes
/// are no PNG image, it has too many pixels, or the frames do not divide it.
FileData picture_data(const std::string& bytes, FrameGrid grid, const std::string& origin);

}  // namespace winnow::effects
