// Controls that register themselves in the map of widgets and turn changes into edits.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ui/model.h"
#include "ui/theme.h"
#include "ui/ui_map.h"

namespace winnow::ui {

inline constexpr float edge_margin =
    10;  // natural pixels between the window's edge and what floats over the scene

/// The text of the input that has the keyboard, kept until it is taken over or given up.
struct Typed {
    std::string widget;  // empty: none
    std::string text;
};

/// How long the pointer has rested on one item. ImGui tells that from 1.89 on only.
class Rest {
  public:
    /// On the last item, which is hovered; to be asked in every picture in which it is.
    double seconds();

  private:
    ImVec2 at_;
    int seen_in_ = 0;  // ImGui's count of pictures
    double since_ = 0;
};

/// What every part of a picture's interface needs while it is drawn.
struct Draw {
    const Model& model;
    Events& events;
    UiMap& map;
    const Fonts& fonts;
    Typed& typed;
    Rest& rest;
    float scale;

    const effects::Settings& settings() const { return *model.settings; }
};

// Names are those of the map; texts are what is read. Disabled widgets are drawn greyed and registered as
// such.

/// `on`: of a button that keeps something on: filled while it is. Without it the widget has no value.
bool button(Draw& draw, std::string_view name, const char* text, float width = 0,
            std::optional<bool> on = std::nullopt, bool enabled = true);

/// A section's heading that opens and closes it. Returns whether it is open.
bool section(Draw& draw, std::string_view name, const char* text, bool open_at_first = true);

/// A check box for a boolean setting.
void check_box(Draw& draw, std::string_view name, const char* text, const char* pointer, bool value);

/// One button beside the other, the chosen one filled; below, the reasons of those that cannot be chosen.
/// Named "<section>/<choice>". A press edits `pointer` to the choice's name.
void segments(Draw& draw, const std::string& section, const char* pointer, std::span<const Choice> choices,
              std::string_view chosen);

/// A list that opens; entries show their summary below them, or the reason why they cannot be chosen.
/// Named "<section>" and, while open, "<section>/<choice>".
void drop_down(Draw& draw, const std::string& section, const char* label, const char* pointer,
               std::span<const Choice> choices, std::string_view chosen);

/// Before a list that opens: it will be wide enough for what its entries say, beyond the panel if need be.
void widen_next_list(Draw& draw, std::span<const Choice> choices);

/// An entry of an open list: the text, and below it a line. Returns whether it was pressed.
bool list_entry(Draw& draw, const std::string& name, const std::string& text, std::string_view below,
                bool available, bool chosen);

/// How numbers are shown and entered: a row of the table in effects/fields.h.
struct NumberStyle {
    std::string label;
    std::string unit;  // shown after the number
    std::string tooltip;
    float least = 0, most = 1;  // of the slider; what is typed may lie beyond
    bool logarithmic = false;
};

/// One slider for each of the values, side by side (Ctrl+click to type). Returns whether one was moved.
/// Named `name`, or "<name>/<index>" if there are several.
bool sliders(Draw& draw, std::string_view name, std::span<float> values, const NumberStyle& style);

/// A number to type, e.g. 65536, 1e6, 200k or 16M (10^6): an edit once Enter is pressed or the focus leaves.
/// What is not valid there is refused by the one validation, like any other edit. `space_after`: natural
/// pixels left free at the line's end.
void number_input(Draw& draw, std::string_view name, const std::string& pointer, std::uint32_t value,
                  const NumberStyle& style, float space_after = 0);

/// The JSON value of a typed number; the text itself if it is none.
nlohmann::json parse_number(std::string_view text);

/// A line's label at the left; what follows begins at the column of the controls.
void label(Draw& draw, std::string_view text, std::string_view tip = {});
/// A right click between these corners, where the setting's row lies, offers to reset it. A mark shows that
/// its value differs from the effect file's.
void reset_menu(Draw& draw, const std::string& pointer, const nlohmann::json& value, ImVec2 least,
                ImVec2 most);
/// Of the last item, once the pointer rests there.
void tooltip(Draw& draw, std::string_view text);
/// Wrapped at the content's edge.
void small_text(Draw& draw, const ImVec4& color, std::string_view text);

}  // namespace winnow::ui
