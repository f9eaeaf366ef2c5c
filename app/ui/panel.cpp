#include "ui/panel.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "ui/keys.h"

namespace winnow::ui {
namespace {

constexpr float panel_width = 342;  // natural pixels
constexpr float chart_height = 30;
constexpr double seconds_between_samples = 0.1;

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

void charted(Draw& draw, const char* name, const std::string& value, const History& history,
             const ImVec4& color) {
    ImGui::TableNextColumn();
    figure(draw, name, value, draw.fonts.large);
    sparkline(history, ImVec2(ImGui::GetContentRegionAvail().x, chart_height * draw.scale), color);
}

}  // namespace

void Panel::draw(const Model& model, const Fonts& fonts, float scale, UiMap& map, Events& events) {
    map.clear();
    sample(model);
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) ++gesture_;
    events.gesture = gesture_;
    Draw draw{model, events, map, fonts, typed_, rest_, files_, picking_, reveal_, scale};
    covered_width_ = covered_height_ = 0;
    in_lab_ = draw.settings().display.lab && model.lab != nullptr;
    draw.clip = taken_clip(events.actions);
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
        covered_height_ = timeline_.draw(draw, covered_width_);
    if (!in_lab_ && draw.settings().display.panel) life_.draw(draw, covered_width_, covered_height_);
    if (draw.settings().display.help) help_window(draw);
    emitters_.take_clip(draw);
    overlay(draw, covered_width_, covered_height_);
    if (!in_lab_ && model.lab != nullptr) tour_over_scene(draw, covered_width_, covered_height_);
    export_.draw(draw, covered_width_);
    dialog_.draw(draw);
    finder_.draw(draw, emitters_, reveal_);
}

Area Panel::open_area() const {
    if (in_lab_) return lab_.scene().area();
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    return {.left = std::min(covered_width_ / std::max(window.x, 1.0f), 1.0f),
            .right = 1 - std::min(life_.covered() / std::max(window.x, 1.0f), 1.0f),
            .bottom = 1 - std::min(covered_height_ / std::max(window.y, 1.0f), 1.0f)};
}

void Panel::mark_scene(const Model& model, const Fonts& fonts, float scale, UiMap& map) const {
    if (in_lab_) return lab_.scene().mark(*model.lab, fonts, scale, map);
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

void Panel::draw_panel(Draw& draw) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float width = std::min(panel_width * draw.scale, std::max(window.x - 2 * edge, 1.0f));
    ImGui::SetNextWindowPos(ImVec2(edge, edge));
    ImGui::SetNextWindowSize(ImVec2(width, std::max(window.y - 2 * edge, 1.0f)));
    constexpr auto flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoBringToFrontOnFocus |
                           ImGuiWindowFlags_NoSavedSettings;
    if (ImGui::Begin("Panel", nullptr, flags)) {
        title(draw);
        effect_bar(draw);
        figures(draw);
        run_controls(draw);
        scan_section(draw);
        passes_section(draw, recent_passes_);
        effect_section(draw);
        properties_section(draw);
        lets_section(draw);
        emitter_section(draw, emitters_, stack_);
        particles_section(draw);
        plane_section(draw);
        scenery_section(draw);
        drawing_section(draw);
        view_section(draw);
        display_section(draw);
        reveal_.draw(draw.map, draw.scale);
    }
    ImGui::End();
    covered_width_ = width + 2 * edge;
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

void Panel::figures(Draw& draw) {
    const ParticleStats& f = draw.model.stats;
    if (ImGui::BeginTable("charts", 2)) {
        charted(draw, "alive", grouped(f.alive), alive_, color::accent);
        draw.map.add_last_item("figures/alive", true, f.alive);
        charted(draw, "frames per second", fmt::format("{:.1f}", draw.model.frames_per_second), frames_,
                color::second);
        ImGui::EndTable();
    }
    if (!ImGui::BeginTable("figures", 5)) return;
    const std::pair<const char*, std::uint64_t> small[] = {{"step", f.step},
                                                           {"born", f.born},
                                                           {"died", f.died},
                                                           {"replaced", f.replaced},
                                                           {"dropped", f.dropped}};
    for (const auto& [name, value] : small) {
        ImGui::TableNextColumn();
        const bool is_loss = value > 0 && std::string_view(name) == "dropped";
        figure(draw, name, grouped(value), draw.fonts.small, is_loss ? color::accent : color::text);
        draw.map.add_last_item(fmt::format("figures/{}", name), true, value);
    }
    ImGui::EndTable();
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
