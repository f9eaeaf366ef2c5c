#include "ui/panel.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <string_view>

#include "base/text.h"
#include "shaders/shared.h"
#include "ui/keyboard.h"
#include "ui/keys.h"
#include "ui/version_section.h"

namespace winnow::ui {
namespace {

constexpr float chart_height = 30, raise_width = 15;  // natural pixels
constexpr float low_window = 400;  // natural pixels; a lower one has no room for the names of its figures
constexpr double seconds_between_samples = 0.1;
constexpr double seconds_offered = 3;  // is more room, after births were dropped

/// The sections of the tabs, by the first words of their widgets; all others are of the effect.
struct PlaceOfSection {
    std::string_view section;
    Tab tab;
};
constexpr std::array places_of_sections{
    PlaceOfSection{"scan", Tab::compute},       PlaceOfSection{"backend", Tab::compute},
    PlaceOfSection{"block", Tab::compute},      PlaceOfSection{"grid", Tab::compute},
    PlaceOfSection{"compaction", Tab::compute}, PlaceOfSection{"drawing", Tab::compute},
    PlaceOfSection{"display", Tab::compute},    PlaceOfSection{"profile", Tab::profile},
    PlaceOfSection{"passes", Tab::profile},     PlaceOfSection{"compare", Tab::profile},
    PlaceOfSection{"versions", Tab::profile},   PlaceOfSection{"modules", Tab::profile},
};

/// Draws a figure with its name above it.
void figure(Draw& draw, const char* name, const std::string& value, ImFont* font,
            const ImVec4& shade = color::text) {
    ImGui::BeginGroup();
    small_text(draw, color::dim, name);
    ImGui::PushFont(font);
    ImGui::TextColored(shade, "%s", value.c_str());
    ImGui::PopFont();
    ImGui::EndGroup();
}

/// Takes what the keys of the clipboard ask for out of the actions.
Clip taken_clip(std::vector<Action>& actions) {
    Clip clip = Clip::nothing;
    if (std::erase(actions, Action::copy) > 0) clip = Clip::copy;
    if (std::erase(actions, Action::paste) > 0) clip = Clip::paste;
    return clip;
}

/// Takes the keys that go up and down out of the actions, because a list lies over the panel. Returns how
/// often they go down.
int taken_pages(std::vector<Action>& actions) {
    const auto down = static_cast<int>(std::erase(actions, Action::next_emitter));
    return down - static_cast<int>(std::erase(actions, Action::previous_emitter));
}

void charted(Draw& draw, const char* name, const std::string& value, const History& history,
             const ImVec4& color) {
    ImGui::TableNextColumn();
    figure(draw, name, value, draw.fonts.large);
    sparkline(history, ImVec2(ImGui::GetContentRegionAvail().x, chart_height * draw.scale), color);
}

/// A word that is underlined while its tab is shown.
bool tab_button(Draw& draw, const std::string& name, const char* text, float width, bool on) {
    ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, on ? color::accent : color::dim);
    const bool pressed = ImGui::Button(text, ImVec2(width, 0));
    ImGui::PopStyleColor(2);
    draw.map.add_last_item(name, true, on);
    const ImVec2 least = ImGui::GetItemRectMin(), most = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(least.x, most.y - (on ? 2 : 1) * draw.scale), most,
        ImGui::ColorConvertFloat4ToU32(on ? color::accent : ImVec4(1, 1, 1, 0.1f)));
    return pressed;
}

std::optional<Tab> taken_tab(std::vector<Action>& actions) {
    std::optional<Tab> tab;
    if (std::erase(actions, Action::show_effect) > 0) tab = Tab::effect;
    if (std::erase(actions, Action::show_compute) > 0) tab = Tab::compute;
    if (std::erase(actions, Action::show_profile) > 0) tab = Tab::profile;
    return tab;
}

/// Draws a thin line below the last item, filled up to a share of its width.
void gauge(const Draw& draw, float share, float width, const ImVec4& color) {
    const ImVec2 least(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + draw.scale);
    const float height = 2 * draw.scale;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(least, ImVec2(least.x + width, least.y + height),
                       ImGui::GetColorU32(ImGuiCol_FrameBg));
    list.AddRectFilled(least, ImVec2(least.x + width * std::min(share, 1.0f), least.y + height),
                       ImGui::ColorConvertFloat4ToU32(color));
}

}  // namespace

