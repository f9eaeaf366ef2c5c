#include "ui/life_window.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "ui/marks.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float card_width = 330, name_width = 92, table_height = 260;
constexpr float particle_ring = 10, path_line = 1.6f, velocity_line = 2, velocity_head = 9, title_gap = 16;
constexpr float faintest = 0.12f;  // alpha of the oldest part of the path

ImVec2 in_window(const lab::Point& share) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return {share.x * window.x, share.y * window.y};
}

void fact_row(Draw& draw, const std::string& section, const LifeFact& fact) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(color::dim, "%s", fact.name.c_str());
    if (!fact.tip.empty()) tooltip(draw, fact.tip);
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(fact.value.c_str());
    ImGui::PopTextWrapPos();
    draw.map.add_last_item(fmt::format("particle/{}{}", section, fact.id), true, fact.value);
}

void fact_table(Draw& draw, const char* id, const std::string& section, std::span<const LifeFact> facts) {
    if (facts.empty() || !ImGui::BeginTable(id, 2)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, name_width * draw.scale);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    for (const LifeFact& fact : facts) fact_row(draw, section, fact);
    ImGui::EndTable();
}

void part_row(Draw& draw, std::size_t i, const LifePart& one) {
    const ImVec4& shade = one.stage == "motion" ? color::second : one.acts ? color::text : color::dim;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextColored(color::dim, "%s", one.stage.c_str());
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(shade, "%s", one.name.c_str());
    ImGui::TextColored(one.acts ? color::text : color::dim, "%s", one.added.c_str());
    ImGui::PopTextWrapPos();
    draw.map.add_last_item(fmt::format("particle/part/{}", i), true, one.name + ": " + one.added);
}

void parts(Draw& draw, const LifeFacts& facts) {
    if (!facts.why_no_parts.empty()) return small_text(draw, color::dim, facts.why_no_parts);
    if (ImGui::BeginTable("parts", 2, ImGuiTableFlags_BordersInnerH)) {
        ImGui::TableSetupColumn("stage", ImGuiTableColumnFlags_WidthFixed, 50 * draw.scale);
        ImGui::TableSetupColumn("part", ImGuiTableColumnFlags_WidthStretch);
        for (std::size_t i = 0; i < facts.parts.size(); ++i) part_row(draw, i, facts.parts[i]);
        ImGui::EndTable();
    }
    small_text(draw, facts.parts_match ? color::good : color::bad,
               facts.parts_match
                   ? "Together they are the step of the run, to the bit."
                   : "They are not the step of the run: something that it read has changed since.");
    draw.map.add_last_item("particle/parts-match", true, facts.parts_match);
}

void relatives(Draw& draw, const LifeFacts& facts) {
    const auto link = [&](const std::string& name, const LifeRelative& one) {
        if (button(draw, name, one.name.c_str())) draw.events.life.relative = one;
    };
    if (facts.parent) {
        label(draw, "parent", "the particle that gave birth to it; a click follows it");
        link("particle/parent", *facts.parent);
    }
    if (facts.children.empty()) return;
    label(draw, "children", "that it had in this step; a click follows one");
    for (std::size_t i = 0; i < facts.children.size(); ++i) {
        if (i > 0) go_to_controls(draw);
        link(fmt::format("particle/child/{}", i), facts.children[i]);
    }
}

void add_arrow(ImDrawList& list, ImVec2 from, ImVec2 to, float scale, ImU32 color) {
    const float length = std::min(velocity_head * scale, distance(from, to));
    add_line_to(list, from, to, length, color, velocity_line * scale);
    add_arrow_head(list, from, to, length, color);
}

/// Draws the way so far, the older the fainter.
void add_path(ImDrawList& list, std::span<const std::optional<lab::Point>> path, float scale) {
    const auto count = static_cast<float>(path.size());
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
        if (!path[i] || !path[i + 1]) continue;
        const float share = static_cast<float>(i + 1) / count;
        list.AddLine(in_window(*path[i]), in_window(*path[i + 1]),
                     translucent(color::second, faintest + (1 - faintest) * share), path_line * scale);
    }
}

}  // namespace

void LifeWindow::draw(Draw& draw, float covered_left, float covered_below) {
    card_width_ = 0;
    if (draw.model.life == nullptr) return;
    if (draw.model.life->follows || draw.model.life->picks) card(draw, covered_below);
    if (draw.model.life->table) table(draw, covered_left, covered_below);
}

