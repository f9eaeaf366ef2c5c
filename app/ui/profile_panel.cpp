#include "ui/profile_panel.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <tuple>

#include "base/text.h"
#include "ui/charts.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float stack_height = 56, column_width = 2;  // natural pixels
constexpr float row_bar_width = 66, row_time_width = 44;
constexpr double room_above = 1.25;  // of a chart, over the 99th percentile
constexpr double max_medians = 4;    // up to the top of a chart: what rarely happens may be cut off

// Neighbours differ in lightness too, so that they are told apart without their hue.
const std::array simulation_colors{ImVec4(0.93f, 0.71f, 0.36f, 1), ImVec4(0.72f, 0.40f, 0.28f, 1),
                                   ImVec4(0.96f, 0.87f, 0.62f, 1), ImVec4(0.80f, 0.52f, 0.55f, 1),
                                   ImVec4(0.60f, 0.52f, 0.30f, 1), ImVec4(0.95f, 0.60f, 0.42f, 1)};
const std::array drawing_colors{ImVec4(0.36f, 0.68f, 0.62f, 1), ImVec4(0.50f, 0.44f, 0.78f, 1),
                                ImVec4(0.70f, 0.86f, 0.66f, 1), ImVec4(0.40f, 0.55f, 0.45f, 1),
                                ImVec4(0.74f, 0.68f, 0.92f, 1), ImVec4(0.62f, 0.78f, 0.84f, 1)};

/// Returns the colour of a pass. `index`: its place among those of its part.
const ImVec4& color_of(const std::string& name, bool simulates, std::size_t index) {
    if (name == hand_over_name) return color::second;
    return simulates ? simulation_colors[index % simulation_colors.size()]
                     : drawing_colors[index % drawing_colors.size()];
}

/// Calls visit(index, pass, color) for each pass of the part.
template <typename Visit>
void each_pass(const FrameCosts& costs, bool simulates, const Visit& visit) {
    std::size_t place = 0;
    for (std::size_t i = 0; i < costs.passes().size(); ++i) {
        const FrameCosts::Pass& pass = costs.passes()[i];
        if (pass.simulates == simulates) visit(i, pass, color_of(pass.name, simulates, place++));
    }
}

float sum_of(const FrameCosts::Frame& frame, bool simulates) {
    return simulates ? frame.simulation : frame.drawing;
}

/// Returns 1, 2 or 5 times a power of ten, at least this much.
double round_up(double value) {
    const double power = std::pow(10, std::floor(std::log10(std::max(value, 1e-3))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= value) return factor * power;
    return 10 * power;
}

/// Returns the top of the scale of a chart.
double top_of(const Spread& spread) {
    return round_up(std::min(spread.p99 * room_above, spread.median * max_medians));
}

void text_at_right(const std::string& text, const ImVec4& shade) {
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                         ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextColored(shade, "%s", text.c_str());
}

ImU32 shade_of_row(const ImVec4& color, float alpha = 1) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, color.w * alpha));
}

}  // namespace

/// Time stands still while the run is paused, so that no row goes then.
const std::vector<const PassRow*>& RecentPasses::of(const Model& model) {
    if (!model.settings->simulation.paused) now_ += ImGui::GetIO().DeltaTime;
    recent_.clear();
    for (const PassRow& pass : model.passes) {
        auto& [runs, at] = seen_[pass.name];
        if (pass.runs != runs) at = now_;
        runs = pass.runs;
        if (pass.milliseconds && now_ - at <= seconds_shown) recent_.push_back(&pass);
    }
    return recent_;
}

void ProfilePanel::draw(Draw& draw) {
    costs_ = draw.model.profile.costs;
    recent_ = &recent_passes_.of(draw.model);
    if (section(draw, "passes", "Milliseconds of each pass")) {
        hovered_ = std::exchange(hovered_next_, std::nullopt);
        if (costs_ != nullptr && hovered_ && *hovered_ >= costs_->frames()) hovered_.reset();
        buttons(draw);
        heading(draw);
        part(draw, true);
        copies(draw);
        part(draw, false);
    }
    compare_.draw(draw);
    versions_.draw(draw);
    modules(draw);
}

