// A colour of light: a swatch, and a picker of its hue and its intensity.
#pragma once

#include <limits>
#include <span>
#include <string_view>

#include "ui/widgets.h"

namespace winnow::ui {

/// Returns how a frame of this exposure shows light, which is by its tone curve. Parts below 0 count as 0.
ImVec4 shown_light(std::span<const float> light, float exposure);

/// Returns the intensity of light, in stops: times 2 to this power is the light of a colour that screens
/// encode. 0 for light that they encode well as it is; else that of the brightest part.
float stops_of(std::span<const float> light);

/// Draws a swatch of light, of red, green, blue and perhaps alpha, which opens a picker of its hue, its
/// intensity and its alpha. No part of it gets beyond `most`. The swatch shows the light times `brightness`,
/// which the picker leaves alone. Returns true if the colour was changed.
bool color_cell(Draw& draw, std::string_view name, std::span<float> light,
                float most = std::numeric_limits<float>::infinity(), float brightness = 1);

}  // namespace winnow::ui
