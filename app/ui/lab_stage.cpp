#include "ui/lab_stage.h"

#include <fmt/ranges.h>
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

// Natural pixels a unit. A drawing fits its place unless it would be too small to read; then it scrolls. It
// scrolls downwards, as a page does, rather than sideways.
constexpr float min_scale = 0.55f, min_scale_by_height = 0.85f, max_scale = 1.8f;
constexpr float max_for_notes = 0.22f;  // of a pane's height; more are scrolled to
constexpr float pixels_per_value = 7;   // natural pixels of a drag that change a value by 1
constexpr float gliding_time = 0.08f;   // seconds in which the distance falls to 1/e
constexpr float wheel_factor = 1.15f;   // of the zoom, for one notch

/// Returns the boxes that hold the values in this frame, if the lesson draws one for each value.
std::vector<const lab::Box*> value_boxes(const lab::Drawing& drawing, std::size_t frame,
                                         const std::vector<std::int32_t>& values) {
    std::vector<const lab::Box*> boxes;
    for (const lab::Box& box : drawing.boxes)
        if (box.style == lab::BoxStyle::input && box.frames.have(frame)) boxes.push_back(&box);
    const bool are_all = std::equal(
        boxes.begin(), boxes.end(), values.begin(), values.end(),
        [](const lab::Box* box, std::int32_t value) { return box->text == std::to_string(value); });
    return are_all ? boxes : std::vector<const lab::Box*>{};
}

std::int32_t moved_by(std::int32_t from, float steps) {
    constexpr auto least = std::numeric_limits<std::int32_t>::min();
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    const auto moved = std::int64_t{from} + static_cast<std::int64_t>(steps);
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(moved, least, most));
}

/// Returns the height of the longest sentence, so that the drawing keeps its place from frame to frame.
float sentence_height(const LabModel& lab, float width) {
    float height = 0;
    for (const LabPane& pane : lab.panes)
        for (const LabFrame& frame : pane.frames)
            height = std::max(height, ImGui::CalcTextSize(frame.sentence.c_str(), nullptr, false, width).y);
    return height;
}

/// Returns the height of the counts and the longest notes.
float notes_height(const Draw& draw, float width) {
    const ImFont& font = *draw.fonts.small;
    float height = 0;
    for (const LabPane& pane : draw.model.lab->panes) {
        if (pane.notes.empty()) continue;
        float of_pane = draw.fonts.body->FontSize;
        if (draw.model.lab->tour) return of_pane;  // its captions leave little room for the drawing
        for (const std::string& note : pane.notes)
            of_pane += font.CalcTextSizeA(font.FontSize, FLT_MAX, width, note.c_str()).y +
                       ImGui::GetStyle().ItemSpacing.y / 2;
        height = std::max(height, of_pane);
    }
    return height;
}

/// Draws the lesson's title, the frame's title, and its sentence.
void head(Draw& draw, std::size_t index, const StageLayout& stage) {
    const LabModel& lab = *draw.model.lab;
    const LabPane& pane = lab.panes[index];
    const LabFrame& frame = pane.frames[lab.frame_of(pane)];
    if (stage.with_lesson_title) small_text(draw, color::accent, pane.title);
    const SizedFont font = fitting_font(draw.fonts, title_letters * draw.scale);
    ImGui::PushFont(font.font);
    const std::string title = shortened(frame.title, ImGui::GetContentRegionAvail().x);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopFont();
    draw.map.add_last_item(fmt::format("lab/title/{}", index), true, frame.title);
    if (title != frame.title) tooltip(draw, frame.title);
    const float top = ImGui::GetCursorPosY();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(frame.sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::SetCursorPosY(top + stage.sentence_height + ImGui::GetStyle().ItemSpacing.y);
}

/// True for the pane of a kernel's source. It is read as text: its letters do not shrink with the lesson's
/// drawing, and long lines are scrolled to.
bool is_source(const LabModel& lab, std::size_t pane) {
    return pane > 0 && !lab.kernel.empty();
}

ImVec2 size_of(const Extent& extent) {
    return ImVec2(extent.most.x - extent.least.x, extent.most.y - extent.least.y);
}

}  // namespace

