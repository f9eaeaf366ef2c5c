#include "ui/lab_controls.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

constexpr float zoom_button = 30, zoom_gap = 3;  // natural pixels

/// Places controls side by side, and goes to the next line where one does not fit.
class Flow {
  public:
    explicit Flow(float gap)
        : gap_(gap), right_(ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x) {}

    /// Call it before each control.
    void place(float width) {
        if (!is_first_ && ImGui::GetItemRectMax().x + gap_ + width <= right_) ImGui::SameLine(0, gap_);
        is_first_ = false;
    }
    float room() const { return right_ - ImGui::GetCursorScreenPos().x; }

  private:
    float gap_, right_;
    bool is_first_ = true;
};

float label_width(const char* text) {
    return ImGui::CalcTextSize(text).x + ImGui::GetStyle().ItemInnerSpacing.x;
}

float width_of_button(const char* text) {
    return ImGui::CalcTextSize(text).x + 2 * ImGui::GetStyle().FramePadding.x;
}

void small_label(const char* text) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, color::dim);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
    ImGui::SameLine(0, ImGui::GetStyle().ItemInnerSpacing.x);
}

constexpr float stepper_button = 24, stepper_number = 30;  // natural pixels

float stepper_width(Draw& draw, const LabNumber& number) {
    return label_width(number.label.c_str()) + (2 * stepper_button + stepper_number) * draw.scale;
}

/// Draws a number between two buttons that lower and raise it.
void stepper(Draw& draw, const LabNumber& number) {
    const std::string name = "lab/" + number.id;
    const std::uint32_t value = number.value;
    const auto ask = [&](std::uint32_t asked) { draw.events.lab.number = {number.id, asked}; };
    ImGui::BeginGroup();
    small_label(number.label.c_str());
    ImGui::PushButtonRepeat(true);
    if (button(draw, name + "/less", "-", stepper_button * draw.scale, std::nullopt, value > number.least))
        ask(number.doubles ? value / 2 : value - 1);
    const std::string text = value == 0 && !number.zero.empty() ? number.zero : std::to_string(value);
    const float rest = stepper_number * draw.scale - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SameLine(0, rest / 2);
    ImGui::TextUnformatted(text.c_str());
    draw.map.add_last_item(name, true, value);
    ImGui::SameLine(0, rest / 2);
    if (button(draw, name + "/more", "+", stepper_button * draw.scale, std::nullopt, value < number.most))
        ask(number.doubles ? std::max(value * 2, 1U) : value + 1);
    ImGui::PopButtonRepeat();
    ImGui::EndGroup();
    tooltip(draw, number.tooltip);
}

/// Draws the field for the values. What is typed becomes a request once Enter is pressed or the focus leaves.
void values_field(Draw& draw, float width) {
    const LabModel& lab = *draw.model.lab;
    constexpr const char* name = "lab/values";
    std::string text = draw.typed.widget == name ? draw.typed.text : lab.typed;
    const bool is_wrong = !lab.error.empty() && draw.typed.widget != name;
    ImGui::SetNextItemWidth(width);
    ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, is_wrong ? draw.scale : 0);
    ImGui::PushStyleColor(ImGuiCol_Border, color::bad);
    const bool entered = ImGui::InputText(
        "##lab/values", &text, ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    draw.map.add_last_item(name, true, lab.typed);
    shorten_last_field(draw, text,
                       is_wrong ? "" : fmt::format("{}; at most {}", lab.typed_as, lab.max_values));
    if (ImGui::IsItemActive())
        draw.typed = {name, text};
    else if (draw.typed.widget == name)
        draw.typed = {};
    if ((entered || left) && text != lab.typed) draw.events.lab.values = text;
}

float values_width(Draw& draw, float room) {
    const float natural =
        ImGui::CalcTextSize(draw.model.lab->typed.c_str()).x + 4 * ImGui::GetStyle().FramePadding.x;
    return std::clamp(natural, std::min(170 * draw.scale, room),
                      std::max(std::min(420 * draw.scale, room), 1.0f));
}

/// Draws a drop-down list of choices. Returns the name of the one that was pressed.
std::optional<std::string> choice_list(Draw& draw, const std::string& name,
                                       const std::vector<Choice>& choices, const std::string& chosen,
                                       float width) {
    std::vector<ListEntry> entries;
    for (const Choice& choice : choices) entries.push_back({choice.name, choice.name, choice.summary});
    const auto now =
        static_cast<std::size_t>(std::ranges::find(entries, chosen, &ListEntry::id) - entries.begin());
    const auto pressed = entry_list(draw, name, entries, now, chosen, width);
    if (!pressed) return std::nullopt;
    return entries[*pressed].id;
}

void operators(Draw& draw, float width) {
    const LabModel& lab = *draw.model.lab;
    if (lab.has_own_op) ImGui::BeginDisabled();
    draw.events.lab.op = choice_list(draw, "lab/op", lab.operators, lab.op, width);
    if (lab.has_own_op) ImGui::EndDisabled();
    tooltip(draw, lab.has_own_op ? "this lesson has its own operator" : "the operator of the scan");
}

constexpr std::array<std::pair<const char*, const char*>, 2> kernels{
    {{"glsl", "its kernel in GLSL"}, {"cuda", "its kernel in CUDA"}}};

