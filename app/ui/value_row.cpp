#include "ui/value_row.h"
#include "ui/numbers.h"

#include <algorithm>
#include <array>
#include <vector>

#include "effects/data/data_files.h"
#include "effects/format/effect_file.h"
#include "ui/color_cell.h"
#include "ui/curve_editor.h"
#include "ui/curve_shapes.h"
#include "ui/expression_field.h"
#include "ui/field_rows.h"
#include "ui/gradient_editor.h"
#include "ui/spline_rows.h"
#include "ui/text_field.h"
#include "ui/tooltip.h"
#include "ui/value_kind.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

using effects::Type;
using nlohmann::json;

constexpr float cell_distance = 4, menu_text_width = 270;  // natural pixels

effects::Field field_of(const effects::Parameter& parameter) {
    const bool is_direction = parameter.type == Type::direction;
    return {parameter.name,           parameter.unit,
            parameter.range,          is_direction ? effects::Interval{-1, 1} : parameter.usual,
            parameter.is_logarithmic, false,
            parameter.sentence};
}

std::vector<float> numbers_of(const json& value) {
    return value.is_array() ? value.get<std::vector<float>>() : std::vector{value.get<float>()};
}

json json_of_numbers(std::span<const float> numbers) {
    if (numbers.size() == 1) return effects::shortest(numbers[0]);
    json list = json::array();
    for (const float number : numbers) list.push_back(effects::shortest(number));
    return list;
}

/// Draws the icon of a kind into a square.
void draw_icon(ValueKind kind, ImVec2 least, float side, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto at = [&](float x, float y) { return ImVec2(least.x + side * x, least.y + side * y); };
    const float line = side / 14;
    switch (kind) {
        case ValueKind::constant:
            return list.AddLine(at(0.28f, 0.5f), at(0.72f, 0.5f), color, 1.5f * line);
        case ValueKind::random:
            for (const auto& [x, y] :
                 {std::pair{0.32f, 0.36f}, {0.66f, 0.32f}, {0.5f, 0.52f}, {0.34f, 0.68f}, {0.68f, 0.66f}})
                list.AddCircleFilled(at(x, y), 1.25f * line, color);
            return;
        case ValueKind::curve:
            return list.AddBezierCubic(at(0.26f, 0.7f), at(0.55f, 0.7f), at(0.45f, 0.3f), at(0.74f, 0.3f),
                                       color, 1.5f * line);
        case ValueKind::gradient:
            list.AddRectFilledMultiColor(at(0.24f, 0.34f), at(0.76f, 0.66f), color, color & ~IM_COL32_A_MASK,
                                         color & ~IM_COL32_A_MASK, color);
            return list.AddRect(at(0.24f, 0.34f), at(0.76f, 0.66f), color, 0, ImDrawFlags_None, line);
        case ValueKind::expression: {
            const ImVec2 size = ImGui::CalcTextSize("fx");
            const ImVec2 centre = at(0.5f, 0.5f);
            return list.AddText(ImVec2(centre.x - size.x / 2, centre.y - size.y / 2), color, "fx");
        }
    }
}

/// The cells of one row.
class ValueCells {
  public:
    ValueCells(Draw& draw, const ParameterRow& row)
        : draw_(draw), row_(row), style_(style_of(field_of(row.parameter))) {}

    void draw() {
        const ImVec2 least = ImGui::GetCursorScreenPos();
        const ResetValues reset = is_row_seen(least) ? row_.reset() : ResetValues();
        const bool is_usual = reset.usual && *reset.usual == row_.value;
        const Type type = row_.parameter.type;
        const ValueKind kind = kind_of(row_.value, row_.parameter);
        if (type == Type::choice) {
            choice();
        } else {
            label(draw_, style_.label, style_.tooltip, is_usual ? color::dim : color::text);
            if (type == Type::file)
                file();
            else if (type == Type::attribute)
                attribute();
            else if (type == Type::spline)
                spline_rows(draw_, row_.name, row_.pointer, row_.value, style_);
            else
                cells(kind);
        }
        const float right = ImGui::GetWindowContentRegionMax().x + ImGui::GetWindowPos().x;
        reset_menu(draw_, row_.pointer, row_.value, reset, least,
                   ImVec2(right, least.y + ImGui::GetFrameHeight()));
        below(kind);
    }

  private:
    /// Returns the width of the cells, which the kind's button follows.
    float width() const {
        return ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - cell_distance * draw_.scale;
    }