void LifeWindow::card(Draw& draw, float covered_below) {
    const LifeModel& life = *draw.model.life;
    const LifeFacts& facts = life.facts;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    card_width_ = std::min(card_width * draw.scale, window.x - 2 * edge);
    const float room = std::max(window.y - covered_below - 2 * edge, 1.0f);
    ImGui::SetNextWindowPos(ImVec2(window.x - edge, edge), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowSizeConstraints(ImVec2(card_width_, 0), ImVec2(card_width_, room));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("Particle", nullptr, flags)) {
        const float gap = 4 * draw.scale, narrow = 26 * draw.scale;
        if (!life.follows) {
            ImGui::TextColored(color::accent, "Pick a particle");
            small_text(draw, color::dim, "Click it in the picture, or draw a rectangle around several.");
            if (button(draw, "particle/cancel", "Cancel")) draw.events.life.picks = false;
        } else {
            ImGui::TextColored(facts.lives || !facts.is_known ? color::accent : color::dim, "%s",
                               facts.title.c_str());
            draw.map.add_last_item("particle/title", true, facts.title);
            ImGui::SameLine();
            ImGui::TextColored(color::dim, "%s", shortened(facts.emitter, 130 * draw.scale).c_str());
            ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - narrow);
            if (button(draw, "particle/close", "x", narrow)) draw.events.life.stop = true;
            tooltip(draw, "follow it no longer");
            ImGui::PushTextWrapPos(0);
            ImGui::TextColored(facts.lives ? color::good : color::text, "%s", facts.fate.c_str());
            ImGui::PopTextWrapPos();
            draw.map.add_last_item("particle/fate", true, facts.fate);
            const float width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
            const bool goes_back = life.why_not_back.empty();
            if (button(draw, "particle/birth", "To birth", width, std::nullopt, goes_back))
                draw.events.life.to_birth = true;
            tooltip(draw, goes_back
                              ? fmt::format("the run goes to step {} and pauses there", grouped(facts.birth))
                              : life.why_not_back);
            ImGui::SameLine(0, gap);
            if (button(draw, "particle/death", facts.travelling.empty() ? "To death" : "Seeking...", width,
                       std::nullopt, goes_back))
                draw.events.life.to_death = true;
            tooltip(draw, goes_back ? "the run goes to the step in which it dies, which says why"
                                    : life.why_not_back);
            ImGui::SameLine(0, gap);
            if (button(draw, "particle/camera", "Camera", width, life.camera_follows))
                draw.events.life.camera_follows = !life.camera_follows;
            tooltip(draw, "the camera follows the particle");
            fact_table(draw, "facts", "", facts.facts);
            fact_table(draw, "attributes", "attribute/", facts.attributes);
            relatives(draw, facts);
            if (!facts.compaction.empty()) {
                ImGui::Separator();
                small_text(draw, color::dim, "vote, scan, compact");
                fact_table(draw, "compaction", "", facts.compaction);
                if (button(draw, "particle/lab", "Show this one in the scan")) draw.events.life.to_lab = true;
                tooltip(draw, "opens the Lab at the step, with the particles around this one");
            }
            ImGui::Separator();
            small_text(draw, color::dim,
                       facts.parts.empty()
                           ? "What each module adds"
                           : fmt::format("What each module added in step {}", grouped(facts.parts_step)));
            parts(draw, facts);
            ImGui::Separator();
        }
        const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
        if (button(draw, "particle/table", "Table", half, life.table.has_value())) {
            draw.events.life.open_table = !life.table;
            draw.events.life.close_table = life.table.has_value();
        }
        tooltip(draw, "all that live, one in a row");
        if (life.follows) {
            ImGui::SameLine(0, gap);
            if (button(draw, "particle/csv", "Export life", half)) draw.events.life.export_life = true;
            tooltip(
                draw,
                "the states that are known of it, one step in a row, as a CSV file in the working directory");
        }
    }
    ImGui::End();
}

