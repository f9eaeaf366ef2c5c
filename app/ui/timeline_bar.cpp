#include "ui/timeline_bar.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "ui/keys.h"
#include "ui/tooltip.h"
#include "ui/transport_buttons.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float min_width = 300, min_window_height = 260;
constexpr float track_height = 34;
constexpr float places_width = 150;
constexpr float near_enough = 6;  // to take hold of the end of a loop
constexpr float between_labels = 64;

constexpr double longest_zoom = 200;

struct PlaceName {
    EditPlace place;
    const char *id, *text, *below;
};

constexpr std::array place_names{
    PlaceName{EditPlace::here, "here", "Edits: here",
              "after the step that is shown; what was done later is done again"},
    PlaceName{EditPlace::here_onwards, "here-onwards", "Edits: from here on",
              "after the step that is shown; what was done later is forgotten"},
    PlaceName{EditPlace::first_step, "first-step", "Edits: everywhere",
              "from the first step, as if it had always been so; the picture follows"},
};

ImU32 shade(const ImVec4& color, float alpha = 1) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, color.w * alpha));
}

double steps_per_second(const Draw& draw) {
    return draw.settings().effect.steps_per_second;
}

std::string time_text(double seconds) {
    const auto minutes = static_cast<std::uint64_t>(seconds / 60);
    if (minutes == 0) return fmt::format("{:.2f} s", seconds);
    return fmt::format("{}:{:05.2f}", minutes, seconds - 60 * static_cast<double>(minutes));
}

/// Returns a round number of seconds, at least this many.
double round_seconds(double at_least) {
    constexpr std::array steps{0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0};
    for (const double step : steps)
        if (step >= at_least) return step;
    double hours = 1;
    while (hours * 3600 < at_least) hours *= 2;
    return hours * 3600;
}

/// The track of this frame: where steps lie, and the list that is drawn to.
struct Track {
    ImDrawList& list;
    ImVec2 least, size;
    double from, length;  // steps
    float scale;

    float x(double step) const { return least.x + static_cast<float>((step - from) / length) * size.x; }
    bool shows(double step) const { return step >= from && step <= from + length; }
    double step_at(float x) const { return from + length * static_cast<double>((x - least.x) / size.x); }
    /// The bar in the middle, on which the run grows.
    float bar_top() const { return least.y + 17 * scale; }
    float bar_bottom() const { return least.y + 25 * scale; }
};

void paint_ruler(const Track& track, const Draw& draw) {
    const double per_second = steps_per_second(draw);
    const double every =
        round_seconds(track.length / per_second / (track.size.x / (between_labels * track.scale)));
    ImFont* const font = draw.fonts.small;
    for (double second = std::ceil(track.from / per_second / every) * every;
         second * per_second <= track.from + track.length; second += every) {
        const float x = track.x(second * per_second);
        track.list.AddLine(ImVec2(x, track.least.y + 11 * track.scale), ImVec2(x, track.bar_top()),
                           shade(color::dim, 0.6f), track.scale);
        const std::string text =
            second < 60 ? fmt::format("{:g}", second)
                        : fmt::format("{}:{:02.0f}", static_cast<int>(second) / 60, std::fmod(second, 60.0));
        track.list.AddText(font, font->FontSize, ImVec2(x + 3 * track.scale, track.least.y),
                           shade(color::dim), text.c_str());
    }
}

void paint_stretch(const Track& track, double from, double to, ImU32 color) {
    const float left = std::max(track.x(from), track.least.x);
    const float right = std::min(track.x(to), track.least.x + track.size.x);
    if (right > left)
        track.list.AddRectFilled(ImVec2(left, track.bar_top()), ImVec2(right, track.bar_bottom()), color,
                                 2 * track.scale);
}

void paint_diamond(const Track& track, double step, ImU32 color) {
    if (!track.shows(step)) return;
    const ImVec2 at(track.x(step), (track.bar_top() + track.bar_bottom()) / 2);
    const float half = 4 * track.scale;
    track.list.AddQuadFilled(ImVec2(at.x - half, at.y), ImVec2(at.x, at.y - half), ImVec2(at.x + half, at.y),
                             ImVec2(at.x, at.y + half), color);
}

