// The table of particles, below the scene.
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "ui/life_window.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float table_height = 260, table_button = 84;
constexpr float min_table_width = 300;  // in a narrower scene it lies over the panel and the card
constexpr int mapped_rows = 8;          // that the map of widgets names

constexpr const char *ascending = " ^", *descending = " v", *longest_float = "-0.00012345678";

std::string head_of(const LifeColumn& column) {
    return column.unit.empty() ? column.name : fmt::format("{} ({})", column.name, column.unit);
}

/// The buttons stand in the line of the text, or below it if that is too narrow.
void table_title(Draw& draw, const LifeTable& table) {
    const float room = ImGui::GetContentRegionAvail().x;
    ImGui::TextColored(color::accent, "%s", counted(table.rows, "particle").c_str());
    draw.map.add_last_item("particle-table/rows", true, table.rows);
    ImGui::SameLine();
    const float gap = 4 * draw.scale, width = table_button * draw.scale, buttons = 3 * width + 2 * gap;
    const char* const now = table.sorts ? ", being sorted" : table.is_outdated ? ", the run has gone on" : "";
    const std::string when = fmt::format("after step {}{}{}", grouped(table.step),
                                         table.is_of_some ? ", those in the outline" : "", now);
    const float left = ImGui::GetCursorPosX() - ImGui::GetWindowContentRegionMin().x;
    const bool is_beside = left + ImGui::CalcTextSize(when.c_str()).x + gap + buttons <= room;
    const std::string shown = is_beside ? when : shortened(when, room - left);
    ImGui::TextColored(table.is_outdated ? color::accent : color::dim, "%s", shown.c_str());
    if (shown != when) tooltip(draw, when);
    if (is_beside) ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - buttons);
    if (button(draw, "particle-table/read", "Read again", width)) draw.events.life.open_table = true;
    tooltip(draw, "reads all that live now");
    ImGui::SameLine(0, gap);
    if (button(draw, "particle-table/csv", "Export CSV", width)) draw.events.life.export_table = true;
    tooltip(draw, "these rows in this order, as a file in the working directory");
    ImGui::SameLine(0, gap);
    if (button(draw, "particle-table/close", "Close", width)) draw.events.life.close_table = true;
}

void table_heads(Draw& draw, const LifeTable& table) {
    ImGui::TableSetupScrollFreeze(2, 1);
    for (const LifeColumn& column : table.columns) {
        const float head = ImGui::CalcTextSize(head_of(column).c_str()).x + ImGui::CalcTextSize(descending).x;
        const float width = std::max(head, column.is_float ? ImGui::CalcTextSize(longest_float).x : 0);
        ImGui::TableSetupColumn(column.name.c_str(), ImGuiTableColumnFlags_WidthFixed, width);
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const bool is_sorted = table.sorted_by == c;
        const std::string text = head_of(table.columns[c]) + (!is_sorted       ? ""
                                                              : table.descends ? descending
                                                                               : ascending);
        ImGui::TableNextColumn();
        if (ImGui::Selectable(text.c_str(), is_sorted)) draw.events.life.sort_by = c;
        draw.map.add_last_item(fmt::format("particle-table/sort/{}", c), true, text);
        tooltip(draw, table.columns[c].tip);
    }
}

void table_row(Draw& draw, const LifeTable& table, int row, bool is_mapped) {
    const auto at = static_cast<std::size_t>(row);
    ImGui::TableNextRow();
    ImGui::PushID(row);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        ImGui::TableNextColumn();
        const std::string text = table.cell(at, c);
        if (c > 0) {
            ImGui::TextUnformatted(text.c_str());
            continue;
        }
        if (ImGui::Selectable(text.c_str(), false, ImGuiSelectableFlags_SpanAllColumns))
            draw.events.life.row = at;
        if (is_mapped) draw.map.add_last_item(fmt::format("particle-table/row/{}", row), true, text);
    }
    ImGui::PopID();
}

void table_rows(Draw& draw, const LifeTable& table) {
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(table.rows));
    while (clipper.Step())
        for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row)
            table_row(draw, table, row, row < clipper.DisplayStart + mapped_rows);
}

}  // namespace

void life_table(Draw& draw, const LifeTable& table, const Covered& covered) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float least = std::min(min_table_width * draw.scale, std::max(window.x - 2 * edge, 1.0f));
    const float end = window.x - std::max(covered.right, edge);
    const float width = std::max(end - std::max(covered.left, edge), least);
    const float begin = std::max(end - width, edge);
    ImGui::SetNextWindowPos(ImVec2(begin, window.y - covered.bottom - edge), ImGuiCond_Always, ImVec2(0, 1));
    ImGui::SetNextWindowSize(
        ImVec2(width, std::min(table_height * draw.scale, window.y - covered.bottom - 2 * edge)));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
    constexpr auto table_flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX | ImGuiTableFlags_ScrollY |
                                 ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingFixedFit;
    if (ImGui::Begin("Particles", nullptr, flags)) {
        table_title(draw, table);
        ImGui::PushFont(draw.fonts.small);
        if (ImGui::BeginTable("rows", static_cast<int>(table.columns.size()), table_flags)) {
            table_heads(draw, table);
            table_rows(draw, table);
            ImGui::EndTable();
        }
        ImGui::PopFont();
    }
    ImGui::End();
}

}  // namespace winnow::ui
