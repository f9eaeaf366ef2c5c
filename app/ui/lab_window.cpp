#include "ui/lab_window.h"

#include <imgui.h>

#include <algorithm>

#include "base/text.h"
#include "ui/keyboard.h"
#include "ui/keys.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float lessons_width = 232;                            // natural pixels
constexpr float wide_enough = 820, wide_enough_for_two = 1180;  // a narrower window has a drop-down list
constexpr float wide_for_figures = 620;                         // a narrower window shows the step only
constexpr float min_stage = 120;
constexpr float opacity = 0.93f;        // the particles shine through
constexpr float scene_share = 0.4f;     // of the stage's height that an opening gets at least
constexpr float chosen_mark_width = 3;  // of the mark at the chosen lesson

/// Draws small text with a number in the map, followed by a gap.
void figure(Draw& draw, const char* name, const char* unit, const std::string& text,
            const nlohmann::json& value) {
    ImGui::AlignTextToFramePadding();
    small_text(draw, color::dim, unit);
    ImGui::SameLine(0, 4 * draw.scale);
    ImGui::AlignTextToFramePadding();
    small_text(draw, color::text, text);
    draw.map.add_last_item(name, true, value);
    ImGui::SameLine(0, 14 * draw.scale);
}

float small_width(Draw& draw, const std::string& text) {
    ImGui::PushFont(draw.fonts.small);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::PopFont();
    return width;
}

/// Draws the title, what the simulation does meanwhile, and the buttons of the tour and of closing.
void title_bar(Draw& draw) {
    const ParticleStats& f = draw.model.stats;
    const float button_width = 64 * draw.scale, gap = 6 * draw.scale, room = ImGui::GetContentRegionAvail().x;
    const bool wide = room > wide_for_figures * draw.scale;
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::accent, "THE LAB");
    if (wide) {
        ImGui::SameLine();
        ImGui::AlignTextToFramePadding();
        small_text(draw, color::dim, "prefix sums, step by step");
    }
    const std::string alive = grouped(f.alive), step = grouped(f.step);
    const float figures =
        small_width(draw, "step " + step + (wide ? "alive " + alive : "")) + (wide ? 36 : 18) * draw.scale;
    ImGui::SameLine(std::max(ImGui::GetWindowContentRegionMax().x - 2 * button_width - gap - figures, 0.0f));
    figure(draw, "figures/step", "step", step, f.step);
    if (wide) figure(draw, "figures/alive", "alive", alive, f.alive);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * button_width - gap);
    if (button(draw, "lab/tour", "Tour", button_width)) begin_tour(draw);
    tooltip(draw, "two minutes, from one addition after another to the particles");
    ImGui::SameLine(0, gap);
    if (button(draw, "lab/close", "Close G", button_width))
        perform(Command::toggle_lab, draw.model, draw.events);
}

/// Draws an entry of the list. Its height is known only after its text is drawn, so the text is drawn first,
/// into the channel above the one of the highlight. Returns true if it was pressed.
bool lesson_entry(Draw& draw, const LabLesson& lesson, bool chosen) {
    const ImVec2 at = ImGui::GetCursorPos(), corner = ImGui::GetCursorScreenPos();
    const float padding = 5 * draw.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    ImGui::SetCursorPos(ImVec2(at.x + 2 * padding, at.y + padding));
    ImGui::PushTextWrapPos(ImGui::GetWindowContentRegionMax().x - padding);
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? color::accent : color::text);
    ImGui::TextUnformatted(lesson.title.c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    const float height = ImGui::GetItemRectSize().y + 2 * padding;
    ImGui::SetCursorPos(at);
    list.ChannelsSetCurrent(0);
    const bool pressed =
        ImGui::Selectable(("##" + lesson.id).c_str(), chosen, ImGuiSelectableFlags_None, ImVec2(0, height));
    draw.map.add_last_item("lab/lesson/" + lesson.id, true, chosen);
    tooltip(draw, lesson.summary);
    if (chosen)
        list.AddRectFilled(corner, ImVec2(corner.x + chosen_mark_width * draw.scale, corner.y + height),
                           ImGui::ColorConvertFloat4ToU32(color::accent), chosen_mark_width * draw.scale / 2);
    list.ChannelsMerge();
    return pressed;
}

}  // namespace

void LabWindow::draw(Draw& draw) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(window);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    scene_.begin();
    if (ImGui::Begin("Lab", nullptr, flags)) {
        ImDrawList& list = *ImGui::GetWindowDrawList();
        list.ChannelsSplit(2);
        list.ChannelsSetCurrent(1);
        title_bar(draw);
        ImGui::Separator();
        const bool beside = draw.model.lab->panes.size() > 1;
        const bool wide = window.x >= (beside ? wide_enough_for_two : wide_enough) * draw.scale;
        if (wide) {
            lesson_list(draw);
            ImGui::SameLine(0, 14 * draw.scale);
        }
        if (ImGui::BeginChild("column", ImVec2(0, 0), false,
                              ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NavFlattened))
            column(draw, !wide);
        ImGui::EndChild();
        list.ChannelsSetCurrent(0);
        background(opacity);
        list.ChannelsMerge();
        switch_keyboard(draw);
    }
    ImGui::End();
    ImGui::PopStyleVar(2);
    scene_.end(draw);
}