StageLayout layout_for(const Draw& draw, ImVec2 pane_size, std::optional<float> zoom) {
    const LabModel& lab = *draw.model.lab;
    StageLayout stage;
    stage.sentence_height = sentence_height(lab, pane_size.x);
    const float lines =
        draw.fonts.small->FontSize + fitting_font(draw.fonts, title_letters * draw.scale).pixels;
    const float width = pane_size.x - ImGui::GetStyle().ScrollbarSize;
    stage.notes_height = std::min(notes_height(draw, width), pane_size.y * max_for_notes);
    const float text_height =
        lines + stage.sentence_height + stage.notes_height + 4 * ImGui::GetStyle().ItemSpacing.y;
    const float height = pane_size.y - text_height;
    float fit = max_scale * draw.scale, fit_of_height = fit, whole = fit;
    for (std::size_t i = 0; i < lab.panes.size(); ++i) {
        if (is_source(lab, i)) continue;
        const ImVec2 units = size_of(painted_extent(*lab.panes[i].drawing));
        fit_of_height = std::min(fit_of_height, std::max(height / units.y, min_scale_by_height * draw.scale));
        fit = std::min(fit, width / units.x);
        whole = std::min({whole, fit, std::max(height, 1.0f) / units.y});
    }
    // A drawing that must scroll sideways need not be as small as one that just fits.
    if (fit < min_scale * draw.scale) fit = min_scale_by_height * draw.scale;
    const float usual = std::min(fit, fit_of_height);
    const float chosen = zoom ? usual * *zoom : whole;
    stage.zoom = chosen / usual;
    for (std::size_t i = 0; i < lab.panes.size(); ++i) {
        const ImVec2 units = size_of(painted_extent(*lab.panes[i].drawing));
        const bool is_text = is_source(lab, i);
        const float text_fit = std::clamp(width / units.x, draw.scale, max_scale * draw.scale);
        stage.scales[i] = is_text ? text_fit * std::max(stage.zoom, 1.0f) : chosen;
        if (!is_text) stage.height = std::max(stage.height, text_height + units.y * stage.scales[i]);
    }
    stage.height += ImGui::GetStyle().ScrollbarSize;
    return stage;
}

void LabStage::draw(Draw& draw, std::size_t index, const StageLayout& stage, Prediction* prediction,
                    LabScene& scene) {
    head(draw, index, stage);
    canvas(draw, index, stage, prediction, scene);
    if (!draw.model.lab->panes[index].notes.empty()) notes(draw, index, stage.notes_height);
}

/// Draws what was counted so far and, as far as there is room, the formulas and the source.
void LabStage::notes(Draw& draw, std::size_t index, float height) {
    const LabPane& pane = draw.model.lab->panes[index];
    const std::string name = fmt::format("lab/notes/{}", index);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        ImVec2(ImGui::GetStyle().ItemSpacing.x, ImGui::GetStyle().ItemSpacing.y / 2));
    if (ImGui::BeginChild(name.c_str(), ImVec2(0, std::max(height, 1.0f)))) {
        const std::string& counts = pane.frames[draw.model.lab->frame_of(pane)].counts;
        ImGui::TextUnformatted(counts.c_str());
        draw.map.add_last_item(fmt::format("lab/counts/{}", index), true, counts);
        for (std::size_t i = 0; i < pane.notes.size() && !draw.model.lab->tour; ++i) {
            small_text(draw, color::dim, pane.notes[i]);
            draw.map.add_last_item(fmt::format("lab/note/{}/{}", index, i), true, pane.notes[i]);
        }
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
}

void LabStage::canvas(Draw& draw, std::size_t index, const StageLayout& stage, Prediction* prediction,
                      LabScene& scene) {
    const float scale = stage.scales[index];
    const LabPane& pane = draw.model.lab->panes[index];
    const lab::Drawing& drawing = *pane.drawing;
    ImVec2 place = ImGui::GetContentRegionAvail();
    if (!pane.notes.empty()) place.y -= stage.notes_height + ImGui::GetStyle().ItemSpacing.y;
    const std::string name = fmt::format("lab/pane/{}", index);
    if (ImGui::BeginChild(name.c_str(), ImVec2(0, std::max(place.y, 1.0f)), false,
                          ImGuiWindowFlags_HorizontalScrollbar)) {
        const Extent extent = painted_extent(drawing);
        const ImVec2 size(size_of(extent).x * scale, size_of(extent).y * scale);
        const ImVec2 corner = ImGui::GetCursorScreenPos();
        const float room = place.x - ImGui::GetStyle().ScrollbarSize;
        const float aside = std::max((room - size.x) / 2, 0.0f);
        const Placement placement{
            ImVec2(corner.x + aside - extent.least.x * scale, corner.y - extent.least.y * scale), scale,
            draw.model.lab->frame_of(pane)};
        paint(*ImGui::GetWindowDrawList(), drawing, placement, draw.fonts);
        scene.join(draw, drawing, placement);
        // The topmost items are added first, because the first item under the pointer gets it.
        if (prediction != nullptr) prediction->draw(draw, drawing, placement);
        drag_values(draw, pane, placement, index);
        drag_canvas(name, corner, ImVec2(std::max(aside * 2 + size.x, 1.0f), std::max(size.y, 1.0f)));
        draw.map.add_last_item(name, true, pane.id);
        follow(drawing, placement, corner.y, place.y);
    }
    ImGui::EndChild();
}

