// Paints a drawing as SVG: as a file that stands alone, with its own colours for light and dark pages, or as
// an element of a page.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "lab/drawing.h"

namespace winnow::lab {

/// Paints one frame, or the whole run.
std::string svg_of(const Drawing& drawing, std::optional<std::size_t> frame = {});

/// Paints the body of the drawing in all frames, as an element of a page that has assets/lab/drawing.css and
/// the class `winnow-lab`. Parts that are not in every frame are elements with data-first, data-last or both:
/// the first and the last frame that they are in. One without data-first begins with frame 0, and one without
/// data-last is in the whole run too. Each box that has a text is a <rect> followed by a <text>.
std::string svg_of_all_frames(const Drawing& drawing);

/// Returns text as content or attribute of an element.
std::string escaped(std::string_view text);

}  // namespace winnow::lab
