#include "ui/lab_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ui/keys.h"

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
    const Figures& f = draw.model.figures;
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
    ImGui::TextUnformatted(legible(*draw.fonts.body, lesson.title).c_str());
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    const float height = ImGui::GetItemRectSize().y + 2 * padding;
    ImGui::SetCursorPos(at);
    list.ChannelsSetCurrent(0);
    const bool pressed =
        ImGui::Selectable(("##" + lesson.id).c_str(), chosen, ImGuiSelectableFlags_None, ImVec2(0, height));
    draw.map.add_last_item("lab/lesson/" + lesson.id, true, chosen);
    tooltip(draw, legible(*draw.fonts.body, lesson.summary));
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
        if (ImGui::BeginChild("column", ImVec2(0, 0), false, ImGuiWindowFlags_NoScrollWithMouse))
            column(draw, !wide);
        ImGui::EndChild();
        list.ChannelsSetCurrent(0);
        background(opacity);
        list.ChannelsMerge();
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
    if (ImGui::BeginChild("lessons", ImVec2(lessons_width * draw.scale, 0))) {
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
    controls(draw);
    controls_height_ = ImGui::GetCursorPosY() - top;
}

void LabWindow::stages(Draw& draw, float height, bool with_titles) {
    const LabModel& lab = *draw.model.lab;
    const auto count = static_cast<float>(lab.panes.size());
    const float gap = 14 * draw.scale, room = ImGui::GetContentRegionAvail().x;
    const float width = std::max((room - gap * (count - 1)) / count, 1.0f);
    const float scene_height = lab.shows_particles ? height * scene_share : 0;
    Stage stage = stage_for(draw, ImVec2(width, height - scene_height), zoom_);
    stage.with_lesson_title = with_titles || count > 1;
    zoomed_ = stage.zoom;
    const float pane_height = lab.shows_particles ? above_scene(stage, height - scene_height) : height;
    for (std::size_t i = 0; i < lab.panes.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        const std::string id = fmt::format("pane {}", i);
        if (ImGui::BeginChild(id.c_str(), ImVec2(width, pane_height), false,
                              ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse))
            stages_[i].draw(draw, i, stage, i == 0 ? &prediction_ : nullptr, scene_);
        ImGui::EndChild();
        if (const float factor = stages_[i].take_zoom(); factor != 1) zoom_by(factor);
    }
    if (lab.shows_particles)
        scene_.open(draw, ImVec2(room, height - pane_height - ImGui::GetStyle().ItemSpacing.y));
}

/// Returns the height of the panes above the opening. Drawings of other numbers may need less, but an opening
/// that moved with each would disturb.
float LabWindow::above_scene(const Stage& stage, float most) {
    constexpr float min_used = 0.8f;
    const float needed = std::min(stage.height, most);
    if (above_scene_ < needed || above_scene_ > most || above_scene_ * min_used > needed)
        above_scene_ = needed;
    return above_scene_;
}

void LabWindow::zoom_by(float factor) {
    constexpr float least = 0.2f, most = 4;
    zoom_ = std::clamp(zoom_.value_or(zoomed_) * factor, least, most);
}

namespace {

enum class Icon { first, back, play, pause, forward, last };

/// Draws an open arrow head in a square of the given half side.
void chevron(ImDrawList& list, ImVec2 center, float half, float side, float width, ImU32 color) {
    const float x = center.x + side * half / 2;
    const ImVec2 points[] = {ImVec2(x - side * half, center.y - half), ImVec2(x, center.y),
                             ImVec2(x - side * half, center.y + half)};
    list.AddPolyline(points, 3, color, ImDrawFlags_None, width);
}

/// Draws a triangle in a square of the given half side; `side` is -1 or 1, where it points to.
void triangle(ImDrawList& list, ImVec2 center, float half, float side, ImU32 color) {
    list.AddTriangleFilled(ImVec2(center.x + side * half, center.y),
                           ImVec2(center.x - side * half, center.y - half),
                           ImVec2(center.x - side * half, center.y + half), color);
}

void upright(ImDrawList& list, float x, float y, float half, float width, ImU32 color) {
    list.AddRectFilled(ImVec2(x - width / 2, y - half), ImVec2(x + width / 2, y + half), color);
}

void paint_icon(Icon icon, ImVec2 least, ImVec2 most, float scale, ImU32 color) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 center((least.x + most.x) / 2, (least.y + most.y) / 2);
    const float half = 4.5f * scale, bar = 2 * scale;
    switch (icon) {
        case Icon::first:
            upright(list, center.x - half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x + bar, center.y), half, -1, color);
        case Icon::back:
            return chevron(list, center, half, -1, bar, color);
        case Icon::forward:
            return chevron(list, center, half, 1, bar, color);
        case Icon::play:
            return triangle(list, center, half, 1, color);
        case Icon::pause:
            upright(list, center.x - bar * 1.25f, center.y, half, bar, color);
            return upright(list, center.x + bar * 1.25f, center.y, half, bar, color);
        case Icon::last:
            upright(list, center.x + half, center.y, half, bar, color);
            return triangle(list, ImVec2(center.x - bar, center.y), half, 1, color);
    }
}

constexpr float icon_width = 32;  // natural pixels