/// Scrolls what the frame highlights into sight when the frame or the lesson changes.
void LabStage::follow(const lab::Drawing& drawing, const Placement& placement, float top, float height) {
    if (followed_ != placement.frame || followed_title_ != drawing.title) {
        const Extent lit = highlighted(drawing, placement.frame);
        const float margin = height * 0.06f;
        const float above = placement.place(lit.least).y - top - margin;
        const float below = placement.place(lit.most).y - top + margin - height;
        const float now = ImGui::GetScrollY();
        scroll_goal_ = std::clamp(now < below ? below : std::min(now, above), 0.0f, ImGui::GetScrollMaxY());
        followed_ = placement.frame;
        followed_title_ = drawing.title;
    }
    if (!scroll_goal_) return;
    const float rest = *scroll_goal_ - ImGui::GetScrollY();
    const float share = 1 - std::exp(-ImGui::GetIO().DeltaTime / gliding_time);
    const bool is_there = std::abs(rest) < 1;
    ImGui::SetScrollY(is_there ? *scroll_goal_ : ImGui::GetScrollY() + rest * share);
    if (is_there || ImGui::GetIO().MouseWheel != 0) scroll_goal_.reset();
}

/// A value follows the pointer up and down while its box is held.
void LabStage::drag_values(Draw& draw, const LabPane& pane, const Placement& placement, std::size_t index) {
    const std::vector<std::int32_t>& values = draw.model.lab->values;
    const auto boxes = value_boxes(*pane.drawing, placement.frame, values);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const ImVec2 size(boxes[i]->size.x * placement.scale, boxes[i]->size.y * placement.scale);
        const ImVec2 least = placement.place(boxes[i]->corner);
        const std::string name =
            index == 0 ? fmt::format("lab/value/{}", i) : fmt::format("lab/value/{}/{}", index, i);
        ImGui::SetCursorScreenPos(least);
        ImGui::InvisibleButton(name.c_str(), ImVec2(std::max(size.x, 1.0f), std::max(size.y, 1.0f)));
        draw.map.add_last_item(name, true, values[i]);
        tooltip(draw, "drag up or down to change the value");
        if (ImGui::IsItemActivated()) dragged_from_ = values[i];
        if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) continue;
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRect(least, ImVec2(least.x + size.x, least.y + size.y),
                                            ImGui::ColorConvertFloat4ToU32(color::accent),
                                            4 * placement.scale, ImDrawFlags_None, 2 * draw.scale);
        if (!ImGui::IsItemActive()) continue;
        const float steps =
            -ImGui::GetMouseDragDelta(ImGuiMouseButton_Left, 0).y / (pixels_per_value * draw.scale);
        std::vector<std::int32_t> moved = values;
        moved[i] = moved_by(dragged_from_, std::trunc(steps));
        if (moved != values) draw.events.lab.values = fmt::format("{}", fmt::join(moved, ","));
    }
}

/// The canvas follows a drag of the pointer, and Ctrl and the wheel zoom.
void LabStage::drag_canvas(const std::string& name, ImVec2 corner, ImVec2 size) {
    const ImGuiIO& io = ImGui::GetIO();
    ImGui::SetCursorScreenPos(corner);
    ImGui::InvisibleButton(name.c_str(), size);
    if (ImGui::IsItemActive() && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) {
        scroll_goal_.reset();
        ImGui::SetScrollX(ImGui::GetScrollX() - io.MouseDelta.x);
        ImGui::SetScrollY(ImGui::GetScrollY() - io.MouseDelta.y);
    }
    if (ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && io.KeyCtrl &&
        io.MouseWheel != 0)
        wheel_zoom_ *= std::pow(wheel_factor, io.MouseWheel);
}

namespace {

/// True for elements whose value is new, so that it must be thought out.
bool is_asked(lab::BoxStyle style) {
    using lab::BoxStyle;
    return style == BoxStyle::computed || style == BoxStyle::moved || style == BoxStyle::identity ||
           style == BoxStyle::wrong;
}

/// Returns the text without spaces, and with the signs that a keyboard lacks for those that it has.
std::string comparable(std::string_view text) {
    std::string plain(text);
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
