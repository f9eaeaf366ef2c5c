// Rows in which numbers are shown and changed: sliders and typed numbers.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "ui/draw.h"

namespace winnow::ui {

/// How a number is shown and entered, from a row of the table in effects/model/fields.h.
struct NumberStyle {
    std::string label;
    std::string unit;           // shown after the number
    std::string_view tooltip;   // of a text that lives as long
    float least = 0, most = 1;  // of the slider; a typed value may lie beyond
    bool logarithmic = false;
    bool on_release = false;  // a drag counts when it ends: it changes the place of the slider itself
};

/// Draws one slider per value, side by side (Ctrl+click to type). Returns true if one was moved.
/// Named `name`, or "<name>/<index>" if there are several.
bool sliders(Draw& draw, std::string_view name, std::span<float> values, const NumberStyle& style);
/// Draws the sliders alone, without the label, on this width of pixels.
bool slider_cells(Draw& draw, std::string_view name, std::span<float> values, const NumberStyle& style,
                  float width);

/// Returns the place of a value on a slider, 0 to 1, and the value at a place.
float place_of(float value, const NumberStyle& style);
float value_at_place(float place, const NumberStyle& style);

/// Draws an input for a number, e.g. 65536, 1e6, 200k or 16M (10^6). It becomes an edit once Enter is pressed
/// or the focus leaves, and is validated like any other edit. `space_after`: natural pixels left free at the
/// line's end.
void number_input(Draw& draw, std::string_view name, const std::string& pointer, std::uint32_t value,
                  const NumberStyle& style, float space_after = 0);

/// Draws the input alone, without the label. ImGui says what `width` means.
void number_cell(Draw& draw, std::string_view name, const std::string& pointer, std::uint32_t value,
                 std::string_view tip, float width);

/// Returns the JSON value of a typed number; the text itself if it is not a number.
nlohmann::json parse_number(std::string_view text);

}  // namespace winnow::ui