    void cells(ValueKind kind) {
        const std::string list = row_.pointer + "/" + list_key(kind);
        switch (kind) {
            case ValueKind::constant:
                constant(row_.name, row_.pointer, row_.value, width());
                break;
            case ValueKind::random:
                return random(list);
            case ValueKind::curve:
            case ValueKind::gradient:
                ImGui::AlignTextToFramePadding();
                ImGui::TextColored(color::dim, "over");
                ImGui::SameLine(0, 2 * cell_distance * draw_.scale);
                expression_field(
                    draw_, row_.name + "/by", row_.pointer + "/by", by_of(row_.value, row_.parameter),
                    row_.parameter.is_of_emitter
                        ? "What it depends on: the time in seconds, or another expression"
                        : "What it depends on: life, the share of its life that a particle has lived, or "
                          "another expression",
                    width());
                break;
            case ValueKind::expression:
                expression_field(draw_, row_.name, row_.pointer, row_.value, style_.tooltip, width());
                break;
        }
        kind_button(kind);
    }

    /// Draws what stands below the row.
    void below(ValueKind kind) {
        const Type type = row_.parameter.type;
        if (kind == ValueKind::expression)
            expression_line(draw_, row_.name, row_.pointer, row_.value, style_.unit);
        else if (type == Type::file || type == Type::attribute)
            text_error(draw_, row_.name, row_.pointer, row_.value);
        if (kind != ValueKind::curve && kind != ValueKind::gradient) return;
        text_error(draw_, row_.name + "/by", row_.pointer + "/by", by_of(row_.value, row_.parameter));
        const std::string key = list_key(kind), name = row_.name + "/" + key, list = row_.pointer + "/" + key;
        if (type == Type::colour)
            gradient_editor(draw_, name, list, row_.value);
        else
            curve_editor(draw_, name, row_.pointer, row_.value, style_, row_.parameter.range);
        curve_buttons(draw_, name, row_.pointer, row_.value, style_);
    }

    /// Draws the two ends: of a vector below each other, of all else side by side.
    void random(const std::string& list) {
        const json& ends = row_.value.at(list_key(ValueKind::random));
        const auto name = [&](int end) { return fmt::format("{}/{}", row_.name, end); };
        const auto pointer = [&](int end) { return fmt::format("{}/{}", list, end); };
        const Type type = row_.parameter.type;
        if (type == Type::number) {
            random_number(list, ends);
        } else if (type == Type::vector || type == Type::direction) {
            constant(name(0), pointer(0), ends[0], width());
            kind_button(ValueKind::random);
            label(draw_, "- to");
            return constant(name(1), pointer(1), ends[1], width());
        } else {
            const float gap = cell_distance * draw_.scale, half = (width() - gap) / 2;
            constant(name(0), pointer(0), ends[0], half);
            ImGui::SameLine(0, gap);
            constant(name(1), pointer(1), ends[1], half);
        }
        kind_button(ValueKind::random);
    }

    /// Moving one end past the other moves both.
    void random_number(const std::string& list, const json& ends) {
        const std::vector<float> before = numbers_of(ends);
        std::vector<float> now = before;
        if (!slider_cells(draw_, row_.name, now, style_, width())) return;
        if (now[0] != before[0]) now[1] = std::max(now[0], now[1]);
        if (now[1] != before[1]) now[0] = std::min(now[0], now[1]);
        draw_.events.edit(list, json_of_numbers(now));
    }

    void constant(const std::string& name, const std::string& pointer, const json& value, float width) {
        switch (row_.parameter.type) {
            case Type::boolean:
                check_box(draw_, name, "", pointer.c_str(), value);
                return tooltip(draw_, style_.tooltip);
            case Type::integer:
                return number_cell(draw_, name, pointer, value, style_.tooltip, width);
            case Type::colour:
                return colour(name, pointer, value);
            default: {
                std::vector<float> numbers = numbers_of(value);
                if (slider_cells(draw_, name, numbers, style_, width))
                    draw_.events.edit(pointer, json_of_numbers(numbers));
            }
        }
    }

    void colour(const std::string& name, const std::string& pointer, const json& value) {
        std::vector<float> parts = numbers_of(value);
        if (color_cell(draw_, name, parts)) draw_.events.edit(pointer, json_of_numbers(parts));
    }