void paint_flag(const Track& track, double step) {
    if (!track.shows(step)) return;
    const float x = track.x(step), top = track.least.y + 2 * track.scale;
    track.list.AddLine(ImVec2(x, top), ImVec2(x, track.bar_bottom()), shade(color::good), track.scale);
    track.list.AddTriangleFilled(ImVec2(x, top), ImVec2(x + 7 * track.scale, top + 3 * track.scale),
                                 ImVec2(x, top + 6 * track.scale), shade(color::good));
}

void paint_run(const Track& track, const Draw& draw, const std::vector<EffectMoment>& moments) {
    const TimelineModel& timeline = draw.model.timeline;
    const auto begin = static_cast<double>(timeline.beginning), newest = static_cast<double>(timeline.newest);
    paint_stretch(track, track.from, track.from + track.length, shade(color::dim, 0.15f));
    paint_stretch(track, begin, newest, shade(color::dim, 0.45f));
    paint_stretch(track, begin, static_cast<double>(timeline.prewarmed), shade(color::second, 0.35f));
    if (timeline.loop)
        paint_stretch(track, static_cast<double>(timeline.loop->begin),
                      static_cast<double>(timeline.loop->end), shade(color::accent, 0.35f));
    for (const std::uint64_t step : timeline.checkpoints)
        if (track.shows(static_cast<double>(step)))
            track.list.AddCircleFilled(
                ImVec2(track.x(static_cast<double>(step)), track.bar_bottom() + 4 * track.scale),
                1.5f * track.scale, shade(color::dim));
    for (const EffectMoment& moment : moments)
        if (const double step = moment.seconds * steps_per_second(draw); track.shows(step))
            track.list.AddLine(ImVec2(track.x(step), track.bar_top() - 5 * track.scale),
                               ImVec2(track.x(step), track.bar_top()), shade(color::second),
                               1.5f * track.scale);
    for (const std::uint64_t step : timeline.edits)
        paint_diamond(track, static_cast<double>(step), shade(color::text));
    for (const std::uint64_t step : timeline.markers) paint_flag(track, static_cast<double>(step));
}

void paint_playhead(const Track& track, const TimelineModel& timeline, bool touched) {
    const ImU32 lit = shade(color::accent);
    const auto at = static_cast<double>(timeline.playhead), to = static_cast<double>(timeline.destination);
    const float y = (track.bar_top() + track.bar_bottom()) / 2, knob = (touched ? 7.0f : 6.0f) * track.scale;
    if (timeline.travels && track.shows(to))
        track.list.AddCircle(ImVec2(track.x(to), y), knob, lit, 0, 1.5f * track.scale);
    if (!track.shows(at)) return;
    track.list.AddLine(ImVec2(track.x(at), track.least.y + 10 * track.scale),
                       ImVec2(track.x(at), track.least.y + track.size.y), lit, 1.5f * track.scale);
    track.list.AddCircleFilled(ImVec2(track.x(at), y), knob, lit);
}

/// Returns what lies within reach of the pointer, in words.
std::string what_is_at(const Track& track, const Draw& draw, const std::vector<EffectMoment>& moments,
                       std::uint64_t step) {
    const TimelineModel& timeline = draw.model.timeline;
    const float x = track.x(static_cast<double>(step));
    const auto is_near = [&](double other) {
        return std::abs(track.x(other) - x) <= near_enough * track.scale;
    };
    std::string text = fmt::format(
        "{}, step {}", time_text(static_cast<double>(step) / steps_per_second(draw)), grouped(step));
    const auto say = [&](const auto& steps, const char* what) {
        if (std::ranges::any_of(steps, [&](std::uint64_t one) { return is_near(static_cast<double>(one)); }))
            text += std::string("\n") + what;
    };
    say(timeline.markers, "marker");
    say(timeline.edits, "edit");
    for (const EffectMoment& moment : moments)
        if (is_near(moment.seconds * steps_per_second(draw))) text += "\n" + moment.what;
    if (step < timeline.prewarmed) text += "\nprewarmed: made before the first frame";
    if (step > timeline.newest) text += "\nnot reached yet";
    if (!timeline.reason.empty()) text += "\nforwards only: " + timeline.reason;
    return text;
}

void add_moments(std::vector<EffectMoment>& moments, const effects::Emitter& emitter,
                 const effects::Burst& burst, double began, double end) {
    const std::string what = emitter.name + ": burst";
    double at = began + burst.time + burst.delay.least;
    for (std::uint64_t i = 0; at < end && moments.size() < max_effect_moments; ++i) {
        moments.push_back({at, what});
        if (burst.every <= 0 || (burst.repeats > 0 && i == burst.repeats)) return;
        at += burst.every;
    }
}

}  // namespace

