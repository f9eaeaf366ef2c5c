// A field for a text that can be refused: an expression or a path.
#pragma once

#include <string>
#include <string_view>

#include "ui/widgets.h"

namespace winnow::ui {

/// Returns why the edit would be refused, without its pointer; empty: it would not.
std::string refusal(const Draw& draw, const effects::Edit& edit);

/// Draws the field for the text at `pointer`. It becomes an edit once Enter is pressed or the focus leaves,
/// but only if it is accepted; a text that is refused stays in the field. ImGui says what `width` means.
void text_field(Draw& draw, const std::string& name, const std::string& pointer, const std::string& value,
                std::string_view tip, float width);

/// Draws why the text in the field is refused, if it is; named "<name>/error".
void text_error(Draw& draw, const std::string& name, const std::string& pointer, const std::string& value);

}  // namespace winnow::ui
