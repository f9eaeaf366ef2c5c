// The panel's section with the time of each pass.
#include <algorithm>

#include "base/text.h"
#include "ui/panel.h"

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

double longest(const Model& model) {
    double most = 0;
    for (const PassRow& pass : model.passes) most = std::max(most, pass.milliseconds.value_or(0));
    return std::max(most, 1e-6);
}

void rows(Draw& draw) {
    const double most = longest(draw.model);
    for (const PassRow& pass : draw.model.passes) {
        const bool other_api = pass.name == "hand-over";
        if (pass.milliseconds)
            row(draw, pass.name, pass.summary, *pass.milliseconds, most,
                other_api ? color::second : color::accent);
    }
}

}  // namespace

void passes_section(Draw& draw) {
    if (!section(draw, "passes", "Milliseconds of each pass")) return;
    ImGui::PushFont(draw.fonts.small);
    if (ImGui::BeginTable("passes", 3)) {
        ImGui::TableSetupColumn("pass", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthFixed, bar_width * draw.scale);
        ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed, time_width * draw.scale);
        rows(draw);
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

}  // namespace winnow::ui