    /// Draws the field for the name of an attribute. If another renames it, that is what the edit does.
    void attribute() {
        const std::string before = row_.value;
        if (!row_.rename || before.empty())
            return text_field(draw_, row_.name, row_.pointer, before, style_.tooltip, width());
        const std::size_t edits = draw_.events.edits.size();
        text_field(draw_, row_.name, row_.pointer, before,
                   fmt::format("{} Another name is put wherever it is read.", style_.tooltip), width(),
                   row_.rename);
        if (draw_.events.edits.size() > edits) draw_.events.what = "rename the attribute " + before;
    }

    void choice() {
        std::vector<Choice> choices;
        for (const effects::Choice& one : row_.parameter.choices)
            choices.push_back({one.name, one.sentence, {}});
        drop_down(draw_, row_.name, style_.label.c_str(), row_.pointer.c_str(), choices,
                  row_.value.get_ref<const std::string&>());
    }

    /// Draws the path, and a button for a list of the files that there are.
    void file() {
        const std::string name = row_.name + "/files";
        text_field(draw_, row_.name, row_.pointer, row_.value, style_.tooltip, width());
        ImGui::SameLine(0, cell_distance * draw_.scale);
        if (button(draw_, name, "...", ImGui::GetFrameHeight())) {
            draw_.files = {name, effects::data_files_below(draw_.settings().effect.folder.path,
                                                           row_.parameter.file_kind)};
            ImGui::OpenPopup(name.c_str());
        }
        tooltip(draw_, "The files in the effect's folder and below it.");
        ImGui::SetNextWindowSize(ImVec2(menu_text_width * draw_.scale, 0));
        if (!ImGui::BeginPopup(name.c_str())) return;
        const auto entry = [&](const std::string& path, const std::string& text) {
            const bool is_chosen = row_.value == path;
            const bool pressed = list_entry(draw_, name + "/" + path, text, "", true, is_chosen);
            if (pressed && !is_chosen) draw_.events.edit(row_.pointer, path);
        };
        entry("", "none");
        if (draw_.files.widget == name)
            for (const std::string& path : draw_.files.paths) entry(path, path);
        ImGui::EndPopup();
    }

    void kind_button(ValueKind kind) {
        ImGui::SameLine();
        const float side = ImGui::GetFrameHeight();
        ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - side);
        const std::string name = row_.name + "/kind";
        const ImVec2 least = ImGui::GetCursorScreenPos();
        if (ImGui::InvisibleButton(("##" + name).c_str(), ImVec2(side, side))) ImGui::OpenPopup(name.c_str());
        draw_.map.add_last_item(name, true, winnow::name_of(value_kinds, kind));
        const bool is_hovered = ImGui::IsItemHovered();
        if (is_hovered)
            tooltip(draw_, fmt::format("{}: {}", winnow::name_of(value_kinds, kind), summary(kind)));
        const bool is_lit = is_hovered || ImGui::IsPopupOpen(name.c_str());
        if (is_lit)
            ImGui::GetWindowDrawList()->AddRectFilled(least, ImVec2(least.x + side, least.y + side),
                                                      ImGui::GetColorU32(ImGuiCol_FrameBgHovered),
                                                      ImGui::GetStyle().FrameRounding);
        const bool is_special = kind != ValueKind::constant;
        draw_icon(kind, least, side,
                  ImGui::ColorConvertFloat4ToU32(is_special ? color::accent
                                                 : is_lit   ? color::text
                                                            : color::dim));
        kind_menu(name, kind);
    }

    static std::string_view summary(ValueKind kind) {
        return std::ranges::find(value_kinds, kind, &Named<ValueKind>::value)->summary;
    }

    void kind_menu(const std::string& name, ValueKind now) {
        ImGui::SetNextWindowSize(ImVec2(menu_text_width * draw_.scale, 0));
        if (!ImGui::BeginPopup(name.c_str())) return;
        for (const auto& row : value_kinds) {
            if (!can_be(row.value, row_.parameter)) continue;
            const bool pressed = list_entry(draw_, fmt::format("{}/{}", name, row.name),
                                            std::string(row.name), row.summary, true, row.value == now);
            if (pressed && row.value != now)
                draw_.events.edit(row_.pointer, converted(row_.value, row_.parameter, row.value));
        }
        ImGui::EndPopup();
    }

    Draw& draw_;
    const ParameterRow& row_;
    NumberStyle style_;
};

}  // namespace

void value_row(Draw& draw, const ParameterRow& row) {
    ValueCells(draw, row).draw();
}

}  // namespace winnow::ui