std::vector<EffectMoment> effect_moments(const effects::Effect& effect, double seconds) {
    std::vector<EffectMoment> moments;
    for (const effects::Emitter& emitter : effect.emitters) {
        if (!emitter.emits) continue;
        const double duration = emitter.duration > 0 ? emitter.duration : seconds;
        for (double began = 0; began < seconds && moments.size() < max_effect_moments; began += duration) {
            if (began > 0) moments.push_back({began, emitter.name + ": begins anew"});
            for (const effects::Burst& burst : emitter.bursts)
                add_moments(moments, emitter, burst, began, std::min(began + duration, seconds));
            if (!emitter.loop) break;
        }
    }
    std::ranges::stable_sort(moments, {}, &EffectMoment::seconds);
    if (moments.size() > max_effect_moments) moments.resize(max_effect_moments);
    return moments;
}

double timeline_length(double seconds) {
    constexpr double shortest = 5;
    return round_seconds(std::max(seconds, shortest));
}

/// Shows the playhead when it would leave the window.
void TimelineBar::follow(const TimelineModel& timeline, double steps) {
    window_.length = steps / zoom_;
    const auto at = static_cast<double>(timeline.playhead);
    const bool is_out = at < window_.from || at > window_.from + window_.length;
    if (is_out && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) window_.from = at - 0.1 * window_.length;
    window_.from = std::clamp(window_.from, 0.0, steps - window_.length);
}

/// Keeps the step `at` where it is.
void TimelineBar::zoom(double at, float notches, double steps) {
    constexpr double per_notch = 1.25;
    zoom_ = std::clamp(zoom_ * std::pow(per_notch, static_cast<double>(notches)), 1.0, longest_zoom);
    const double share = (at - window_.from) / window_.length;
    window_.length = steps / zoom_;
    window_.from = std::clamp(at - share * window_.length, 0.0, steps - window_.length);
}

const std::vector<EffectMoment>& TimelineBar::moments_of(const effects::Settings& settings, double seconds) {
    const bool is_known =
        settings.compiled && settings.compiled == moments_effect_ && seconds == moments_seconds_;
    if (is_known) return moments_;
    moments_effect_ = settings.compiled;
    moments_seconds_ = seconds;
    return moments_ = effect_moments(settings.effect, seconds);
}

float TimelineBar::draw(Draw& draw, float left) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float edge = edge_margin * draw.scale;
    const float begin = std::max(left, edge), width = window.x - begin - edge;
    if (width < min_width * draw.scale || window.y < min_window_height * draw.scale) return 0;
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    const float height =
        ImGui::GetFrameHeight() + ImGui::GetStyle().ItemSpacing.y + track_height * draw.scale + 2 * padding.y;
    ImGui::SetNextWindowPos(ImVec2(begin, window.y - edge - height));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    constexpr auto flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                           ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse;
    if (ImGui::Begin("Timeline", nullptr, flags)) {
        controls(draw);
        track(draw);
    }
    ImGui::End();
    return height + edge;
}

