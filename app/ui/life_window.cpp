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
constexpr float card_width = 352, name_width = 92, emitter_width = 130;
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
    ImGui::Separator();
    small_text(draw, color::dim,
               facts.parts.empty()
                   ? "What each module adds"
                   : fmt::format("What each module added in step {}", grouped(facts.parts_step)));
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

void card_title(Draw& draw, const LifeFacts& facts) {
    const float narrow = 26 * draw.scale;
    ImGui::TextColored(facts.lives || !facts.is_known ? color::accent : color::dim, "%s",
                       facts.title.c_str());
    draw.map.add_last_item("particle/title", true, facts.title);
    ImGui::SameLine();
    ImGui::TextColored(color::dim, "%s", shortened(facts.emitter, emitter_width * draw.scale).c_str());
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - narrow);
    if (button(draw, "particle/close", "x", narrow)) draw.events.life.stop = true;
    tooltip(draw, "follow it no longer");
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(facts.lives ? color::good : color::text, "%s", facts.fate.c_str());
    ImGui::PopTextWrapPos();
    draw.map.add_last_item("particle/fate", true, facts.fate);
}

/// Draws the buttons that go through the life, and that of the camera.
void ways(Draw& draw, const LifeModel& life) {
    const float gap = 4 * draw.scale, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
    const bool goes_back = life.why_not_back.empty();
    const auto way = [&](const char* name, const char* text, bool& event, const std::string& tip) {
        if (button(draw, name, text, width, std::nullopt, goes_back)) event = true;
        tooltip(draw, goes_back ? tip : life.why_not_back);
        ImGui::SameLine(0, gap);
    };
    way("particle/to-birth", "To birth", draw.events.life.to_birth,
        fmt::format("the run goes to step {} and pauses there", grouped(life.facts.birth)));
    way("particle/to-death", life.facts.travelling.empty() ? "To death" : "Seeking...",
        draw.events.life.to_death, "the run goes to the step in which it dies, which says why");
    if (button(draw, "particle/camera", "Camera", width, life.camera_follows))
        draw.events.life.camera_follows = !life.camera_follows;
    tooltip(draw, "the camera follows the particle");
}

void compaction(Draw& draw, const LifeFacts& facts) {
    if (facts.compaction.empty()) return;
    ImGui::Separator();
    small_text(draw, color::dim, "vote, scan, compact");
    fact_table(draw, "compaction", "", facts.compaction);
    if (button(draw, "particle/lab", "Show this one in the scan")) draw.events.life.to_lab = true;
    tooltip(draw, "opens the Lab at the step, with the particles around this one");
}

void invitation(Draw& draw) {
    ImGui::TextColored(color::accent, "Pick a particle");
    small_text(
        draw, color::dim,
        "Click it in the picture, or draw a rectangle around several; with Ctrl+Shift a line of any shape.");
    if (button(draw, "particle/cancel", "Cancel")) draw.events.life.picks = false;
}

void exports(Draw& draw, const LifeModel& life) {
    const float gap = 4 * draw.scale, half = (ImGui::GetContentRegionAvail().x - gap) / 2;
    ImGui::Separator();
    if (button(draw, "particle/table", "Table", half, life.table.has_value())) {
        draw.events.life.open_table = !life.table;
        draw.events.life.close_table = life.table.has_value();
    }
    tooltip(draw, "all that live, one in a row");
    if (!life.follows) return;
    ImGui::SameLine(0, gap);
    if (button(draw, "particle/csv", "Export life", half)) draw.events.life.export_life = true;
    tooltip(draw,
            "the states that are known of it, one step in a row, as a CSV file in the working directory");
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

/// Returns how many pixels it covers at the right.
float card(Draw& draw, float covered_below) {
    const LifeModel& life = *draw.model.life;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(card_width * draw.scale, std::max(window.x - 2 * edge, 1.0f));
    const float room = std::max(window.y - covered_below - 2 * edge, 1.0f);
    ImGui::SetNextWindowPos(ImVec2(window.x - edge, edge), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, room));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("Particle", nullptr, flags)) {
        if (life.follows) {
            card_title(draw, life.facts);
            ways(draw, life);
            fact_table(draw, "facts", "", life.facts.facts);
            fact_table(draw, "attributes", "attribute/", life.facts.attributes);
            relatives(draw, life.facts);
            compaction(draw, life.facts);
            parts(draw, life.facts);
        } else {
            invitation(draw);
        }
        exports(draw, life);
    }
    ImGui::End();
    return width + 2 * edge;
}

}  // namespace

float LifeWindow::draw(Draw& draw, const Covered& covered) const {
    if (draw.model.life == nullptr) return 0;
    const LifeModel& life = *draw.model.life;
    const float right = life.follows || life.picks ? card(draw, covered.bottom) : 0;
    if (life.table) life_table(draw, *life.table, {covered.left, right, covered.bottom});
    return right;
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
