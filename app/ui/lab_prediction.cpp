// The part of the Lab's stage in which a person types what the next row will hold.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "ui/lab_stage.h"

namespace winnow::ui {
namespace {

/// True for elements whose value is new, so that it must be thought out.
bool is_asked(lab::BoxStyle style) {
    using lab::BoxStyle;
    return style == BoxStyle::computed || style == BoxStyle::moved || style == BoxStyle::identity ||
           style == BoxStyle::wrong;
}

/// Returns the text without spaces, and with the signs that a keyboard lacks for those that it has.
std::string comparable(std::string_view text) {
    std::string plain = legible(*ImGui::GetFont(), text);
    const std::pair<std::string_view, std::string_view> signs[] = {
        {"\xE2\x88\x92", "-"}, {"\xE2\x88\x9E", "inf"}, {"\xCE\xA3", "sum"}, {" ", ""}};
    for (const auto& [sign, word] : signs)
        for (std::size_t at = 0; (at = plain.find(sign, at)) != std::string::npos; at += word.size())
            plain.replace(at, sign.size(), word);
    return plain;
}

}  // namespace

/// Finds the boxes that the next frame fills: each lies where a box to come lay. What was typed stays while
/// the questions are the same.
void Prediction::ask(const lab::Drawing& drawing, std::size_t frame) {
    std::vector<Question> questions;
    for (const lab::Box& box : drawing.boxes)
        if (is_asked(box.style) && box.frames.first == frame + 1 && !box.text.empty())
            questions.push_back({box.corner, box.size, box.text, {}});
    const auto same = [](const Question& a, const Question& b) {
        return a.answer == b.answer && a.corner.x == b.corner.x && a.corner.y == b.corner.y;
    };
    if (!std::equal(questions.begin(), questions.end(), questions_.begin(), questions_.end(), same))
        questions_ = std::move(questions);
}

std::size_t Prediction::right() const {
    return static_cast<std::size_t>(
        std::count_if(questions_.begin(), questions_.end(),
                      [](const Question& q) { return comparable(q.typed) == comparable(q.answer); }));
}

void Prediction::draw(Draw& draw, const lab::Drawing& drawing, const Placement& placement) {
    if (!is_on_) return;
    ask(drawing, placement.frame);
    const std::size_t before = right();
    bool entered = false;
    for (std::size_t i = 0; i < questions_.size(); ++i) entered |= input(draw, placement, i);
    const std::size_t now = right();
    takes_keyboard_ = now == questions_.size() && now > 0 && (entered || now != before);
    if (takes_keyboard_) draw.events.lab.actions.push_back(LabAction::forward);
}

/// Returns true if Enter was pressed.
bool Prediction::input(Draw& draw, const Placement& placement, std::size_t index) {
    Question& question = questions_[index];
    const SizedFont font = fitting_font(draw.fonts, lab::box_letter_size * placement.scale);
    const std::string name = fmt::format("lab/predict/{}", index);
    const bool is_right = comparable(question.typed) == comparable(question.answer);
    const bool is_open = question.typed.empty() || question.has_keyboard;
    const ImVec4 line = is_right ? color::good : is_open ? color::accent : color::bad;
    ImGui::PushFont(font.font);
    const float height = question.size.y * placement.scale;
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                        ImVec2(6 * placement.scale, std::max((height - ImGui::GetFontSize()) / 2, 0.0f)));
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 1.5f * draw.scale);
    ImGui::PushStyleColor(ImGuiCol_Border, line);
    ImGui::SetCursorScreenPos(placement.place(question.corner));
    ImGui::SetNextItemWidth(std::max(question.size.x * placement.scale, 1.0f));
    if (takes_keyboard_ && index == 0) ImGui::SetKeyboardFocusHere();
    const bool entered =
        ImGui::InputText(("##" + name).c_str(), &question.typed, ImGuiInputTextFlags_EnterReturnsTrue);
    question.has_keyboard = ImGui::IsItemActive();
    draw.map.add_last_item(name, true, question.typed);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
    ImGui::PopFont();
    return entered;
}

std::string Prediction::sentence(const LabPane& pane, std::size_t frame) const {
    if (frame + 1 >= pane.frames.size()) return "This is the last step: nothing is left to predict.";
    if (questions_.empty()) return "The next step computes nothing new: go on with Right.";
    return fmt::format("Next: {}. What will the framed elements hold? {} of {} are right; Reveal shows them.",
                       pane.frames[frame + 1].title, right(), questions_.size());
}

}  // namespace winnow::ui