void Panel::draw(const Model& model, const Fonts& fonts, float scale, UiMap& map, Events& events) {
    map.clear();
    sample(model);
    if (!press_goes_on()) ++gesture_;
    events.gesture = gesture_;
    Draw draw{model,    events, map,       fonts,   typed_,  rest_, files_,
              picking_, words_, defaults_, reveal_, layout_, scale};
    covered_ = {};
    in_lab_ = draw.settings().display.lab && model.lab != nullptr;
    draw.clip = taken_clip(events.actions);
    draw.opens_menu = std::erase(events.actions, Action::open_menu) > 0;
    choose_tab(draw);
    const int pages = draw.settings().display.help ? taken_pages(events.actions) : 0;
    emitters_.take_actions(draw, !in_lab_ && draw.settings().display.panel);
    if (!in_lab_ && draw.settings().display.handles)
        handles_.interact(draw, emitters_.chosen());
    else
        handles_.hide();
    if (in_lab_)
        lab_.draw(draw);
    else if (draw.settings().display.panel)
        draw_panel(draw);
    if (!in_lab_ && draw.settings().display.panel && draw.settings().display.timeline)
        covered_.bottom = timeline_.draw(draw, covered_.left);
    if (!in_lab_ && draw.settings().display.panel) covered_.right = life_.draw(draw, covered_);
    if (std::erase(events.actions, Action::toggle_axes) > 0) layout_.axes = !layout_.axes;
    if (!in_lab_ && draw.settings().display.panel && layout_.axes)
        cross_.interact(draw, covered_);
    else
        cross_.hide();
    if (!in_lab_) version_bar(draw, open_area());
    if (draw.settings().display.help) help_window(draw, pages);
    emitters_.take_clip(draw);
    overlay(draw, covered_);
    if (!in_lab_ && model.lab != nullptr) tour_over_scene(draw, covered_);
    export_.draw(draw, covered_.left);
    changes_.draw(draw);
    dialog_.draw(draw);
    finder_.draw(draw, emitters_, reveal_);
}

Area Panel::open_area() const {
    if (in_lab_) return lab_.scene().area();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return {.left = std::min(covered_.left / std::max(window.x, 1.0f), 1.0f),
            .right = 1 - std::min(covered_.right / std::max(window.x, 1.0f), 1.0f),
            .bottom = 1 - std::min(covered_.bottom / std::max(window.y, 1.0f), 1.0f)};
}

void Panel::mark_scene(const Model& model, const Fonts& fonts, float scale, UiMap& map) const {
    if (in_lab_) return lab_.scene().mark(*model.lab, fonts, scale, map);
    cross_.paint(model, fonts, scale);
    handles_.paint(model, fonts, scale);
    if (model.life != nullptr) life_.mark(*model.life, fonts, scale, map);
}

void Panel::sample(const Model& model) {
    const double now = ImGui::GetTime();
    if (sampled_at_ >= 0 && now - sampled_at_ < seconds_between_samples) return;
    sampled_at_ = now;
    alive_.push(static_cast<float>(model.stats.alive));
    frames_.push(model.frames_per_second);
}

/// A widget that is revealed brings its tab with it, and so does the part of the tour that shows the scan.
void Panel::choose_tab(Draw& draw) {
    if (const auto asked = taken_tab(draw.events.actions)) {
        layout_.tab = *asked;
        if (!draw.settings().display.panel) draw.events.edit("/display/panel", true);
    }
    if (const auto& widget = reveal_.opening(); !widget.empty()) {
        const std::string_view section = std::string_view(widget).substr(0, widget.find('/'));
        const auto found = std::ranges::find(places_of_sections, section, &PlaceOfSection::section);
        layout_.tab = found != places_of_sections.end() ? found->tab : Tab::effect;
    }
    const LabModel* lab = draw.model.lab;
    const bool is_toured = lab != nullptr && lab->tour && lab->tour->is_live();
    if (is_toured && !was_toured_) layout_.tab = Tab::compute;
    was_toured_ = is_toured;
}

void Panel::draw_panel(Draw& draw) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(layout_.panel_width * draw.scale, std::max(window.x - 2 * edge, 1.0f));
    ImGui::SetNextWindowPos(ImVec2(edge, edge));
    ImGui::SetNextWindowSize(ImVec2(width, std::max(window.y - 2 * edge, 1.0f)));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoScrollbar |
                           ImGuiWindowFlags_NoScrollWithMouse;
    if (ImGui::Begin("Panel", nullptr, flags)) {
        title(draw);
        figures(draw);
        run_controls(draw);
        tab_bar(draw);
        if (ImGui::BeginChild(name_of(tabs, layout_.tab).data(), ImVec2(0, 0), false,
                              ImGuiWindowFlags_NavFlattened)) {
            tab_body(draw);
            reveal_.draw(draw.map, draw.scale);
        }
        ImGui::EndChild();
        right_edge(draw);
        switch_keyboard(draw);
    }
    ImGui::End();
    covered_.left = width + 2 * edge;
}