void lessons_beside(Draw& draw, float width) {
    const LabModel& lab = *draw.model.lab;
    const bool beside = lab.panes.size() > 1;
    std::vector<ListEntry> entries{{"none", "one lesson alone", ""}};
    if (lab.has_kernel)
        for (const auto& [name, text] : kernels) entries.push_back({name, text, ""});
    const std::size_t first_lesson = entries.size();
    for (const LabLesson& lesson : lab.lessons)
        if (!lesson.stands_alone) entries.push_back({lesson.id, lesson.title, ""});
    const std::string shown = !lab.kernel.empty() ? lab.kernel : beside ? lab.panes[1].id : "none";
    const auto now =
        static_cast<std::size_t>(std::ranges::find(entries, shown, &ListEntry::id) - entries.begin());
    const auto pressed =
        entry_list(draw, "lab/beside", entries, now, beside ? entries[now].text : "side by side", width);
    if (pressed && *pressed == 0)
        draw.events.lab.actions.push_back(LabAction::alone);
    else if (pressed && *pressed < first_lesson)
        draw.events.lab.kernel = entries[*pressed].id;
    else if (pressed)
        draw.events.lab.beside = static_cast<std::size_t>(
            std::ranges::find(lab.lessons, entries[*pressed].id, &LabLesson::id) - lab.lessons.begin());
    tooltip(draw, "the source of the lesson's kernel, or a second lesson with the same values");
}

/// Draws the buttons that choose between the model and a run of the kernel.
void trace_buttons(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    if (button(draw, "lab/model", "Model", 0, !lab.traced))
        draw.events.lab.actions.push_back(LabAction::model);
    tooltip(draw, "the model, whose order is always the same");
    ImGui::SameLine(0, 3 * draw.scale);
    if (button(draw, "lab/trace", "This GPU", 0, lab.traced))
        draw.events.lab.actions.push_back(LabAction::trace);
    tooltip(draw, "run the lesson's kernel on this GPU now, and show what its tiles did");
}

}  // namespace

void LabControls::zoom_by(float factor) {
    constexpr float least = 0.2f, most = 4;
    zoom_ = std::clamp(zoom_.value_or(shown_zoom_) * factor, least, most);
}

void LabControls::draw(Draw& draw) {
    ImGui::Separator();
    transport(draw, (3 * zoom_button + 2 * zoom_gap) * draw.scale);
    zoom_buttons(draw);
    choices(draw);
    status(draw);
}

void LabControls::zoom_buttons(Draw& draw) {
    constexpr float zoom_step = 1.25f;
    const float width = zoom_button * draw.scale, gap = zoom_gap * draw.scale;
    if (button(draw, "lab/zoom/out", "-", width)) zoom_by(1 / zoom_step);
    tooltip(draw, "smaller (Ctrl+wheel)");
    ImGui::SameLine(0, gap);
    if (button(draw, "lab/zoom/fit", "Fit", width)) zoom_.reset();
    tooltip(draw, "all of the drawing");
    ImGui::SameLine(0, gap);
    if (button(draw, "lab/zoom/in", "+", width)) zoom_by(zoom_step);
    tooltip(draw, "larger (Ctrl+wheel)");
}

void LabControls::choices(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    Flow flow(12 * draw.scale);
    const float list = 132 * draw.scale, wide_list = 190 * draw.scale;
    if (lab.max_values > 0) {
        const float label = label_width("values"), field = values_width(draw, flow.room() - label);
        flow.place(label + field);
        small_label("values");
        values_field(draw, field);
        flow.place(list);
        operators(draw, list);
    }
    for (const LabNumber& number : lab.numbers) {
        flow.place(stepper_width(draw, number));
        stepper(draw, number);
    }
    flow.place(list);
    draw.events.lab.look = choice_list(draw, "lab/look", lab.looks, lab.look, list);
    tooltip(draw, "what the cells of networks show, and where they lie");
    flow.place(width_of_button("Predict") + width_of_button("Reveal"));
    predict_buttons(draw);
    if (lab.can_trace) {
        flow.place(140 * draw.scale);
        trace_buttons(draw);
    }
    flow.place(wide_list);
    lessons_beside(draw, std::min(wide_list, flow.room()));
}

void LabControls::predict_buttons(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    if (!lab.can_predict) prediction_.end();
    const bool on = prediction_.is_on();
    if (button(draw, "lab/predict", "Predict", 0, on, lab.can_predict))
        on ? prediction_.end() : prediction_.begin();
    tooltip(draw, "type what the next step will compute, before it is shown");
    // It keeps its place, or else the row would wrap and the button above move from under the pointer.
    ImGui::SameLine(0, 3 * draw.scale);
    if (button(draw, "lab/reveal", "Reveal", 0, std::nullopt, on))
        draw.events.lab.actions.push_back(LabAction::forward);
}

/// Draws the line at the bottom: an error, or else what can be done.
void LabControls::status(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    const LabPane& pane = lab.panes[0];
    if (!lab.error.empty()) {
        refusal_text(draw, "lab/error", lab.error);
    } else if (prediction_.is_on()) {
        const std::string now = prediction_.sentence(pane, lab.frame_of(pane));
        small_text(draw, color::accent, now);
        draw.map.add_last_item("lab/prediction", true, now);
    } else {
        const std::string_view hands =
            lab.shows_particles ? "Point at a cell or at a ringed particle. Drag the picture to turn it."
                                : "Drag a value of the first row up or down.";
        small_text(draw, color::dim,
                   fmt::format("{} Left, Right: steps. Space: play. Up, Down: lessons.", hands));
    }
}

}  // namespace winnow::ui
