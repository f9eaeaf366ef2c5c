// What computes a step, and whether it is right.
#include "ui/format.h"
#include "ui/keys.h"
#include "ui/panel.h"

namespace winnow::ui {
namespace {

struct Verdict {
    ImVec4 color;
    std::string text;
};

Verdict verdict(const ReferenceCheck& check) {
    switch (check.state) {
        case ReferenceCheck::State::unchecked:
            return {color::dim, "not compared with the reference yet"};
        case ReferenceCheck::State::checking:
            return {color::accent, "comparing with the reference..."};
        case ReferenceCheck::State::matches:
            return {color::good, fmt::format("matches the reference: step {}, {} votes", grouped(check.step),
                                             grouped(check.votes))};
        case ReferenceCheck::State::differs:
            return {color::bad,
                    fmt::format("differs from the reference: step {}, from vote {} on, of {}",
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

/// The light, what it says, and the button that asks.
void reference_light(Draw& draw) {
    const Verdict now = verdict(draw.model.reference);
    const float radius = 5 * draw.scale;
    const float width = 64 * draw.scale;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const ImVec2 center(at.x + radius, at.y + ImGui::GetFrameHeight() / 2);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddCircleFilled(center, radius, ImGui::ColorConvertFloat4ToU32(now.color));
    ImGui::Dummy(ImVec2(2 * radius, ImGui::GetFrameHeight()));
    ImGui::SameLine();
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetWindowContentRegionMax().x - width - 8 * draw.scale);
    ImGui::PushFont(draw.fonts.small);
    ImGui::TextUnformatted(now.text.c_str());
    ImGui::PopFont();
    ImGui::PopTextWrapPos();
    ImGui::EndGroup();
    draw.map.add_last_item("scan/reference", true, name_of(draw.model.reference.state));
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    if (button(draw, "scan/check", "Check C", width)) perform(Command::check_scan, draw.model, draw.events);
    tooltip("reads a step's votes and offsets back, and compares them with the CPU's scan");
}

}  // namespace

void scan_section(Draw& draw) {
    if (!section(draw, "scan", "Scan backend")) return;
    const effects::Simulation& s = draw.settings().simulation;
    const Choices& choices = draw.model.choices;
    segments(draw, "backend", "/simulation/backend", choices.backend, winnow::name_of(s.backend));
    reference_light(draw);
    drop_down(draw, "block", "block scan", "/simulation/block", choices.block, winnow::name_of(s.block));
    drop_down(draw, "grid", "grid strategy", "/simulation/grid", choices.grid, winnow::name_of(s.grid));
    drop_down(draw, "compaction", "compaction", "/simulation/compaction", choices.compaction,
              winnow::name_of(s.compaction));
    if (!draw.model.computed_by.empty()) small_text(draw, color::dim, "now: " + draw.model.computed_by);
}

}  // namespace winnow::ui