void ProfilePanel::buttons(Draw& draw) {
    if (costs_ == nullptr) return;
    const float gap = 4 * draw.scale, width = (ImGui::GetContentRegionAvail().x - 3 * gap) / 4;
    const bool paused = costs_->is_paused(), has_any = costs_->frames() > 0;
    if (button(draw, "profile/pause", paused ? "Resume" : "Hold", width, paused))
        draw.events.profile.paused = !paused;
    tooltip(draw, "holds these ten seconds, while the run goes on");
    constexpr std::array files{
        std::tuple{"profile/csv", "CSV", CostFile::csv,
                   "saves the ten seconds as a table, a line for each frame"},
        std::tuple{"profile/json", "JSON", CostFile::json, "saves them with medians and percentiles"},
        std::tuple{"profile/trace", "Trace", CostFile::trace,
                   "saves them as events that Perfetto opens; --trace-events has when each pass began, too"}};
    for (const auto& [name, text, kind, tip] : files) {
        ImGui::SameLine(0, gap);
        if (button(draw, name, text, width, std::nullopt, has_any)) draw.events.profile.file = kind;
        tooltip(draw, tip);
    }
}

/// Says how long frames take, or which frame is shown instead.
void ProfilePanel::heading(Draw& draw) {
    if (costs_ == nullptr || costs_->frames() == 0) return;
    if (hovered_) {
        const FrameCosts::Frame& one = costs_->frame(*hovered_);
        const double ago = costs_->frame(costs_->frames() - 1).at - one.at;
        small_text(draw, color::accent,
                   fmt::format("frame of {:.2f} s ago: {} ms after the one before", ago,
                               milliseconds_text(one.between)));
        draw.map.add_last_item("profile/hovered", true, ago);
        return;
    }
    const Spread& between = costs_->between();
    small_text(draw, color::dim,
               fmt::format("a frame each {} ms, 99 % within {} ms", milliseconds_text(between.median),
                           milliseconds_text(between.p99)));
    draw.map.add_last_item("profile/frame", true, between.median);
}

void ProfilePanel::part(Draw& draw, bool simulates) {
    const auto is_of_part = [&](const PassRow* pass) { return pass->simulates == simulates; };
    if (std::ranges::none_of(*recent_, is_of_part)) return;
    ImGui::Spacing();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(simulates ? "Simulation" : "Drawing");
    if (costs_ != nullptr && costs_->frames() > 0) {
        const Spread& spread = simulates ? costs_->simulation() : costs_->drawing();
        const double sum = hovered_ ? sum_of(costs_->frame(*hovered_), simulates) : spread.median;
        ImGui::SameLine();
        ImGui::TextColored(simulates ? color::accent : drawing_colors[0], "%s ms",
                           milliseconds_text(sum).c_str());
        draw.map.add_last_item(simulates ? "profile/simulation" : "profile/drawing", true, sum);
        tooltip(draw, "in a frame: the sum of the passes, the median of ten seconds");
        if (!hovered_) {
            ImGui::SameLine();
            ImGui::PushFont(draw.fonts.small);
            text_at_right(fmt::format("99 % within {} ms", milliseconds_text(spread.p99)), color::dim);
            ImGui::PopFont();
        }
        chart(draw, simulates, top_of(spread));
    }
    rows(draw, simulates);
}

/// Finds the costliest frame of each column, so that none that stands out is missed. A frame covers the time
/// since the one before.
void ProfilePanel::fill_columns(std::size_t count, bool simulates) {
    columns_.assign(count, std::nullopt);
    const double newest = costs_->frame(costs_->frames() - 1).at;
    for (std::size_t i = 0; i < costs_->frames(); ++i) {
        const FrameCosts::Frame& one = costs_->frame(i);
        const double place = (1 - (newest - one.at) / FrameCosts::seconds_kept) * static_cast<double>(count);
        const double width = one.between / 1000 / FrameCosts::seconds_kept * static_cast<double>(count);
        const double most = static_cast<double>(count - 1);
        const auto end = static_cast<std::size_t>(std::clamp(place, 0.0, most));
        const auto begin =
            static_cast<std::size_t>(std::clamp(place - width + 1, 0.0, static_cast<double>(end)));
        for (std::size_t at = begin; at <= end; ++at) {
            std::optional<std::size_t>& column = columns_[at];
            if (!column || sum_of(costs_->frame(*column), simulates) < sum_of(one, simulates)) column = i;
        }
    }
}

