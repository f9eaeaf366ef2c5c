// A field for an expression: below it are the words that may come next while it is typed, and what it can be.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ui/expression_help.h"
#include "ui/widgets.h"

namespace winnow::ui {

/// The list of words below the field that is typed in.
struct WordList {
    std::string field;             // its name; empty: there is no list
    std::string text;              // of the field, in the last frame
    std::size_t cursor = 0;        // likewise, in bytes
    std::vector<KnownWord> words;  // empty: the list is closed
    std::optional<std::size_t> lit, pointed;
    std::optional<effects::Expression> typed;  // the text, if it is right
};

/// Draws the field as text_field() does. Up and Down light a word, Tab, Enter or a click takes it, Esc closes
/// the list and keeps the text, Ctrl+Space opens it. Words are named "<name>/words/<word>".
void expression_field(Draw& draw, const std::string& name, const std::string& pointer,
                      const std::string& value, std::string_view tip, float width);

/// Draws a line below the field: why its text is refused, named "<name>/error", or what it can be, named
/// "<name>/bounds".
void expression_line(Draw& draw, const std::string& name, const std::string& pointer,
                     const std::string& value, std::string_view unit);

}  // namespace winnow::ui