/// Fills the window but for the opening, whose place is known only after the layout.
void LabWindow::background(float alpha) const {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImVec4 paper = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
    paper.w = alpha;
    const ImU32 color = ImGui::ColorConvertFloat4ToU32(paper);
    const ImVec2 least = scene_.is_open() ? scene_.least() : window;
    const ImVec2 most = scene_.is_open() ? scene_.most() : window;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.PushClipRectFullScreen();
    list.AddRectFilled(ImVec2(0, 0), ImVec2(window.x, least.y), color);
    list.AddRectFilled(ImVec2(0, least.y), ImVec2(least.x, most.y), color);
    list.AddRectFilled(ImVec2(most.x, least.y), ImVec2(window.x, most.y), color);
    list.AddRectFilled(ImVec2(0, most.y), window, color);
    list.PopClipRect();
}

void LabWindow::lesson_list(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 2 * draw.scale));
    if (ImGui::BeginChild("lessons", ImVec2(lessons_width * draw.scale, 0), false,
                          ImGuiWindowFlags_NavFlattened)) {
        for (std::size_t i = 0; i < lab.lessons.size(); ++i) {
            const LabLesson& lesson = lab.lessons[i];
            const bool begins_chapter = i == 0 || lab.lessons[i - 1].chapter != lesson.chapter;
            if (begins_chapter && !lesson.chapter.empty()) {
                ImGui::Spacing();
                small_text(draw, color::dim, lesson.chapter);
            }
            const bool chosen = lab.panes[0].lesson == i;
            if (lesson_entry(draw, lesson, chosen)) draw.events.lab.lesson = i;
            if (chosen && shown_lesson_ != lesson.id) {
                if (!ImGui::IsItemVisible()) ImGui::SetScrollHereY();
                shown_lesson_ = lesson.id;
            }
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

/// Draws the stage above the controls, whose height is known from the last frame.
void LabWindow::column(Draw& draw, bool with_list_of_lessons) {
    if (with_list_of_lessons) {
        std::vector<ListEntry> entries;
        for (const LabLesson& lesson : draw.model.lab->lessons)
            entries.push_back({lesson.id, lesson.title, lesson.summary});
        const std::size_t now = draw.model.lab->panes[0].lesson;
        if (const auto pressed = entry_list(draw, "lab/lesson", entries, now, entries[now].text, -FLT_MIN))
            draw.events.lab.lesson = *pressed;
    }
    tour_caption(draw);
    if (draw.model.lab->race) return race_stage(draw);
    stages(draw, std::max(ImGui::GetContentRegionAvail().y - controls_height_, min_stage * draw.scale),
           !with_list_of_lessons);
    const float top = ImGui::GetCursorPosY();
    controls_.draw(draw);
    controls_height_ = ImGui::GetCursorPosY() - top;
}

void LabWindow::stages(Draw& draw, float height, bool with_titles) {
    const LabModel& lab = *draw.model.lab;
    const auto count = static_cast<float>(lab.panes.size());
    const float gap = 14 * draw.scale, room = ImGui::GetContentRegionAvail().x;
    const float width = std::max((room - gap * (count - 1)) / count, 1.0f);
    const float scene_height = lab.shows_particles ? height * scene_share : 0;
    StageLayout stage = layout_for(draw, ImVec2(width, height - scene_height), controls_.zoom());
    stage.with_lesson_title = with_titles || count > 1;
    controls_.set_shown_zoom(stage.zoom);
    const float pane_height = lab.shows_particles ? above_scene(stage, height - scene_height) : height;
    for (std::size_t i = 0; i < lab.panes.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        const std::string id = fmt::format("pane {}", i);
        if (ImGui::BeginChild(id.c_str(), ImVec2(width, pane_height), false,
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse))
            stages_[i].draw(draw, i, stage, i == 0 ? &controls_.prediction() : nullptr, scene_);
        ImGui::EndChild();
        if (const float factor = stages_[i].take_zoom(); factor != 1) controls_.zoom_by(factor);
    }
    if (lab.shows_particles)
        scene_.open(draw, ImVec2(room, height - pane_height - ImGui::GetStyle().ItemSpacing.y));
}

/// Returns the height of the panes above the opening. Drawings of other numbers may need less, but an opening
/// that moved with each would disturb.
float LabWindow::above_scene(const StageLayout& stage, float most) {
    constexpr float min_used = 0.8f;
    const float needed = std::min(stage.height, most);
    if (above_scene_ < needed || above_scene_ > most || above_scene_ * min_used > needed)
        above_scene_ = needed;
    return above_scene_;
}

}  // namespace winnow::ui