/// Draws ten seconds as stacked bars, up to `top` milliseconds.
void ProfilePanel::chart(Draw& draw, bool simulates, double top) {
    const ImVec2 least = ImGui::GetCursorScreenPos();
    const ImVec2 size(std::max(ImGui::GetContentRegionAvail().x, 1.0f), stack_height * draw.scale);
    const float step = column_width * draw.scale;
    ImGui::InvisibleButton(simulates ? "simulation" : "drawing", size);
    draw.map.add_last_item(simulates ? "profile/chart/simulation" : "profile/chart/drawing", true, top);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(least, ImVec2(least.x + size.x, least.y + size.y),
                       shade_of_row(ImVec4(1, 1, 1, 1), 0.035f));
    fill_columns(static_cast<std::size_t>(std::max(size.x / step, 1.0f)), simulates);
    const float bottom = least.y + size.y, per_ms = size.y / static_cast<float>(top);
    std::array<std::pair<std::size_t, ImU32>, FrameCosts::max_passes> shades;
    std::size_t count = 0;
    each_pass(*costs_, simulates, [&](std::size_t i, const FrameCosts::Pass&, const ImVec4& color) {
        shades[count++] = {i, shade_of_row(color, 0.9f)};
    });
    for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (!columns_[column]) continue;
        const FrameCosts::Frame& one = costs_->frame(*columns_[column]);
        const float x = least.x + static_cast<float>(column) * step;
        float y = bottom;
        for (std::size_t i = 0; i < count && y > least.y; ++i) {
            const float above = std::max(y - one.passes[shades[i].first] * per_ms, least.y);
            if (y - above > 0.25f)
                list.AddRectFilled(ImVec2(x, above), ImVec2(x + step, y), shades[i].second);
            y = above;
        }
        if (y <= least.y)  // beyond the scale
            list.AddRectFilled(ImVec2(x, least.y), ImVec2(x + step, least.y + 2 * draw.scale),
                               shade_of_row(color::bad));
    }
    const ImFont& small = *draw.fonts.small;
    const std::string scale = fmt::format("{:g} ms", top);
    const ImVec2 label = small.CalcTextSizeA(small.FontSize, FLT_MAX, 0, scale.c_str());
    list.AddRectFilled(least, ImVec2(least.x + label.x + 8 * draw.scale, least.y + label.y + 4 * draw.scale),
                       shade_of_row(ImVec4(0.06f, 0.06f, 0.07f, 1), 0.8f));
    list.AddText(&small, small.FontSize, ImVec2(least.x + 4 * draw.scale, least.y + 2 * draw.scale),
                 shade_of_row(color::text, 0.8f), scale.c_str());
    if (ImGui::IsItemHovered()) {
        const auto column = static_cast<std::size_t>((ImGui::GetIO().MousePos.x - least.x) / step);
        if (column < columns_.size()) hovered_next_ = columns_[column];
    }
    if (!hovered_) return;
    const double ago = costs_->frame(costs_->frames() - 1).at - costs_->frame(*hovered_).at;
    const float x = least.x + size.x * static_cast<float>(1 - ago / FrameCosts::seconds_kept);
    list.AddLine(ImVec2(x, least.y), ImVec2(x, bottom), shade_of_row(color::text), draw.scale);
}

/// Returns the milliseconds of a pass in the hovered frame, or of its newest run.
double ProfilePanel::shown(const PassRow& pass) const {
    if (!hovered_) return *pass.milliseconds;
    const auto at = costs_->find(pass.name);
    return at ? costs_->frame(*hovered_).passes[*at] : 0;
}