void icon_button(Draw& draw, const char* name, Icon icon, LabAction action, const char* tip,
                 std::optional<bool> on = std::nullopt) {
    if (button(draw, name, "", icon_width * draw.scale, on)) draw.events.lab.actions.push_back(action);
    const ImVec4& color = on.value_or(false) ? color::on_accent : color::text;
    paint_icon(icon, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), draw.scale,
               ImGui::ColorConvertFloat4ToU32(color));
    tooltip(draw, tip);
    ImGui::SameLine(0, 3 * draw.scale);
}

/// Draws a track with a mark for each frame and a knob at the present one, which the pointer moves.
void scrubber(Draw& draw, float width) {
    const LabModel& lab = *draw.model.lab;
    const float height = ImGui::GetFrameHeight(), knob = 7 * draw.scale;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float left = corner.x + knob, span = std::max(width - 2 * knob, 1.0f), y = corner.y + height / 2;
    const auto last = static_cast<float>(std::max<std::size_t>(lab.frames, 2) - 1);
    const auto place = [&](std::size_t frame) { return left + span * static_cast<float>(frame) / last; };
    const auto under_pointer = [&] {
        const float share = std::clamp((ImGui::GetIO().MousePos.x - left) / span, 0.0f, 1.0f);
        return std::min(static_cast<std::size_t>(std::lround(share * last)), lab.frames - 1);
    };
    ImGui::InvisibleButton("lab/frame", ImVec2(std::max(width, 1.0f), height));
    draw.map.add_last_item("lab/frame", true, lab.frame);
    const bool touched = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (touched)
        tooltip(
            draw,
            legible(*draw.fonts.body,
                    lab.panes[0].frames[std::min(under_pointer(), lab.panes[0].frames.size() - 1)].title));
    if (ImGui::IsItemActive() && under_pointer() != lab.frame) draw.events.lab.frame = under_pointer();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 track = ImGui::GetColorU32(ImGuiCol_ScrollbarGrab),
                lit = ImGui::ColorConvertFloat4ToU32(color::accent);
    const float thick = 3 * draw.scale;
    list.AddRectFilled(ImVec2(left, y - thick / 2), ImVec2(left + span, y + thick / 2), track, thick / 2);
    list.AddRectFilled(ImVec2(left, y - thick / 2), ImVec2(place(lab.frame), y + thick / 2), lit, thick / 2);
    if (span / last > 2 * knob)  // with room between the marks
        for (std::size_t i = 0; i < lab.frames; ++i)
            list.AddCircleFilled(ImVec2(place(i), y), 3.5f * draw.scale, i <= lab.frame ? lit : track);
    list.AddCircleFilled(ImVec2(place(lab.frame), y), touched ? knob : knob * 0.85f, lit);
}

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
    if (!is_wrong)
        tooltip(draw, fmt::format("{}; at most {}", legible(*draw.fonts.body, lab.typed_as), lab.max_values));
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

void LabWindow::controls(Draw& draw) {
    ImGui::Separator();
    transport(draw);
    choices(draw);
    status(draw);
}

void LabWindow::transport(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    icon_button(draw, "lab/first", Icon::first, LabAction::first_frame, "first step (Home)");
    icon_button(draw, "lab/back", Icon::back, LabAction::back, "one step back (Left)");
    icon_button(draw, "lab/play", lab.playing ? Icon::pause : Icon::play, LabAction::play,
                "play or stop (Space)", lab.playing);
    icon_button(draw, "lab/forward", Icon::forward, LabAction::forward, "one step on (Right)");
    icon_button(draw, "lab/last", Icon::last, LabAction::last_frame, "last step (End)");
    const std::string count = fmt::format("{} / {}", lab.frame + 1, lab.frames);
    const float zoom = 3 * 30 * draw.scale + 6 * draw.scale;
    const float rest = ImGui::CalcTextSize(count.c_str()).x + zoom + 28 * draw.scale;
    ImGui::SameLine(0, 8 * draw.scale);
    scrubber(draw, std::max(ImGui::GetContentRegionAvail().x - rest, 40 * draw.scale));
    ImGui::SameLine(0, 8 * draw.scale);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(count.c_str());
    draw.map.add_last_item("lab/frames", true, lab.frames);
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - zoom);
    zoom_buttons(draw);
}

void LabWindow::zoom_buttons(Draw& draw) {
    constexpr float zoom_step = 1.25f, width = 30;
    if (button(draw, "lab/zoom/out", "-", width * draw.scale)) zoom_by(1 / zoom_step);
    tooltip(draw, "smaller (Ctrl+wheel)");
    ImGui::SameLine(0, 3 * draw.scale);
    if (button(draw, "lab/zoom/fit", "Fit", width * draw.scale)) zoom_.reset();
    tooltip(draw, "all of the drawing");
    ImGui::SameLine(0, 3 * draw.scale);
    if (button(draw, "lab/zoom/in", "+", width * draw.scale)) zoom_by(zoom_step);
    tooltip(draw, "larger (Ctrl+wheel)");
}

void LabWindow::choices(Draw& draw) {
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

void LabWindow::predict_buttons(Draw& draw) {
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
void LabWindow::status(Draw& draw) {
    const LabModel& lab = *draw.model.lab;
    const LabPane& pane = lab.panes[0];
    if (!lab.error.empty()) {
        refusal_text(draw, "lab/error", lab.error);
    } else if (prediction_.is_on()) {
        const std::string now = prediction_.sentence(pane, lab.frame_of(pane));
        small_text(draw, color::accent, legible(*draw.fonts.small, now));
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
