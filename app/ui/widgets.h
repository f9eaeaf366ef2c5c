// Controls that register themselves in the map of widgets and turn changes into edits.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/draw.h"

namespace winnow::ui {

inline constexpr float edge_margin =
    10;  // natural pixels between the window's edge and the panel, badges and messages

inline constexpr float cell_gap = 3;  // natural pixels between the cells of a row

/// Pixels of the window that the panel (left), the card of a particle (right) and the timeline (bottom)
/// cover.
struct Covered {
    float left = 0, right = 0, bottom = 0;
};

/// Flags of a window that is nothing but a place for the mouse in the scene.
inline constexpr auto unseen_window = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoFocusOnAppearing |
                                      ImGuiWindowFlags_NoBringToFrontOnFocus;
/// A box of text over the scene.
inline constexpr auto box_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                  ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                                  ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove;

/// Returns true if a row whose upper left corner this is can be seen: the panel may have scrolled it away.
bool is_row_seen(ImVec2 corner);

// `name` is the widget's name in the map, `text` what a person reads. Disabled widgets are drawn greyed and
// registered as disabled.

/// Returns true if it was pressed. `on` is the state of a toggle, which is filled while on; a button without
/// it has no value in the map.
bool button(Draw& draw, std::string_view name, const char* text, float width = 0,
            std::optional<bool> on = std::nullopt, bool enabled = true);

/// Draws a section's heading, which opens and closes it. Returns true if it is open.
bool section(Draw& draw, std::string_view name, const char* text, bool open_at_first = true);

/// Draws a heading with a button at the end of its line. Returns true if the button was pressed.
bool heading(Draw& draw, const std::string& text, std::string_view tip, const std::string& name,
             const char* button_text, bool enabled = true);

/// Draws a check box for the boolean setting at `pointer`.
void check_box(Draw& draw, std::string_view name, const char* text, const char* pointer, bool value);

/// Draws a row of buttons, the chosen one filled; below, the reasons of the choices that are not available.
/// Named "<section>/<choice>". A press edits `pointer` to the choice's name.
void segments(Draw& draw, const std::string& section, const char* pointer, std::span<const Choice> choices,
              std::string_view chosen);

/// Draws a drop-down list. Entries show their summary, or the reason why they are not available, below them.
/// Named "<section>" and, while open, "<section>/<choice>".
void drop_down(Draw& draw, const std::string& section, const char* label, const char* pointer,
               std::span<const Choice> choices, std::string_view chosen);

/// Makes the next drop-down list wide enough for the texts of its entries, wider than the panel if needed.
void widen_next_list(Draw& draw, std::span<const Choice> choices);

/// Draws an entry of an open list: the text, and below it a line; beside them the picture of the effect
/// `pictured`, a built-in name or a path, if there is one. Returns true if it was pressed.
bool list_entry(Draw& draw, const std::string& name, const std::string& text, std::string_view below,
                bool available, bool chosen, std::string_view pictured = {});

struct ListEntry {
    std::string id, text, below;
};

/// Draws a drop-down list that shows `shown` while it is closed. Returns the index of the entry that was
/// pressed. Named "<name>" and, while open, "<name>/<id>".
std::optional<std::size_t> entry_list(Draw& draw, const std::string& name, std::span<const ListEntry> entries,
                                      std::size_t chosen, const std::string& shown, float width);

/// True if the text has what is searched for in it, in any case of letters.
bool matches(std::string_view text, std::string_view searched);

/// Ends the text of the last item, a field without the keyboard, with an ellipsis if it is too long for the
/// field. Its tooltip has the whole text then.
void shorten_last_field(Draw& draw, const std::string& text, std::string_view tip);

/// Returns the text or, if it is wider than this many pixels, as much of it as fits before "...".
std::string shortened(const std::string& text, float width);

/// Returns the pixels that a label at the left of a line may take.
float label_width(const Draw& draw);
/// Lets the next widget of the line begin at the column of the controls.
void go_to_controls(const Draw& draw);
/// Draws the label at the left of a line, and goes to the column of the controls.
void label(Draw& draw, std::string_view text, std::string_view tip = {}, const ImVec4& color = color::dim);

/// Draws small text that is wrapped at the content's edge.
void small_text(Draw& draw, const ImVec4& color, std::string_view text);
/// Draws why something is refused, made concise (text.h), as small text of that name.
void refusal_text(Draw& draw, const std::string& name, std::string_view why);

/// Draws the triangle of a row that can be folded: down where it is open, else to the right. `size` is its
/// width in pixels.
void draw_fold(ImVec2 centre, float size, bool is_open, ImU32 color);

}  // namespace winnow::ui
