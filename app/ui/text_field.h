// A field for a text that can be refused: an expression, a path or a name.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
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

/// The edit that a text becomes, and the pointer of what the text is for.
struct TextEdit {
    effects::Edit edit;
    std::string pointer;
};
/// Makes the edit of a text. May throw Error(bad_input), one line on what is wrong with the text.
using MakeTextEdit = std::function<TextEdit(const std::string& text)>;

/// ImGui's flags of a field, and the callback that they ask for.
struct TextInput {
    ImGuiInputTextFlags flags = ImGuiInputTextFlags_None;
    ImGuiInputTextCallback callback = nullptr;
    void* data = nullptr;
};

/// Draws a field as text_field() does for a text that is no value by itself. `id` stands for the text in
/// text_error().
void text_field(Draw& draw, const std::string& name, const std::string& id, const std::string& value,
                std::string_view tip, float width, const MakeTextEdit& make_edit,
                const TextInput& input = {});

/// The name of an element of a list that is being typed. It counts once Enter is pressed or the focus leaves.
class TypedName {
  public:
    /// Draws the field for the name `kept` of the element with this index, called `name` in the map. Returns
    /// the text if one was entered.
    std::optional<std::string> field(Draw& draw, const std::string& name, std::size_t index,
                                     const std::string& kept, std::string_view tip, float width);
    /// Returns the text that is in the field of the element; null: it is not being typed.
    const std::string* of(std::size_t index) const { return index_ == index ? &text_ : nullptr; }
    void forget() { index_.reset(); }

  private:
    std::optional<std::size_t> index_;
    std::string text_;
};

}  // namespace winnow::ui
