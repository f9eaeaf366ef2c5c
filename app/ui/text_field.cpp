#include "ui/text_field.h"

#include <imgui_stdlib.h>

#include "base/error.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

/// True if the field holds a text that is not applied yet. It is forgotten when the value changes.
bool is_typed(const Draw& draw, const std::string& pointer, const std::string& value) {
    return draw.typed.widget == pointer && draw.typed.instead_of == value;
}

std::string refusal_of(const Draw& draw, const std::string& text, const MakeTextEdit& make_edit) {
    std::string prefix;
    try {
        const TextEdit made = make_edit(text);
        prefix = made.pointer + ": ";
        effects::apply(draw.settings(), made.edit);
        return {};
    } catch (const Error& error) {
        const std::string message = error.what();
        return !prefix.empty() && message.starts_with(prefix) ? message.substr(prefix.size()) : message;
    }
}

}  // namespace

std::string refusal(const Draw& draw, const effects::Edit& edit) {
    return refusal_of(draw, {}, [&](const std::string&) { return TextEdit{edit, edit.pointer}; });
}

void text_field(Draw& draw, const std::string& name, const std::string& pointer, const std::string& value,
                std::string_view tip, float width) {
    text_field(draw, name, pointer, value, tip, width, [&](const std::string& text) {
        return TextEdit{{pointer, text}, pointer};
    });
}

void text_field(Draw& draw, const std::string& name, const std::string& id, const std::string& value,
                std::string_view tip, float width, const MakeTextEdit& make_edit, const TextInput& input) {
    std::string text = is_typed(draw, id, value) ? draw.typed.text : value;
    ImGui::SetNextItemWidth(width);
    const bool entered =
        ImGui::InputText(("##" + name).c_str(), &text, input.flags | ImGuiInputTextFlags_EnterReturnsTrue,
                         input.callback, input.data);
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    draw.map.add_last_item(name, true, text);
    shorten_last_field(draw, text, tip);
    const bool differs = text != (is_typed(draw, id, value) ? draw.typed.text : value);
    if (differs)
        draw.typed = {id, text, value, text == value ? std::string() : refusal_of(draw, text, make_edit)};
    if ((!entered && !left) || text == value || !draw.typed.error.empty()) return;
    draw.events.edits.push_back(make_edit(text).edit);
    draw.typed = {};
}

void text_error(Draw& draw, const std::string& name, const std::string& pointer, const std::string& value) {
    if (!is_typed(draw, pointer, value) || draw.typed.error.empty()) return;
    refusal_text(draw, name + "/error", draw.typed.error);
}

std::optional<std::string> TypedName::field(Draw& draw, const std::string& name, std::size_t index,
                                            const std::string& kept, std::string_view tip, float width) {
    const std::string* const typed = of(index);
    std::string text = typed != nullptr ? *typed : kept;
    ImGui::SetNextItemWidth(width);
    ImGui::InputText(("##" + name).c_str(), &text, ImGuiInputTextFlags_AutoSelectAll);
    draw.map.add_last_item(name, true, text);
    const bool is_typed = ImGui::IsItemActive(), is_entered = ImGui::IsItemDeactivatedAfterEdit();
    tooltip(draw, tip);
    if (is_typed) {
        index_ = index;
        text_ = text;
    } else if (index_ == index) {
        forget();
    }
    return is_entered ? std::optional(text) : std::nullopt;
}

}  // namespace winnow::ui
