#include "ui/field_rows.h"

#include <algorithm>
#include <array>

namespace winnow::ui {
namespace {

/// Returns the unit with a superscript: "m/s²" for "m/s2".
std::string readable_unit(std::string_view unit) {
    std::string text(unit);
    if (text.ends_with("s2")) text.replace(text.size() - 1, 1, "\xC2\xB2");
    return text;
}

}  // namespace

std::string FieldRows::label_of(const effects::Field& field) {
    const std::string_view key = field.key;
    if (!group_.empty() && key.size() > group_.size() && key.starts_with(group_) && key[group_.size()] == '_')
        return "- " + effects::label(field).substr(group_.size() + 1);
    group_ = key;
    return effects::label(field);
}

NumberStyle FieldRows::row_style(const effects::Field& field) {
    NumberStyle style = style_of(field);
    style.label = label_of(field);
    return style;
}

NumberStyle style_of(const effects::Field& field) {
    return {effects::label(field),
            readable_unit(field.unit),
            std::string(field.sentence),
            static_cast<float>(field.usual.least),
            static_cast<float>(field.usual.most),
            field.logarithmic};
}

void FieldRows::row(const effects::Field& field, float value) {
    if (sliders(draw_, name(field), std::span(&value, 1), row_style(field)))
        draw_.events.edit(pointer(field), value);
}

void FieldRows::row(const effects::Field& field, std::uint32_t value) {
    number_input(draw_, name(field), pointer(field), value, row_style(field));
}

void FieldRows::row(const effects::Field& field, bool value) {
    check_box(draw_, name(field), label_of(field).c_str(), pointer(field).c_str(), value);
    tooltip(draw_, field.sentence);
}

/// Moving one end of the range past the other moves both, so that least never exceeds most.
void FieldRows::row(const effects::Field& field, const effects::Range& value) {
    std::array ends{value.least, value.most};
    if (!sliders(draw_, name(field), ends, row_style(field))) return;
    if (ends[0] != value.least) ends[1] = std::max(ends[0], ends[1]);
    if (ends[1] != value.most) ends[0] = std::min(ends[0], ends[1]);
    draw_.events.edit(pointer(field), ends);
}

void FieldRows::row(const effects::Field& field, const glm::vec3& value) {
    std::array axes{value.x, value.y, value.z};
    if (sliders(draw_, name(field), axes, row_style(field))) draw_.events.edit(pointer(field), axes);
}

void FieldRows::row(const effects::Field& field, const glm::vec4& value) {
    label(draw_, label_of(field), field.sentence);
    std::array parts{value.x, value.y, value.z, value.w};
    constexpr auto flags = ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel |
                           ImGuiColorEditFlags_Float | ImGuiColorEditFlags_HDR |
                           ImGuiColorEditFlags_NoOptions | ImGuiColorEditFlags_AlphaBar |
                           ImGuiColorEditFlags_AlphaPreviewHalf;
    if (ImGui::ColorEdit4(("##" + name(field)).c_str(), parts.data(), flags))
        draw_.events.edit(pointer(field), parts);
    draw_.map.add_last_item(name(field), true, parts);
}

}  // namespace winnow::ui