void TimelineBar::controls(Draw& draw) {
    const TimelineModel& timeline = draw.model.timeline;
    const bool paused = draw.settings().simulation.paused, goes_back = timeline.reason.empty();
    const auto control = [&](const char* name, TransportIcon icon, Command command, const char* tip,
                             bool enabled = true, std::optional<bool> on = std::nullopt) {
        if (icon_button(draw, name, icon, tip, on, enabled)) perform(command, draw.model, draw.events);
    };
    control("timeline/first", TransportIcon::first, Command::first_step, "first step (Shift+Home)",
            goes_back);
    control("timeline/back", TransportIcon::back, Command::step_back, "one step back (,)", goes_back);
    control("timeline/play", paused ? TransportIcon::play : TransportIcon::pause, Command::pause,
            "play or pause (Space)");
    control("timeline/forward", TransportIcon::forward, Command::step_once, "one step on (. or N)");
    control("timeline/newest", TransportIcon::last, Command::newest_step, "newest step (Shift+End)");
    control("timeline/loop", TransportIcon::loop, Command::toggle_loop,
            "repeat a stretch (Shift+L; [ and ] set its ends, or drag with Shift)", goes_back,
            timeline.loop.has_value());
    control("timeline/marker", TransportIcon::marker, Command::set_marker, "set or remove a marker here (K)");
    const auto at = static_cast<double>(timeline.destination);
    const std::string text = fmt::format("{}   step {} of {}", time_text(at / steps_per_second(draw)),
                                         grouped(timeline.destination), grouped(timeline.newest));
    const float rest = ImGui::GetContentRegionAvail().x, places = places_width * draw.scale;
    const bool has_room = rest > places + 8 * draw.scale;
    const float for_text = has_room ? rest - places - 8 * draw.scale : rest;
    const float right = ImGui::GetWindowContentRegionMax().x - places;
    ImGui::AlignTextToFramePadding();
    const std::string shown = shortened(text, for_text);
    ImGui::TextUnformatted(shown.c_str());
    draw.map.add_last_item("timeline/step", true, timeline.destination);
    tooltip(draw, fmt::format("{} checkpoints in {:.0f} MB: from these, a step is computed anew",
                              timeline.checkpoints.size(), static_cast<double>(timeline.bytes) / 1e6));
    if (!has_room) return;
    ImGui::SameLine(right);
    std::vector<ListEntry> entries;
    std::size_t chosen = 0;
    for (const PlaceName& name : place_names) {
        if (name.place == timeline.edit_place) chosen = entries.size();
        entries.push_back({name.id, name.text, name.below});
    }
    if (const auto pressed =
            entry_list(draw, "timeline/edits", entries, chosen, entries[chosen].text, places))
        draw.events.edit_place = place_names.at(*pressed).place;
}

void TimelineBar::track(Draw& draw) {
    const TimelineModel& timeline = draw.model.timeline;
    const ImGuiIO& io = ImGui::GetIO();
    const double per_second = steps_per_second(draw);
    const auto last =
        static_cast<double>(std::max({timeline.newest, timeline.destination, timeline.prewarmed}));
    const double steps = timeline_length(last / per_second) * per_second;
    follow(timeline, steps);
    const ImVec2 least = ImGui::GetCursorScreenPos(),
                 size(ImGui::GetContentRegionAvail().x, track_height * draw.scale);
    ImGui::InvisibleButton("timeline/track", size);
    draw.map.add_last_item("timeline/track", true, timeline.playhead);
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    if (hovered && io.MouseWheel != 0)
        zoom(window_.from + window_.length * static_cast<double>((io.MousePos.x - least.x) / size.x),
             io.MouseWheel, steps);
    const Track track{*ImGui::GetWindowDrawList(), least, size, window_.from, window_.length, draw.scale};
    const double under =
        std::clamp(std::round(track.step_at(io.MousePos.x)), static_cast<double>(timeline.beginning), steps);
    const auto step = static_cast<std::uint64_t>(under);
    if (ImGui::IsItemActivated()) {
        const auto is_near = [&](std::uint64_t end) {
            return std::abs(track.x(static_cast<double>(end)) - io.MousePos.x) <= near_enough * draw.scale;
        };
        held_ = Held::playhead;
        if (timeline.loop && is_near(timeline.loop->begin)) held_ = Held::loop_begin;
        if (timeline.loop && is_near(timeline.loop->end)) held_ = Held::loop_end;
        if (io.KeyShift) {
            held_ = Held::loop_end;
            draw.events.loop = LoopRegion{step, step + 1};
        }
    }
    if (active && held_ == Held::playhead && step != timeline.destination) draw.events.seek = step;
    if (active && held_ == Held::loop_begin && timeline.loop && step < timeline.loop->end)
        draw.events.loop = LoopRegion{step, timeline.loop->end};
    if (active && held_ == Held::loop_end && timeline.loop && step > timeline.loop->begin)
        draw.events.loop = LoopRegion{timeline.loop->begin, step};
    const auto& moments = moments_of(draw.settings(), (window_.from + window_.length) / per_second);
    if (hovered) tooltip(draw, what_is_at(track, draw, moments, step));
    track.list.PushClipRect(least, ImVec2(least.x + size.x, least.y + size.y), true);
    paint_ruler(track, draw);
    paint_run(track, draw, moments);
    paint_playhead(track, timeline, hovered || active);
    track.list.PopClipRect();
}

}  // namespace winnow::ui
