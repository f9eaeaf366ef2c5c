#include "ui/version_section.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <filesystem>
#include <vector>

#include "base/text.h"
#include "ui/compare_section.h"
#include "ui/marks.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float grip_width = 10, grip_radius = 7, bar_line = 1.5f;
constexpr float captions_at = 46;            // below the badges at the upper edge
constexpr std::size_t longest_name = 28;     // characters
constexpr const char* other_file = "other";  // the entry of a file that is typed
constexpr double mebi = 1048576;

struct VersionEntry {
    ListEntry shown;
    VersionChoice choice;
};

std::string brief(const std::string& text) {
    return text.size() <= longest_name ? text : text.substr(0, longest_name - 3) + "...";
}

/// Returns what can be shown: the saved effect, each state of the history but the present one, files, and one
/// whose path is typed.
std::vector<VersionEntry> entries_of(const DocumentModel& document) {
    using Kind = VersionChoice::Kind;
    std::vector<VersionEntry> entries{
        {{"saved", "as saved", "the effect as its file has it"}, {Kind::saved, "as saved"}}};
    const std::size_t count = document.changes.size();
    for (std::size_t i = count + 1; i-- > 0;) {
        if (i == document.changes_done) continue;
        const std::string words = i == 0 ? "" : document.changes[i - 1];
        const std::string text = i == 0          ? "as it was opened"
                                 : words.empty() ? fmt::format("after change {}", i)
                                                 : "after: " + words;
        entries.push_back({{fmt::format("change/{}", i), text, fmt::format("{} of {} changes", i, count)},
                           {Kind::change, text, i}});
    }
    for (const Choice& one : document.recent)
        if (one.available()) {
            const std::string name = std::filesystem::path(one.name).filename().string();
            entries.push_back({{"file/" + one.name, name, one.name}, {Kind::file, name, 0, one.name}});
        }
    for (const Choice& one : document.built_in)
        entries.push_back(
            {{"file/" + one.name, one.name, "a built-in effect"}, {Kind::file, one.name, 0, one.name}});
    entries.push_back({{other_file, "another file...", "by its path"}, {Kind::file}});
    return entries;
}

/// Says how the states of both sides agree.
void agreement_text(Draw& draw, const VersionModel& versions) {
    if (!versions.agrees) return;
    const std::string step = grouped(versions.compared_step);
    const std::string text = *versions.agrees ? "the same state, to the bit, at step " + step
                                              : "the states differ at step " + step;
    small_text(draw, *versions.agrees ? color::good : color::dim, text);
    draw.map.add_last_item("versions/agreement", true, text);
}

void found(Draw& draw) {
    using State = ComparisonFacts::State;
    const VersionModel& versions = draw.model.versions;
    const ComparisonFacts& facts = versions.facts;
    if (facts.state == State::refused) return refusal_text(draw, "versions/refused", facts.refused);
    if (facts.state == State::waiting) return small_text(draw, color::accent, "building programs...");
    if (!versions.is_shown()) return;
    compared_table(draw, facts, "versions/ratio");
    if (!versions.is_there)
        small_text(draw, color::accent,
                   fmt::format("{} is at step {}, on its way to {}", facts.sides[1].name,
                               grouped(versions.step), grouped(draw.model.timeline.destination)));
    else
        small_text(draw, color::text, ratio_text(facts));
    draw.map.add_last_item("versions/step", true, versions.step);
    agreement_text(draw, versions);
    small_text(draw, color::dim,
               fmt::format("it holds {:.0f} MiB, with at most {:.0f} MiB to go back",
                           static_cast<double>(versions.bytes) / mebi,
                           static_cast<double>(versions.kept_bytes) / mebi));
    draw.map.add_last_item("versions/bytes", true, versions.bytes);
}

/// Draws the name of a side from a point on, to the left or to the right, in so many pixels.
void caption(const Draw& draw, const std::string& name, ImVec2 end, bool is_left, float room) {
    const ImFont& font = *draw.fonts.small;
    ImGui::PushFont(draw.fonts.small);
    const std::string text = shortened(name, room);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    ImGui::PopFont();
    if (size.x > room) return;
    const float pad = 4 * draw.scale, left = is_left ? end.x - size.x : end.x;
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddRectFilled(ImVec2(left - pad, end.y - pad / 2),
                       ImVec2(left + size.x + pad, end.y + size.y + pad / 2),
                       ImGui::GetColorU32(ImGuiCol_PopupBg), pad);
    list.AddText(&font, font.FontSize, ImVec2(left, end.y), ImGui::GetColorU32(ImGuiCol_Text), text.c_str());
}

