// The panel's sections on the effect as a whole: its name and its properties.
#include <algorithm>

#include "effects/compile/renames.h"
#include "effects/format/writer.h"
#include "effects/model/check.h"
#include "ui/expression_field.h"
#include "ui/field_rows.h"
#include "ui/numbers.h"
#include "ui/panel.h"
#include "ui/reset_menu.h"
#include "ui/text_field.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr const char* properties_pointer = "/effect/properties";
constexpr float more_button_gap = 4, more_indent = 6;  // natural pixels

/// Draws a row with a field for a text of the effect.
void text_row(Draw& draw, const effects::Field& field, const std::string& name, const std::string& pointer,
              const std::string& value) {
    label(draw, effects::label(field), field.sentence);
    text_field(draw, name, pointer, value, field.sentence, -FLT_MIN);
    text_error(draw, name, pointer, value);
}

/// Draws what a property computes with, and the number that it is now.
void computed_cell(Draw& draw, const effects::Property& property, const std::string& pointer, float width) {
    const std::string name = "properties/" + property.name;
    expression_field(draw, name, pointer, property.value.expression, property.sentence, width);
}

void number_cell(Draw& draw, const effects::Property& property, const std::string& pointer, float width) {
    const NumberStyle style{property.name, {}, property.sentence, property.range.least, property.range.most};
    float value = property.value.number;
    if (slider_cells(draw, "properties/" + property.name, std::span(&value, 1), style, width))
        draw.events.edit(pointer, std::clamp(value, property.range.least, property.range.most));
}

/// Draws the row of a property. Returns true if what else it has is to be seen below.
bool value_cells(Draw& draw, const effects::Property& property, const std::string& pointer) {
    const std::string name = "properties/" + property.name;
    const float side = ImGui::GetFrameHeight(), gap = more_button_gap * draw.scale;
    const ImVec2 least = ImGui::GetCursorScreenPos();
    label(draw, property.name, property.sentence);
    const float width = ImGui::GetContentRegionAvail().x - side - gap;
    const std::string value = pointer + "/value";
    if (property.value.is_computed())
        computed_cell(draw, property, value, width);
    else
        number_cell(draw, property, value, width);
    const ImVec2 most = ImGui::GetItemRectMax();
    ImGui::SameLine(0, gap);
    ImGuiStorage& kept = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID((name + "/more").c_str());
    if (button(draw, name + "/more", "...", side, kept.GetBool(id))) kept.SetBool(id, !kept.GetBool(id));
    tooltip(draw, "Shows or hides its name, its range and its sentence.");
    reset_menu(draw, value, effects::write(property.value), least, most);
    if (property.value.is_computed()) {
        expression_line(draw, name, value, property.value.expression, {});
        small_text(draw, color::dim, fmt::format("= {}", effects::number_text(property.value.number)));
        draw.map.add_last_item(name + "/number", true, property.value.number);
    }
    return kept.GetBool(id);
}

void name_row(Draw& draw, const std::string& name, std::size_t index, const std::string& value) {
    const std::string id = fmt::format("{}/{}/name", properties_pointer, index);
    constexpr std::string_view tip =
        "Its name in expressions: a-z, 0-9 and _. A new one is put wherever it is read.";
    label(draw, "name", tip);
    const std::size_t edits = draw.events.edits.size();
    text_field(draw, name + "/name", id, value, tip, -FLT_MIN, [&](const std::string& text) {
        const effects::Effect renamed = effects::with_property_renamed(draw.settings().effect, index, text);
        return TextEdit{{std::string(effects::effect_pointer), effects::write(renamed)}, id};
    });
    text_error(draw, name + "/name", id, value);
    if (draw.events.edits.size() > edits) draw.events.what = "rename the property " + value;
}

/// Draws what a property has beside its value.
void further_rows(Draw& draw, std::size_t index, const effects::Property& property) {
    const std::string name = "properties/" + property.name;
    const std::string pointer = fmt::format("{}/{}", properties_pointer, index);
    ImGui::Indent(more_indent * draw.scale);
    name_row(draw, name, index, property.name);
    effects::describe(property, FieldRows(draw, name, pointer, {"range"}));
    effects::describe(property, [&](const effects::Field& field, const auto& member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::string>)
            if (field.key == "does") text_row(draw, field, name + "/does", pointer + "/does", member);
    });
    const bool is_computed = property.value.is_computed();
    if (button(draw, name + "/computed", is_computed ? "Make it a number" : "Make it an expression")) {
        const float held = std::clamp(property.value.number, property.range.least, property.range.most);
        const nlohmann::json number = effects::shortest(held);
        draw.events.edit(pointer + "/value",
                         is_computed ? number : nlohmann::json(effects::number_text(property.value.number)));
    }
    ImGui::SameLine();
    if (button(draw, name + "/remove", "Remove")) {
        draw.events.what = "remove the property " + property.name;
        edit_without(draw, properties_pointer, draw.settings().effect.properties, index);
    }
    tooltip(draw, "It is refused while an expression reads it.");
    ImGui::Unindent(more_indent * draw.scale);
}

/// Returns a name that no property has.
std::string free_property_name(const std::vector<effects::Property>& properties) {
    std::string name = "value_1";
    for (int number = 2; std::ranges::count(properties, name, &effects::Property::name) > 0; ++number)
        name = fmt::format("value_{}", number);
    return name;
}

}  // namespace

void effect_section(Draw& draw) {
    if (!section(draw, "about", "Effect", false)) return;
    const effects::Effect& effect = draw.settings().effect;
    effects::describe(effect, [&](const effects::Field& field, const auto& member) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::string>)
            if (field.key == "name" || field.key == "description")
                text_row(draw, field, "about/" + std::string(field.key), "/effect/" + std::string(field.key),
                         member);
    });
    small_text(draw, color::dim, effect.description);
    effects::describe(effect, FieldRows(draw, "about", "/effect", {"prewarm"}));
    small_text(draw, color::dim, "bounds on the births of children");
    effects::describe(effect.limits, FieldRows(draw, "about/limits", "/effect/limits"));
}

void properties_section(Draw& draw) {
    if (!section(draw, "properties", "Properties")) return;
    const std::vector<effects::Property>& properties = draw.settings().effect.properties;
    for (std::size_t i = 0; i < properties.size(); ++i)
        if (value_cells(draw, properties[i], fmt::format("{}/{}", properties_pointer, i)))
            further_rows(draw, i, properties[i]);
    const bool has_room = static_cast<double>(properties.size()) < effects::max_properties;
    if (button(draw, "properties/add", "Add property", 0, std::nullopt, has_room)) {
        effects::Property added;
        added.name = free_property_name(properties);
        draw.events.what = "add a property";
        draw.events.edit(std::string(properties_pointer) + "/-", effects::write(added));
    }
    tooltip(draw, "A number that expressions read by its name, with a slider here.");
}

}  // namespace winnow::ui