void Panel::tab_bar(Draw& draw) {
    const float gap = 4 * draw.scale;
    const float width = (ImGui::GetContentRegionAvail().x - gap * (tabs.size() - 1)) / tabs.size();
    constexpr std::array texts{"Effect", "Compute", "Profile"};
    static_assert(texts.size() == tabs.size());
    ImGui::Spacing();
    for (std::size_t i = 0; i < tabs.size(); ++i) {
        if (i > 0) ImGui::SameLine(0, gap);
        if (tab_button(draw, fmt::format("tab/{}", tabs[i].name), texts[i], width,
                       layout_.tab == tabs[i].value))
            layout_.tab = tabs[i].value;
        tooltip(draw, tabs[i].summary);
    }
}

void Panel::tab_body(Draw& draw) {
    switch (layout_.tab) {
        case Tab::effect:
            effect_bar(draw);
            effect_section(draw);
            properties_section(draw);
            lets_section(draw);
            emitter_section(draw, emitters_, stack_);
            particles_section(draw);
            plane_section(draw);
            scenery_section(draw);
            view_section(draw);
            return views_.draw(draw);
        case Tab::compute:
            scan_section(draw);
            drawing_section(draw);
            return display_section(draw);
        case Tab::profile:
            charts(draw);
            return profile_.draw(draw);
    }
}

/// The right edge of the panel can be dragged; a double click gives it its usual width.
void Panel::right_edge(Draw& draw) {
    const float half = 4 * draw.scale;
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    ImGui::PushClipRect(at, ImVec2(at.x + size.x, at.y + size.y), false);
    ImGui::SetCursorScreenPos(ImVec2(at.x + size.x - 2 * half, at.y));
    ImGui::InvisibleButton("edge", ImVec2(2 * half, size.y));
    draw.map.add_last_item("panel/edge", true, layout_.panel_width);
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x + size.x - half / 2, at.y),
                                                  ImVec2(at.x + size.x, at.y + size.y),
                                                  ImGui::ColorConvertFloat4ToU32(color::accent));
    }
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        layout_.panel_width = Layout::usual_width;
    else if (ImGui::IsItemActive() && ImGui::GetIO().MouseDelta.x != 0)
        layout_.panel_width =
            std::clamp((ImGui::GetIO().MousePos.x - at.x) / draw.scale, Layout::min_width, Layout::max_width);
    ImGui::PopClipRect();
}

void Panel::title(Draw& draw) {
    ImGui::TextColored(color::accent, "WINNOW");
    ImGui::SameLine();
    ImGui::PushStyleColor(ImGuiCol_Text, color::dim);
    const float width = 64 * draw.scale, gap = 4 * draw.scale;
    const float room = ImGui::GetContentRegionAvail().x - 2 * (width + gap);
    const bool is_narrow = room < ImGui::CalcTextSize("...").x;  // then the buttons have a line of their own
    const std::string name =
        shortened(draw.settings().effect.name, is_narrow ? ImGui::GetContentRegionAvail().x : room);
    ImGui::TextUnformatted(name.c_str());
    draw.map.add_last_item("title", true, name);
    ImGui::PopStyleColor();
    tooltip(draw, draw.settings().effect.description);
    if (!is_narrow) ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * width - gap);
    if (button(draw, "display/lab", "Lab G", width)) perform(Command::toggle_lab, draw.model, draw.events);
    tooltip(draw, "scans step by step, with values of your own");
    ImGui::SameLine(0, gap);
    if (button(draw, "display/help", "Help F1", width))
        perform(Command::toggle_help, draw.model, draw.events);
}