/// Draws the line with its grip, and beside its upper end which side is which.
void paint_bar(const Draw& draw, const Area& scene, float x, float bottom, bool is_lit) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const ImU32 shade = translucent(is_lit ? color::accent : color::text, is_lit ? 1 : 0.8f);
    list.AddLine(ImVec2(x, 0), ImVec2(x, bottom), translucent(color::on_accent, 0.6f),
                 2.5f * bar_line * draw.scale);
    list.AddLine(ImVec2(x, 0), ImVec2(x, bottom), shade, bar_line * draw.scale);
    list.AddCircleFilled(ImVec2(x, bottom / 2), grip_radius * draw.scale, shade);
    const VersionModel& versions = draw.model.versions;
    const std::string& name = versions.facts.sides[1].name;
    const float gap = edge_margin * draw.scale;
    const float y = captions_at * draw.scale;
    const float width = ImGui::GetIO().DisplaySize.x;
    caption(draw, versions.facts.sides[0].name, ImVec2(x - gap, y), true, x - scene.left * width - 2 * gap);
    caption(draw, versions.is_there ? name : fmt::format("{}: step {}", name, grouped(versions.step)),
            ImVec2(x + gap, y), false, scene.right * width - x - 2 * gap);
}

}  // namespace

void VersionSection::draw(Draw& draw) {
    if (!section(draw, "versions", "Side by side", false)) return;
    const std::vector<VersionEntry> entries = entries_of(draw.model.document);
    chosen_ = std::min(chosen_, entries.size() - 1);
    std::vector<ListEntry> shown;
    for (const VersionEntry& entry : entries) shown.push_back(entry.shown);
    label(draw, "run beside", "the version of the effect that the right side of the picture shows");
    const float width = ImGui::GetContentRegionAvail().x;
    const std::string closed = shortened(
        shown[chosen_].text, width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x);
    if (const auto pressed = entry_list(draw, "versions/with", shown, chosen_, closed, -FLT_MIN))
        chosen_ = *pressed;
    VersionChoice choice = entries[chosen_].choice;
    choice.name = brief(choice.name);
    bool can = true;
    if (shown[chosen_].id == other_file) {
        ImGui::SetNextItemWidth(-FLT_MIN);
        ImGui::InputTextWithHint("##versions/path", "path of a JSON file", &path_);
        draw.map.add_last_item("versions/path", true, path_);
        choice.file = path_;
        choice.name = brief(std::filesystem::path(path_).filename().string());
        can = !path_.empty();
    }
    const ComparisonFacts::State state = draw.model.versions.facts.state;
    const bool runs = draw.model.versions.is_shown() || state == ComparisonFacts::State::waiting;
    if (button(draw, "versions/run", runs ? "Stop" : "Show side by side", -FLT_MIN, std::nullopt,
               runs || can)) {
        if (runs)
            draw.events.versions.stop = true;
        else
            draw.events.versions.show = choice;
    }
    tooltip(draw,
            runs ? "ends the second run and frees its memory"
                 : "runs this version from step 0, with the same seed, and goes with it wherever the run "
                   "goes; the picture is divided by a bar that can be dragged");
    found(draw);
}

void version_bar(Draw& draw, const Area& scene) {
    const VersionModel& versions = draw.model.versions;
    if (!versions.is_shown()) return;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = (scene.right - scene.left) * window.x, bottom = scene.bottom * window.y;
    if (width < 1 || bottom < 1) return;
    const float x = scene.left * window.x + versions.bar * width, grip = grip_width * draw.scale;
    ImGui::SetNextWindowPos(ImVec2(std::clamp(x - grip / 2, 0.0f, std::max(window.x - grip, 0.0f)), 0));
    ImGui::SetNextWindowSize(ImVec2(grip, bottom));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    bool is_lit = false;
    if (ImGui::Begin("Versions", nullptr, unseen_window)) {
        ImGui::InvisibleButton("versions/bar", ImVec2(grip, bottom));
        draw.map.add_last_item("versions/bar", true, versions.bar);
        is_lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
        if (is_lit) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        const float at = (ImGui::GetIO().MousePos.x - scene.left * window.x) / width;
        if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            draw.events.versions.bar = VersionModel().bar;
        else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 0))
            draw.events.versions.bar = std::clamp(at, 0.0f, 1.0f);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    paint_bar(draw, scene, x, bottom, is_lit);
}

}  // namespace winnow::ui
