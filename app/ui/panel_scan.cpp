// The panel's section on the scan backend: choices, and the comparison with the reference.
#include <algorithm>

#include "base/text.h"
#include "ui/keys.h"
#include "ui/panel.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

struct Verdict {
    ImVec4 color;
    std::string text;
};

/// The verdict of a check from before the last change, which may no longer hold.
Verdict old_verdict(const ReferenceCheck& check) {
    const char* found = check.state == ReferenceCheck::State::matches ? "matched" : "differed from";
    return {color::dim,
            fmt::format("{} the reference\nof step {}, before the change", found, grouped(check.step))};
}

bool is_old(const ReferenceCheck& check) {
    using State = ReferenceCheck::State;
    return check.outdated && (check.state == State::matches || check.state == State::differs);
}

Verdict verdict(const ReferenceCheck& check) {
    if (is_old(check)) return old_verdict(check);
    switch (check.state) {
        case ReferenceCheck::State::unchecked:
            return {color::dim, "not compared with the reference yet"};
        case ReferenceCheck::State::checking:
            return {color::accent, "comparing with the reference..."};
        case ReferenceCheck::State::matches:
            return {color::good, fmt::format("matches the reference\nstep {}, {} votes", grouped(check.step),
                                             grouped(check.votes))};
        case ReferenceCheck::State::differs:
            return {color::bad,
                    fmt::format("differs from the reference\nstep {}, from vote {} on, of {}",
                                grouped(check.step), grouped(check.first_mismatch), grouped(check.votes))};
        case ReferenceCheck::State::unavailable:
            return {color::dim, check.reason};
    }
    return {color::dim, {}};
}

const char* name_of(ReferenceCheck::State state) {
    constexpr const char* names[] = {"unchecked", "checking", "matches", "differs", "unavailable"};
    return names[static_cast<int>(state)];
}

void light(float radius, const ImVec4& color) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 center(at.x + radius, at.y + ImGui::GetFrameHeight() / 2);
    ImGui::GetWindowDrawList()->AddCircleFilled(center, radius, ImGui::ColorConvertFloat4ToU32(color));
    ImGui::Dummy(ImVec2(2 * radius, ImGui::GetFrameHeight()));
}

/// Draws wrapped text up to `end`, centred vertically on a line of controls.
void centered_text(Draw& draw, const std::string& text, float end) {
    ImGui::PushFont(draw.fonts.small);
    const float width = end - ImGui::GetCursorPosX();
    const float above =
        (ImGui::GetFrameHeight() - ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y) / 2;
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max(above, 0.0f));
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(end);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    ImGui::PopFont();
}

/// Draws the light, its text, and the button that starts a check.
void reference_light(Draw& draw) {
    const Verdict now = verdict(draw.model.reference);
    const float width = 64 * draw.scale;
    const float button_at = ImGui::GetWindowContentRegionMax().x - width;
    const float line = ImGui::GetCursorPosY();
    light(5 * draw.scale, now.color);
    ImGui::SameLine();
    centered_text(draw, now.text, button_at - 8 * draw.scale);
    draw.map.add_last_item("scan/reference", true,
                           is_old(draw.model.reference) ? "outdated" : name_of(draw.model.reference.state));
    ImGui::SameLine(button_at);
    ImGui::SetCursorPosY(line);
    if (button(draw, "scan/check", "Check C", width)) perform(Command::check_scan, draw.model, draw.events);
    tooltip(draw, "reads a step's votes and offsets back, and compares them with the CPU's scan");
}

}  // namespace

void scan_section(Draw& draw) {
    const bool is_toured =
        draw.model.lab != nullptr && draw.model.lab->tour && draw.model.lab->tour->is_live();
    if (is_toured) draw.layout.folds.insert_or_assign("scan", true);
    const bool is_open = section(draw, "scan", "Scan backend");
    if (is_toured && !ImGui::IsItemVisible()) ImGui::SetScrollHereY(0);
    if (!is_open) return;
    const effects::SimulationSettings& s = draw.settings().simulation;
    const Choices& choices = draw.model.choices;
    segments(draw, "backend", "/simulation/backend", choices.backend, winnow::name_of(s.backend));
    reference_light(draw);
    drop_down(draw, "block", "block scan", "/simulation/block", choices.block, winnow::name_of(s.scan.block));
    drop_down(draw, "grid", "grid strategy", "/simulation/grid", choices.grid, winnow::name_of(s.scan.grid));
    drop_down(draw, "compaction", "compaction", "/simulation/compaction", choices.compaction,
              winnow::name_of(s.compaction));
    if (!draw.model.computed_by.empty()) small_text(draw, color::dim, "now: " + draw.model.computed_by);
}

}  // namespace winnow::ui
