// The panel's section with the time of each pass.
#include <algorithm>

#include "base/text.h"
#include "ui/panel.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float bar_width = 96, time_width = 54;

void row(Draw& draw, const std::string& name, const std::string& summary, double milliseconds, double longest,
         const ImVec4& color) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(name.c_str());
    tooltip(draw, summary);
    ImGui::TableNextColumn();
    bar(static_cast<float>(milliseconds / longest), bar_width * draw.scale, color);
    ImGui::TableNextColumn();
    const std::string text = milliseconds_text(milliseconds);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                         ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());
}

double longest(std::span<const PassRow> passes) {
    double most = 0;
    for (const PassRow& pass : passes) most = std::max(most, pass.milliseconds.value_or(0));
    return std::max(most, 1e-6);
}

void rows(Draw& draw, std::span<const PassRow> passes) {
    const double most = longest(passes);
    for (const PassRow& pass : passes) {
        const bool other_api = pass.name == "hand-over";
        row(draw, pass.name, pass.summary, *pass.milliseconds, most,
            other_api ? color::second : color::accent);
        draw.map.add_last_item("passes/" + pass.name, true, *pass.milliseconds);
    }
}

}  // namespace

/// Time stands still while the run is paused, so that no row goes then.
std::vector<PassRow> RecentPasses::of(const Model& model) {
    if (!model.settings->simulation.paused) now_ += ImGui::GetIO().DeltaTime;
    std::vector<PassRow> recent;
    for (const PassRow& pass : model.passes) {
        auto& [runs, at] = seen_[pass.name];
        if (pass.runs != runs) at = now_;
        runs = pass.runs;
        if (pass.milliseconds && now_ - at <= seconds_shown) recent.push_back(pass);
    }
    return recent;
}

void passes_section(Draw& draw, RecentPasses& passes) {
    const std::vector<PassRow> recent = passes.of(draw.model);
    if (!section(draw, "passes", "Milliseconds of each pass")) return;
    ImGui::PushFont(draw.fonts.small);
    if (ImGui::BeginTable("passes", 3)) {
        ImGui::TableSetupColumn("pass", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthFixed, bar_width * draw.scale);
        ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed, time_width * draw.scale);
        rows(draw, recent);
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

}  // namespace winnow::ui
