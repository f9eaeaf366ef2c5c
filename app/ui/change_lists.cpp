#include "ui/change_lists.h"

#include <algorithm>
#include <cfloat>

#include "ui/keyboard.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr const char *history_popup = "history", *differences_popup = "differences";
constexpr float change_list_width = 380, min_list_height = 60, take_width = 108;  // natural pixels
constexpr std::size_t change_rows_shown = 16;

/// Places the next window beside the button that opens it, or where there is none in the middle, and leaves
/// room for it in the window.
void place_list(const Draw& draw, std::string_view button) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(change_list_width * draw.scale, window.x - 2 * edge);
    const Widget* at = draw.map.find(button);
    const ImVec2 below = at != nullptr ? ImVec2(at->x, at->y + at->h + edge / 2)
                                       : ImVec2((window.x - width) / 2, window.y / 6);
    const float highest = window.y - min_list_height * draw.scale - edge;
    ImGui::SetNextWindowPos(ImVec2(std::clamp(below.x, edge, std::max(window.x - width - edge, edge)),
                                   std::min(below.y, std::max(highest, edge))),
                            ImGuiCond_Appearing);
    ImGui::SetNextWindowSize(ImVec2(width, 0));
}

/// Begins a child window for rows, which scrolls if they are too many or the window too low.
bool begin_rows(const Draw& draw, std::size_t rows, float row_height, float below) {
    const float edge = edge_margin * draw.scale;
    const float room = ImGui::GetIO().DisplaySize.y - ImGui::GetCursorScreenPos().y - 2 * edge - below;
    const float wanted = row_height * static_cast<float>(std::clamp<std::size_t>(rows, 1, change_rows_shown));
    return ImGui::BeginChild("rows", ImVec2(0, std::max(std::min(wanted, room), row_height)));
}

bool is_step_asked(ImGuiKey key) {
    return !keyboard_is_in_panel() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), true);
}

/// Draws a state of the effect that can be gone to. Returns true if it was pressed.
bool history_row(Draw& draw, const std::string& name, const std::string& text, bool is_now, bool is_undone) {
    const std::string shown = shortened(text, ImGui::GetContentRegionAvail().x);
    ImGui::PushStyleColor(ImGuiCol_Text, is_now ? color::accent : is_undone ? color::dim : color::text);
    const bool pressed =
        ImGui::Selectable((shown + "##" + name).c_str(), is_now, ImGuiSelectableFlags_DontClosePopups);
    ImGui::PopStyleColor();
    draw.map.add_last_item(name, true, is_now);
    if (shown != text) tooltip(draw, text);
    return pressed;
}

}  // namespace

void ChangeLists::draw(Draw& draw) {
    if (std::erase(draw.events.actions, Action::history_list) > 0) ImGui::OpenPopup(history_popup);
    if (std::erase(draw.events.actions, Action::differences_list) > 0) {
        shown_.clear();
        ImGui::OpenPopup(differences_popup);
    }
    if (ImGui::IsPopupOpen(history_popup)) place_list(draw, "effect/history");
    if (ImGui::BeginPopup(history_popup)) {
        history(draw);
        ImGui::EndPopup();
    }
    if (!ImGui::IsPopupOpen(differences_popup)) return;
    place_list(draw, "effect/differences");
    if (ImGui::BeginPopup(differences_popup)) {
        differences(draw);
        ImGui::EndPopup();
    }
}

/// The list stays open, so that one can look at several states; the arrow keys go from one to the next.
void ChangeLists::history(Draw& draw) {
    const DocumentModel& document = draw.model.document;
    const std::size_t done = document.changes_done, last = document.changes.size();
    small_text(draw, color::dim, "Changes, the oldest first: a click or the arrow keys go there");
    std::optional<std::size_t> wanted;
    if (is_step_asked(ImGuiKey_UpArrow) && done > 0) wanted = done - 1;
    if (is_step_asked(ImGuiKey_DownArrow) && done < last) wanted = done + 1;
    const float row = ImGui::GetTextLineHeightWithSpacing();
    const bool is_new = ImGui::IsWindowAppearing() || done != seen_done_;
    if (begin_rows(draw, last + 1, row, 0)) {
        for (std::size_t i = 0; i <= last; ++i) {
            const std::string text = i == 0 ? "as it was opened" : document.changes[i - 1];
            if (history_row(draw, fmt::format("history/{}", i), text.empty() ? "a change" : text, i == done,
                            i > done))
                wanted = i;
            if (i == done && is_new) ImGui::SetScrollHereY();
        }
    }
    ImGui::EndChild();
    seen_done_ = done;
    if (wanted && *wanted != done) draw.events.changes_done = wanted;
}

/// The model has the differences from the next frame on.
void ChangeLists::differences(Draw& draw) {
    draw.events.wants_differences = true;
    const DocumentModel& document = draw.model.document;
    for (const Difference& one : document.differences)
        if (std::ranges::count(shown_, one.words) == 0) shown_.push_back(one.words);
    small_text(draw, color::dim,
               shown_.empty() ? "Nothing differs from " + document.name
                              : fmt::format("Differs from {} here:", document.name));
    if (shown_.empty()) return;
    const float gap = 4 * draw.scale, width = take_width * draw.scale;
    if (begin_rows(draw, shown_.size(), ImGui::GetFrameHeightWithSpacing(), 0))
        for (std::size_t i = 0; i < shown_.size(); ++i) {
            const auto found = std::ranges::find(document.differences, shown_[i], &Difference::words);
            const bool differs = found != document.differences.end();
            const std::string name = fmt::format("differences/{}", i);
            const float room = ImGui::GetContentRegionAvail().x - width - gap;
            ImGui::AlignTextToFramePadding();
            ImGui::TextColored(differs ? color::text : color::dim, "%s", shortened(shown_[i], room).c_str());
            draw.map.add_last_item(name, differs, shown_[i]);
            tooltip(draw, shown_[i]);
            ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
            if (button(draw, name + "/take", document.is_file ? "Take the file's" : "Take it back", width,
                       std::nullopt, differs)) {
                draw.events.what = "the file's: " + found->take_words;
                draw.events.edits.push_back(found->take);
            }
            tooltip(draw, "makes this place as it is in " + document.name + ", which can be undone");
        }
    ImGui::EndChild();
}

}  // namespace winnow::ui
