// Messages that are drawn whether or not the panel is shown: errors, notices, and that the run is paused.
#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"
#include "ui/panel.h"

namespace winnow::ui {
namespace {

constexpr float widest = 760;
constexpr float hint_seconds = 8;

std::string place(const ShaderMessage& error) {
    return error.line > 0 ? fmt::format("{}:{}", error.file, error.line) : error.file;
}

struct Answer {
    const char *name, *text;
    Action action;
};

/// Draws a line of the message box, made concise (text.h), whose name in the map is "<kind>/<index>".
void message(Draw& draw, const char* kind, std::size_t index, const ImVec4& color, std::string_view line) {
    const std::string text = concise(line);
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    draw.map.add_last_item(fmt::format("{}/{}", kind, index), true, text);
}

void heading(const ImVec4& color, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void errors(Draw& draw) {
    const Model& model = draw.model;
    if (!model.shader_errors.empty())
        heading(color::bad, "A shader is broken; the previous one is still used.");
    for (std::size_t i = 0; i < model.shader_errors.size(); ++i) {
        const ShaderMessage& error = model.shader_errors[i];
        message(draw, "shader-error", i, color::text, place(error) + ": " + error.text);
    }
    if (model.effect_error.empty()) return;
    heading(color::bad, "The effect file is broken; the previous effect is still used.");
    message(draw, "effect-error", 0, color::text, model.effect_error);
}

void notices(Draw& draw) {
    const auto& list = draw.model.notices;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool warns = list[i].kind == Notice::Kind::warning;
        message(draw, "notice", i, warns ? color::accent : color::text, list[i].text);
        if (list[i].file.empty()) continue;
        ImGui::PushID(static_cast<int>(i));
        if (button(draw, fmt::format("notice/{}/open", i), "Open")) draw.events.show_file = list[i].file;
        ImGui::PopID();
    }
    if (!list.empty() && button(draw, "notices/dismiss", "Dismiss"))
        draw.events.actions.push_back(Action::dismiss_notices);
    draw.events.holds_notices = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
}

/// Draws a question with buttons, named "<name>/<button>"; an empty text asks nothing.
void question(Draw& draw, const std::string& name, const std::string& text, std::span<const Answer> answers) {
    if (text.empty()) return;
    message(draw, name.c_str(), 0, color::accent, text);
    for (const Answer& one : answers) {
        if (button(draw, name + "/" + one.name, one.text)) draw.events.actions.push_back(one.action);
        if (&one != &answers.back()) ImGui::SameLine();
    }
}

/// Offers the unsaved changes of a run that crashed. If both the file and the window have changes, asks which
/// to keep; both are kept until one is chosen.
void questions(Draw& draw) {
    const DocumentModel& document = draw.model.document;
    constexpr std::array recovering{Answer{"open", "Open them", Action::recover},
                                    Answer{"forget", "Forget them", Action::forget_recovered}};
    constexpr std::array choosing{Answer{"keep", "Keep mine", Action::keep_mine},
                                  Answer{"take", "Take the file", Action::take_file},
                                  Answer{"differences", "What differs", Action::differences_list}};
    question(draw, "recovered", document.recovered, recovering);
    question(draw, "conflict", document.conflict, choosing);
}

/// Draws the message box at the bottom, right of the panel and above the timeline, growing upwards.
void messages(Draw& draw, const Covered& covered) {
    const Model& model = draw.model;
    if (model.shader_errors.empty() && model.effect_error.empty() && model.notices.empty() &&
        model.document.conflict.empty() && model.document.recovered.empty())
        return;
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(widest * draw.scale, window.x - covered.left - covered.right - 2 * edge);
    ImGui::SetNextWindowPos(ImVec2(covered.left + edge, window.y - covered.bottom - edge), ImGuiCond_Always,
                            ImVec2(0, 1));
    if (ImGui::Begin("Messages", nullptr, box_flags)) {
        ImGui::PushTextWrapPos(std::max(width, 120 * draw.scale));
        errors(draw);
        notices(draw);
        questions(draw);  // last, so that its buttons keep their place when notices come and go
        ImGui::PopTextWrapPos();
    }
    ImGui::End();
}

void badge(Draw& draw, const char* id, const std::string& text, ImVec2 at, ImVec2 pivot,
           const ImVec4& color) {
    // ImGui would fit the box to the text of the last frame, and what is said may stop the next one.
    ImGui::PushFont(draw.fonts.small);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str()), padding = ImGui::GetStyle().WindowPadding;
    ImGui::PopFont();
    ImGui::SetNextWindowSize(ImVec2(size.x + 2 * padding.x, size.y + 2 * padding.y));
    ImGui::SetNextWindowPos(at, ImGuiCond_Always, pivot);
    ImGui::SetNextWindowBgAlpha(0.55f);
    if (ImGui::Begin(id, nullptr, box_flags | ImGuiWindowFlags_NoInputs)) {
        ImGui::PushFont(draw.fonts.small);
        ImGui::TextColored(color, "%s", text.c_str());
        ImGui::PopFont();
        draw.map.add_last_item(id, true, text);
    }
    ImGui::End();
}

/// Returns the text of the badge at the upper edge: the most important thing that the run is doing.
std::string doing(const Model& model) {
    const Prewarming& warming = model.prewarming;
    if (!model.busy.empty()) return model.busy + "...";
    if (!warming.done()) return fmt::format("prewarming: step {} of {}", warming.made, warming.wanted);
    const TimelineModel& timeline = model.timeline;
    if (timeline.travels)
        return fmt::format("going to step {}: at {}", timeline.destination, timeline.playhead);
    if (!model.settings->simulation.paused) return "";
    return model.settings->display.lab ? "paused" : "paused: Space resumes, N makes one step";
}

}  // namespace

void overlay(Draw& draw, const Covered& covered) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    messages(draw, covered);
    if (const std::string now = doing(draw.model); !now.empty())
        badge(draw, "doing", now, ImVec2((window.x + covered.left - covered.right) / 2, edge),
              ImVec2(0.5f, 0), color::accent);
    if (const FilmModel& film = draw.model.film; film.is_made)
        badge(draw, "film", fmt::format("\xE2\x80\xA2 film {:.1f} s: F9 ends it", film.seconds),
              ImVec2(window.x - covered.right - edge, edge), ImVec2(1, 0), color::bad);
    else if (!draw.model.recording.empty())
        badge(draw, "recording", "\xE2\x80\xA2 recording " + draw.model.recording,
              ImVec2(window.x - covered.right - edge, edge), ImVec2(1, 0), color::bad);
    if (!draw.settings().display.panel && ImGui::GetTime() < hint_seconds)
        badge(draw, "hint", "Tab: panel    G: the Lab    F1: help", ImVec2(edge, edge), ImVec2(0, 0),
              color::dim);
}

}  // namespace winnow::ui