void LifeWindow::table(Draw& draw, float left, float covered_below) {
    const LifeTable& all = *draw.model.life->table;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale, gap = 4 * draw.scale;
    const float right = card_width_ > 0 ? card_width_ + edge : 0;
    const float begin = std::max(left, edge);
    ImGui::SetNextWindowPos(ImVec2(begin, window.y - covered_below - edge), ImGuiCond_Always, ImVec2(0, 1));
    ImGui::SetNextWindowSize(
        ImVec2(std::max(window.x - begin - right - edge, 1.0f),
               std::min(table_height * draw.scale, window.y - covered_below - 2 * edge)));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("Particles", nullptr, flags)) {
        ImGui::TextColored(color::accent, "%s", counted(all.rows, "particle").c_str());
        draw.map.add_last_item("particle-table/rows", true, all.rows);
        ImGui::SameLine();
        ImGui::TextColored(all.is_outdated ? color::accent : color::dim, "%s%s%s",
                           fmt::format("after step {}", grouped(all.step)).c_str(),
                           all.is_of_some ? ", those in the rectangle" : "",
                           all.sorts         ? ", being sorted"
                           : all.is_outdated ? ", the run has gone on"
                                             : "");
        const float wide = 84 * draw.scale;
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 3 * wide - 2 * gap);
        if (button(draw, "particle-table/read", "Read again", wide)) draw.events.life.open_table = true;
        tooltip(draw, "reads all that live now");
        ImGui::SameLine(0, gap);
        if (button(draw, "particle-table/csv", "Export CSV", wide)) draw.events.life.export_table = true;
        tooltip(draw, "these rows in this order, as a file in the working directory");
        ImGui::SameLine(0, gap);
        if (button(draw, "particle-table/close", "Close", wide)) draw.events.life.close_table = true;
        constexpr auto table_flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollX |
                                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV |
                                     ImGuiTableFlags_SizingFixedFit;
        ImGui::PushFont(draw.fonts.small);
        if (ImGui::BeginTable("rows", static_cast<int>(all.columns.size()), table_flags)) {
            ImGui::TableSetupScrollFreeze(2, 1);
            for (const LifeColumn& column : all.columns)
                ImGui::TableSetupColumn(column.name.c_str(), ImGuiTableColumnFlags_WidthFixed);
            ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
            for (std::size_t c = 0; c < all.columns.size(); ++c) {
                ImGui::TableNextColumn();
                const bool is_sorted = all.sorted_by == c;
                const std::string text =
                    all.columns[c].name +
                    (all.columns[c].unit.empty() ? "" : " (" + all.columns[c].unit + ")") +
                    (!is_sorted     ? ""
                     : all.descends ? " v"
                                    : " ^");
                if (ImGui::Selectable(text.c_str(), is_sorted)) draw.events.life.sort_by = c;
                draw.map.add_last_item(fmt::format("particle-table/sort/{}", c), true, text);
            }
            ImGuiListClipper clipper;
            clipper.Begin(static_cast<int>(all.rows));
            while (clipper.Step()) {
                for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
                    const auto row = static_cast<std::size_t>(r);
                    ImGui::TableNextRow();
                    ImGui::PushID(r);
                    for (std::size_t c = 0; c < all.columns.size(); ++c) {
                        ImGui::TableNextColumn();
                        const std::string text = all.cell(row, c);
                        if (c > 0) {
                            ImGui::TextUnformatted(text.c_str());
                            continue;
                        }
                        if (ImGui::Selectable(text.c_str(), all.followed == row,
                                              ImGuiSelectableFlags_SpanAllColumns))
                            draw.events.life.row = row;
                        if (r < clipper.DisplayStart + 8)
                            draw.map.add_last_item(fmt::format("particle-table/row/{}", r), true, text);
                    }
                    ImGui::PopID();
                }
            }
            ImGui::EndTable();
        }
        ImGui::PopFont();
    }
    ImGui::End();
}

void LifeWindow::mark(const LifeModel& life, const Fonts& fonts, float scale, UiMap& map) const {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    if (!life.follows) return;
    add_path(list, life.path, scale);
    if (!life.at) return;
    const ImVec2 at = in_window(*life.at);
    const ImU32 shade = translucent(life.facts.lives ? color::accent : color::dim, 1);
    const float radius = particle_ring * scale;
    add_ring(list, at, radius, shade, 1.8f * scale);
    if (life.ahead && life.facts.lives)
        add_arrow(list, at, in_window(*life.ahead), scale, translucent(color::good, 1));
    add_caption(list, *fonts.small, life.facts.title, at, title_gap * scale, ImVec2(0, 0),
                ImGui::GetIO().DisplaySize);
    map.add({.name = "particle/mark",
             .x = at.x - radius,
             .y = at.y - radius,
             .w = 2 * radius,
             .h = 2 * radius,
             .value = life.facts.title});
}

}  // namespace winnow::ui