/// The figures that stay in sight.
void Panel::figures(Draw& draw) {
    const ParticleStats& f = draw.model.stats;
    const std::uint32_t capacity = draw.settings().simulation.capacity;
    const bool is_low = ImGui::GetIO().DisplaySize.y < low_window * draw.scale;
    if (!ImGui::BeginTable("figures", 4)) return;
    for (const float weight : {1.0f, 1.1f, is_low ? 1.3f : 2.3f, 1.2f})
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, weight);
    const auto cell = [&](const char* name, const char* unit, const std::string& value, const ImVec4& shade) {
        ImGui::TableNextColumn();
        const float width = ImGui::GetContentRegionAvail().x;
        if (!is_low) return figure(draw, name, shortened(value, width), draw.fonts.body, shade);
        ImGui::PushFont(draw.fonts.small);
        ImGui::TextColored(shade, "%s", shortened(value + unit, width).c_str());
        ImGui::PopFont();
        tooltip(draw, name);
    };
    cell("frames/s", " fps", fmt::format("{:.1f}", draw.model.frames_per_second), color::text);
    draw.map.add_last_item("figures/frames", true, draw.model.frames_per_second);
    cell("step", " steps", grouped(f.step), color::text);
    draw.map.add_last_item("figures/step", true, f.step);
    const std::string of_capacity = is_low ? "" : " / " + grouped(capacity);
    cell("alive, of the capacity", " alive", grouped(f.alive) + of_capacity, color::text);
    draw.map.add_last_item("figures/alive", true, f.alive);
    const float share = static_cast<float>(f.alive) / static_cast<float>(std::max(capacity, 1u));
    gauge(draw, share, ImGui::GetContentRegionAvail().x, share > 0.95f ? color::accent : color::second);
    cell("dropped", " dropped", grouped(f.dropped), f.dropped > 0 ? color::accent : color::text);
    draw.map.add_last_item("figures/dropped", true, f.dropped);
    tooltip(draw, "births that had no room");
    if (f.dropped > 0) dropped_at_ = ImGui::GetTime();
    if (dropped_at_ >= 0 && ImGui::GetTime() - dropped_at_ < seconds_offered) raise_capacity(draw, capacity);
    ImGui::EndTable();
}

/// Offers more room for the births that were dropped, beside their number, so that nothing else moves.
void Panel::raise_capacity(Draw& draw, std::uint32_t capacity) {
    const std::uint64_t more = std::min<std::uint64_t>(std::uint64_t{capacity} * 2, shared::MAX_CAPACITY);
    ImGui::SameLine(0, 2 * draw.scale);
    ImGui::PushFont(draw.fonts.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, color::accent);
    if (button(draw, "figures/raise", "+", raise_width * draw.scale, std::nullopt, more > capacity))
        draw.events.edit("/simulation/capacity", more);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
    ImGui::PopFont();
    tooltip(draw, fmt::format("Births have no room among {} particles: raises the capacity to {}.",
                              grouped(capacity), grouped(more)));
}

/// The figures of the particles, with a past.
void Panel::charts(Draw& draw) {
    const ParticleStats& f = draw.model.stats;
    if (!section(draw, "profile/particles", "Particles")) return;
    if (ImGui::BeginTable("charts", 2)) {
        charted(draw, "alive", grouped(f.alive), alive_, color::accent);
        charted(draw, "frames per second", fmt::format("{:.1f}", draw.model.frames_per_second), frames_,
                color::second);
        ImGui::EndTable();
    }
    if (ImGui::BeginTable("more figures", 3)) {
        const std::pair<const char*, std::uint64_t> small[] = {
            {"born", f.born}, {"died", f.died}, {"replaced", f.replaced}};
        for (const auto& [name, value] : small) {
            ImGui::TableNextColumn();
            figure(draw, name, grouped(value), draw.fonts.small);
            draw.map.add_last_item(fmt::format("figures/{}", name), true, value);
        }
        ImGui::EndTable();
    }
    const std::string lost =
        f.lost > 0 ? fmt::format("; {} lost: their position is not a number", grouped(f.lost)) : "";
    const std::string box = f.bounds.empty() ? "none alive" : "living within " + f.bounds;
    small_text(draw, f.lost > 0 ? color::bad : color::dim, box + lost);
    draw.map.add_last_item("figures/bounds", true, f.bounds);
}

void Panel::run_controls(Draw& draw) {
    const bool paused = draw.settings().simulation.paused;
    const float gap = 4 * draw.scale;
    const float width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    const auto command = [&](const char* name, const char* text, Command what,
                             std::optional<bool> on = std::nullopt) {
        if (button(draw, name, text, width, on)) perform(what, draw.model, draw.events);
    };
    ImGui::Spacing();
    command("run/pause", paused ? "Resume" : "Pause", Command::pause, paused);
    tooltip(draw, "Space");
    ImGui::SameLine(0, gap);
    command("run/step", "Step", Command::step_once);
    tooltip(draw, "one step, then pause (N)");
    ImGui::SameLine(0, gap);
    command("run/reset", "Reset", Command::reset);
    tooltip(draw, "restart at step 0 (R)");
    ImGui::SameLine(0, gap);
    command("run/reseed", "Reseed", Command::reseed);
    tooltip(draw, "restart with the next seed (Shift+R)");
}

}  // namespace winnow::ui