void ProfilePanel::rows(Draw& draw, bool simulates) {
    const bool has_past = costs_ != nullptr && costs_->frames() > 0;
    const ComparisonFacts& comparison = draw.model.profile.comparison;
    double longest = 1e-6;
    for (const PassRow* pass : *recent_)
        if (pass->simulates == simulates) longest = std::max(longest, shown(*pass));
    ImGui::PushFont(draw.fonts.small);
    if (ImGui::BeginTable(simulates ? "simulation rows" : "drawing rows", has_past ? 5 : 3)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, row_bar_width * draw.scale);
        for (int i = has_past ? 0 : 2; i < 3; ++i)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, row_time_width * draw.scale);
        if (has_past) {
            ImGui::TableNextRow();
            ImGui::TableSetColumnIndex(2);
            text_at_right(hovered_ ? "then" : "now", color::dim);
            ImGui::TableNextColumn();
            text_at_right("median", color::dim);
            ImGui::TableNextColumn();
            text_at_right("99 %", color::dim);
        }
        std::size_t place = 0;
        for (const PassRow* pass : *recent_) {
            if (pass->simulates != simulates) continue;
            const std::size_t unknown = has_past ? costs_->passes().size() : 0;
            const std::size_t known = has_past ? costs_->find(pass->name).value_or(unknown) : unknown;
            ImVec4 shade = color_of(pass->name, simulates, place++);
            if (known != unknown)
                each_pass(*costs_, simulates,
                          [&](std::size_t i, const FrameCosts::Pass&, const ImVec4& color) {
                              if (i == known) shade = color;
                          });
            const double time = shown(*pass);
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(shortened(pass->name, ImGui::GetContentRegionAvail().x).c_str());
            tooltip(draw, pass->summary);
            ImGui::TableNextColumn();
            bar(static_cast<float>(time / longest), row_bar_width * draw.scale, shade);
            ghost(draw, comparison, pass->name, longest, row_bar_width * draw.scale);
            ImGui::TableNextColumn();
            text_at_right(milliseconds_text(time), color::text);
            draw.map.add_last_item("passes/" + pass->name, true, time);
            if (!has_past) continue;
            const Spread spread = known != unknown ? costs_->passes()[known].spread : Spread{};
            ImGui::TableNextColumn();
            text_at_right(milliseconds_text(spread.median), color::dim);
            ImGui::TableNextColumn();
            text_at_right(milliseconds_text(spread.p99), color::dim);
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

/// Says what share of a copy's speed the steps reach, once a copy was measured.
void ProfilePanel::copies(Draw& draw) {
    const ProfileModel& profile = draw.model.profile;
    if (costs_ == nullptr || costs_->step_milliseconds() <= 0 || profile.step_bytes <= 0) return;
    constexpr double bytes_per_ms = 1e6, mebi = 1048576;
    const double speed = profile.step_bytes / (costs_->step_milliseconds() * bytes_per_ms);
    const std::string moved =
        fmt::format("a step must move {:.1f} MiB: {:.1f} GB/s", profile.step_bytes / mebi, speed);
    if (profile.copy_speed > 0) {
        const double share = 100 * speed / profile.copy_speed;
        small_text(draw, color::dim,
                   fmt::format("{}, {:.0f} % of a copy's {:.1f}", moved, share, profile.copy_speed));
        draw.map.add_last_item("profile/share-of-copy", true, share);
        tooltip(
            draw,
            "each particle before the step is read once, each after it written once; the time is the sum of "
            "the medians of its passes");
        return;
    }
    small_text(draw, color::dim, moved);
    if (button(draw, "profile/copy", profile.measures_copy ? "measuring..." : "Compare with a copy", 0,
               std::nullopt, !profile.measures_copy))
        draw.events.profile.measure_copy = true;
    tooltip(draw, "copies memory on the GPU, to know the most that a step could reach");
    if (!profile.copy_error.empty()) refusal_text(draw, "profile/copy/error", profile.copy_error);
}

/// Each module is measured by a comparison with the same effect without it, because no pass is a module's
/// alone.
void ProfilePanel::modules(Draw& draw) {
    if (!section(draw, "modules", "Cost of modules", false)) return;
    const ProfileModel& profile = draw.model.profile;
    const bool runs = profile.modules_left > 0;
    const std::string text = runs ? fmt::format("Stop, {} left", profile.modules_left) : "Measure each";
    if (button(draw, "modules/measure", text.c_str(), -FLT_MIN))
        (runs ? draw.events.profile.stop_comparing : draw.events.profile.measure_modules) = true;
    tooltip(
        draw,
        "how much longer a step takes with a module than without it, from the same state: a difference of "
        "medians, so the modules of an emitter need not add up to what they cost together");
    if (profile.modules.empty()) return;
    double longest = 1e-6;
    for (const ModuleCost& cost : profile.modules) longest = std::max(longest, cost.milliseconds);
    ImGui::PushFont(draw.fonts.small);
    if (ImGui::BeginTable("module costs", 3)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, row_bar_width * draw.scale);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, row_time_width * draw.scale);
        for (std::size_t i = 0; i < profile.modules.size(); ++i) {
            const ModuleCost& cost = profile.modules[i];
            const bool is_all = cost.module.empty();
            if (!is_all && (i == 0 || profile.modules[i - 1].emitter != cost.emitter)) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                ImGui::TextUnformatted(shortened(cost.emitter, ImGui::GetContentRegionAvail().x).c_str());
            }
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            const ImVec4& shade = is_all ? color::text : color::dim;
            ImGui::TextColored(
                shade, "%s",
                shortened(is_all ? cost.emitter : "  " + cost.module, ImGui::GetContentRegionAvail().x)
                    .c_str());
            ImGui::TableNextColumn();
            bar(static_cast<float>(cost.milliseconds / longest), row_bar_width * draw.scale,
                is_all ? color::accent : simulation_colors[1]);
            ImGui::TableNextColumn();
            text_at_right(fmt::format("{:.3f}", cost.milliseconds), shade);
            draw.map.add_last_item(fmt::format("modules/{}", i), true, cost.milliseconds);
        }
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

}  // namespace winnow::ui
