// The tour of the Lab: its offer, and the captions of its stops.
#include <algorithm>

#include "ui/lab_window.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr double offered_for = 45;  // seconds after the window has opened
constexpr float widest_line = 720, caption_width = 440, caption_padding = 10;  // natural pixels

void forget_offer(Draw& draw) {
    if (draw.settings().display.tour) draw.events.edit("/display/tour", false);
}

/// Goes on to the next stop. The last one lies outside the Lab, where the panel is seen.
void next_stop(Draw& draw, const LabTour& tour) {
    draw.events.lab.actions.push_back(LabAction::next_stop);
    if (tour.stop + 2 != tour.stops) return;
    draw.events.edit("/display/lab", false);
    if (!draw.settings().display.panel) draw.events.edit("/display/panel", true);
}

/// Draws the caption and the buttons that go on or end the tour.
void caption(Draw& draw, const LabTour& tour, float width) {
    ImGui::TextColored(color::accent, "%s", tour.title.c_str());
    ImGui::SameLine();
    small_text(draw, color::dim, fmt::format("{} of {}", tour.stop + 1, tour.stops));
    draw.map.add_last_item("tour/stop", true, tour.stop + 1);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(tour.caption.c_str());
    ImGui::PopTextWrapPos();
    const float button_width = 72 * draw.scale;
    if (tour.is_live()) {
        if (button(draw, "tour/done", "Done", button_width, true))
            draw.events.lab.actions.push_back(LabAction::end_tour);
        return;
    }
    if (button(draw, "tour/next", "Next", button_width, true)) next_stop(draw, tour);
    ImGui::SameLine();
    if (button(draw, "tour/skip", "Skip", button_width))
        draw.events.lab.actions.push_back(LabAction::end_tour);
}

/// Begins a box at the lower right corner of the scene, above what covers `bottom` pixels; the caller ends
/// it.
bool begin_corner_box(Draw& draw, const char* name, const Covered& covered) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    ImGui::SetNextWindowPos(ImVec2(window.x - covered.right - edge, window.y - covered.bottom - edge),
                            ImGuiCond_Always, ImVec2(1, 1));
    return ImGui::Begin(name, nullptr, box_flags);
}

/// The offer hides itself where it would cover the panel or a message.
void offer(Draw& draw, float room, const Covered& covered) {
    constexpr float width = 420;
    if (ImGui::GetTime() > offered_for) return forget_offer(draw);
    if (room < width * draw.scale || !draw.model.notices.empty() ||
        draw.model.document.dialog != Dialog::none)
        return;
    if (begin_corner_box(draw, "Tour offer", covered)) {
        ImGui::AlignTextToFramePadding();
        small_text(draw, color::dim, "New to prefix sums?");
        ImGui::SameLine();
        if (button(draw, "tour/take", "Two-minute tour")) begin_tour(draw);
        ImGui::SameLine(0, 4 * draw.scale);
        if (button(draw, "tour/later", "Not now")) forget_offer(draw);
        tooltip(draw, "the Lab (G) has the tour too");
    }
    ImGui::End();
}

}  // namespace

void begin_tour(Draw& draw) {
    forget_offer(draw);
    if (!draw.settings().display.lab) draw.events.edit("/display/lab", true);
    draw.events.lab.actions.push_back(LabAction::begin_tour);
}

void tour_caption(Draw& draw) {
    const auto& tour = draw.model.lab->tour;
    if (!tour) return;
    const float padding = caption_padding * draw.scale, room = ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorScreenPos(ImVec2(corner.x + padding, corner.y + padding));
    ImGui::BeginGroup();
    caption(draw, *tour, std::min(room - 2 * padding, widest_line * draw.scale));
    ImGui::EndGroup();
    const float bottom = ImGui::GetItemRectMax().y + padding;
    list.ChannelsSetCurrent(0);
    const ImVec4 paper(color::accent.x, color::accent.y, color::accent.z, 0.07f);
    const ImVec4 line(color::accent.x, color::accent.y, color::accent.z, 0.45f);
    list.AddRectFilled(corner, ImVec2(corner.x + room, bottom), ImGui::ColorConvertFloat4ToU32(paper),
                       padding / 2);
    list.AddRect(corner, ImVec2(corner.x + room, bottom), ImGui::ColorConvertFloat4ToU32(line), padding / 2);
    list.ChannelsMerge();
    ImGui::SetCursorScreenPos(ImVec2(corner.x, bottom + padding));
}

void tour_over_scene(Draw& draw, const Covered& covered) {
    const float room =
        ImGui::GetIO().DisplaySize.x - covered.left - covered.right - 2 * edge_margin * draw.scale;
    const auto& tour = draw.model.lab->tour;
    if (!tour || !tour->is_live()) {
        if (draw.settings().display.tour) offer(draw, room, covered);
        return;
    }
    const float width = std::clamp(room - 40 * draw.scale, 160 * draw.scale, caption_width * draw.scale);
    if (begin_corner_box(draw, "Tour", covered)) caption(draw, *tour, width);
    ImGui::End();
}

}  // namespace winnow::ui
