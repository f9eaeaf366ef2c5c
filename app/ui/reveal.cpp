#include "ui/reveal.h"

#include <imgui.h>

#include <utility>

#include "ui/keyboard.h"
#include "ui/theme.h"

namespace winnow::ui {
namespace {

constexpr int frames_to_open = 4;  // in which what the widget lies in is drawn
constexpr double seconds_lit = 1.5;
constexpr float place_in_window = 0.35f;  // of the window's height, from the top

}  // namespace

void Reveal::ask(std::string widget) {
    widget_ = std::move(widget);
    frames_ = 0;
    lit_until_ = ImGui::GetTime() + seconds_lit;
}

bool Reveal::opens(std::string_view part) const {
    if (frames_ >= frames_to_open || !widget_.starts_with(part)) return false;
    return widget_.size() == part.size() || widget_[part.size()] == '/';
}

const std::string& Reveal::opening() const {
    static const std::string none;
    return frames_ < frames_to_open ? widget_ : none;
}

void Reveal::draw(const UiMap& map, float scale) {
    if (widget_.empty()) return;
    if (ImGui::GetTime() > lit_until_) return widget_.clear();
    // A row of several cells is known by its first one.
    const Widget* widget = map.find(widget_);
    if (widget == nullptr) widget = map.find(widget_ + "/0");
    ++frames_;
    if (widget == nullptr) return;
    if (frames_ <= frames_to_open)
        ImGui::SetScrollFromPosY(widget->y - ImGui::GetWindowPos().y, place_in_window);
    if (frames_ == frames_to_open) give_keyboard_to(*widget);
    const float edge = 2 * scale;
    ImGui::GetWindowDrawList()->AddRect(ImVec2(widget->x - edge, widget->y - edge),
                                        ImVec2(widget->x + widget->w + edge, widget->y + widget->h + edge),
                                        ImGui::ColorConvertFloat4ToU32(color::accent), 3 * scale,
                                        ImDrawFlags_None, 2 * scale);
}

}  // namespace winnow::ui
