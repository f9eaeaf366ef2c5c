// Images of lessons, painted as the window paints them.
#pragma once

#include <cstddef>
#include <optional>

#include "lab/drawing.h"
#include "render/image.h"

namespace winnow::view {

inline constexpr float pixels_per_unit = 2;  // a unit is a pixel of the SVG; letters are sharp at this size

/// Returns a frame of the drawing, or the whole run. A GL context must be current. Throws Error(bad_input) if
/// the image is larger than the device can draw, Error(absent) as OffscreenImgui does.
render::Image image_of(const lab::Drawing& drawing, std::optional<std::size_t> frame);

}  // namespace winnow::view
