#include "ui/compare_section.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/text.h"
#include "settings/settings_fields.h"
#include "ui/charts.h"
#include "ui/tooltip.h"
#include "ui/widgets.h"

namespace winnow::ui {
namespace {

constexpr float compared_bar_width = 92, compared_time_width = 50;  // natural pixels
constexpr const char* as_it_is = "as it is";
constexpr const char* as_saved = "saved";

/// Something that can be one way on one side and another on the other.
struct Axis {
    const char* id;
    const char* what;
    const char* pointer;  // of the setting; null: each choice has an edit of its own
    std::vector<Choice> choices;
    std::string now;                      // the value that the run has
    std::vector<std::string> pointers{};  // that turn a choice off; empty: it is as the run
};

std::vector<Choice> draw_choices() {
    std::vector<Choice> choices;
    for (const auto& row : effects::draw_methods)
        if (row.value != effects::DrawMethod::automatic)
            choices.push_back({std::string(row.name), std::string(row.summary)});
    return choices;
}

/// Each module, so that what it costs can be seen from what a step takes without it.
Axis module_axis(const effects::Effect& effect) {
    Axis axis{"module", "module", nullptr, {{as_it_is, "with all of its modules"}}, as_it_is, {""}};
    for (std::size_t i = 0; i < effect.emitters.size(); ++i)
        for (std::size_t j = 0; j < effect.emitters[i].modules.size(); ++j) {
            if (!effect.emitters[i].modules[j].enabled) continue;
            axis.choices.push_back({fmt::format("without {}", effect.emitters[i].modules[j].module),
                                    fmt::format("of {}, module {}", effect.emitters[i].name, j + 1)});
            axis.pointers.push_back(fmt::format("/effect/emitters/{}/modules/{}/enabled", i, j));
        }
    return axis;
}

std::vector<Axis> axes_of(const Draw& draw) {
    const effects::SimulationSettings& now = draw.settings().simulation;
    const Choices& all = draw.model.choices;
    const DocumentModel& document = draw.model.document;
    Choice old{as_saved, "the effect as it was saved"};
    if (document.saved == nullptr || !document.unsaved) old.reason = "nothing has changed since it was saved";
    const std::string_view drawn = winnow::name_of(effects::draw_methods, draw.settings().display.draw);
    std::vector<Choice> backend_choices = all.backend;
    if (!backend_choices.empty())
        backend_choices.front().stands_for =
            draw.model.computed_by.substr(0, draw.model.computed_by.find(','));
    std::vector<Axis> axes{
        {"backend", "backend", "/simulation/backend", std::move(backend_choices),
         std::string(winnow::name_of(now.backend))},
        {"block", "block scan", "/simulation/block", all.block, std::string(winnow::name_of(now.scan.block))},
        {"grid", "grid strategy", "/simulation/grid", all.grid, std::string(winnow::name_of(now.scan.grid))},
        {"compaction", "compaction", "/simulation/compaction", all.compaction,
         std::string(winnow::name_of(now.compaction))},
        {"draw", "drawing", "/display/draw", draw_choices(), std::string(drawn)},
        {"effect", "effect", nullptr, {{as_it_is, "the effect as it is now"}, old}, as_it_is, {"", ""}}};
    axes.push_back(module_axis(draw.settings().effect));
    return axes;
}

ComparisonRequest::Side side_of(const Axis& axis, std::size_t choice) {
    ComparisonRequest::Side side{axis.choices[choice].name};
    if (axis.pointer != nullptr)
        side.edit = effects::Edit{axis.pointer, side.name};
    else if (!axis.pointers[choice].empty())
        side.edit = effects::Edit{axis.pointers[choice], false};
    side.is_saved = side.name == as_saved;
    return side;
}

std::vector<ListEntry> entries_of(std::span<const Choice> choices) {
    std::vector<ListEntry> entries;
    for (const Choice& choice : choices)
        entries.push_back({choice.name, choice.name, choice.available() ? choice.summary : choice.reason});
    return entries;
}

/// Returns the first choice that works here and is not `other`, by another name either.
std::size_t another(std::span<const Choice> choices, std::size_t other) {
    for (std::size_t i = 0; i < choices.size(); ++i)
        if (i != other && choices[i].available() && choices[i].name != "auto" &&
            choices[i].name != choices[other].stands_for)
            return i;
    return other;
}

double time_of(const ComparedSide& side, std::string_view pass) {
    const auto found = std::ranges::find(side.passes, pass, &ComparedSide::Pass::name);
    return found == side.passes.end() ? 0 : found->milliseconds;
}

ImU32 outline_shade(const ImVec4& color, float alpha) {
    return ImGui::ColorConvertFloat4ToU32(ImVec4(color.x, color.y, color.z, alpha));
}

/// Draws an outline over the last item, up to this share of its width.
void outline(const Draw& draw, float share, float width) {
    const ImVec2 least = ImGui::GetItemRectMin();
    const float line = ImGui::GetTextLineHeight(), edge = least.x + width * std::min(share, 1.0f);
    if (edge < least.x + 1) return;
    ImGui::GetWindowDrawList()->AddRect(ImVec2(least.x, least.y + line * 0.25f),
                                        ImVec2(edge, least.y + line * 0.85f),
                                        outline_shade(color::text, 0.75f), 2, ImDrawFlags_None, draw.scale);
}

/// Returns how the sides agree, in a sentence, and its colour.
std::pair<std::string, ImVec4> agreement(const ComparisonFacts& facts) {
    if (facts.picture_difference) {
        const double most = *facts.picture_difference;
        if (most == 0) return {"the same picture, to the bit", color::good};
        return {fmt::format("the pictures differ by {:.0f} of 255 at most", most),
                most > 2 ? color::bad : color::good};
    }
    if (!facts.compares_hashes) return {"two effects: their states are not compared", color::dim};
    if (facts.first_difference && !facts.keep_order)
        return {"the particles lie in another order: a compaction keeps none", color::dim};
    if (facts.first_difference)
        return {fmt::format("the states differ from step {} on", grouped(*facts.first_difference)),
                color::bad};
    return {fmt::format("the same state, to the bit, after each of {} steps from {} on", facts.compared,
                        grouped(facts.from + 1)),
            color::good};
}

}  // namespace

void compared_table(Draw& draw, const ComparisonFacts& facts, const std::string& name) {
    double longest = 1e-6;
    std::vector<std::string> passes;
    for (const ComparedSide& side : facts.sides)
        for (const ComparedSide::Pass& pass : side.passes) {
            longest = std::max(longest, pass.milliseconds);
            if (std::ranges::count(passes, pass.name) == 0) passes.push_back(pass.name);
        }
    const double most = std::max({facts.sides[0].milliseconds, facts.sides[1].milliseconds, 1e-6});
    ImGui::PushFont(draw.fonts.small);
    const auto right = [](const std::string& text, const ImVec4& shade) {
        ImGui::TableNextColumn();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                             ImGui::CalcTextSize(text.c_str()).x);
        ImGui::TextColored(shade, "%s", text.c_str());
    };
    const auto row = [&](const std::string& what, double a, double b, double of, const ImVec4& shade) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(shortened(what, ImGui::GetContentRegionAvail().x).c_str());
        ImGui::TableNextColumn();
        bar(static_cast<float>(a / of), compared_bar_width * draw.scale, shade);
        outline(draw, static_cast<float>(b / of), compared_bar_width * draw.scale);
        right(a > 0 ? milliseconds_text(a) : "-", color::text);
        right(b > 0 ? milliseconds_text(b) : "-", color::text);
    };
    if (ImGui::BeginTable(name.c_str(), 4)) {
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, compared_bar_width * draw.scale);
        for (int i = 0; i < 2; ++i)
            ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, compared_time_width * draw.scale);
        ImGui::TableNextRow();
        ImGui::TableSetColumnIndex(1);
        for (const ComparedSide& side : facts.sides)
            right(shortened(side.name, compared_time_width * draw.scale), color::dim);
        for (const std::string& pass : passes)
            row(pass, time_of(facts.sides[0], pass), time_of(facts.sides[1], pass), longest, color::accent);
        row("all, ms", facts.sides[0].milliseconds, facts.sides[1].milliseconds, most, color::second);
        draw.map.add_last_item(name, true, facts.ratio().value_or(0));
        ImGui::EndTable();
    }
    ImGui::PopFont();
}

std::string ratio_text(const ComparisonFacts& facts) {
    const auto ratio = facts.ratio();
    if (!ratio) return {};
    const bool second_is_slower = *ratio >= 1;
    const auto& slow = facts.sides[second_is_slower ? 1 : 0];
    const auto& fast = facts.sides[second_is_slower ? 0 : 1];
    const double times = second_is_slower ? *ratio : 1 / *ratio;
    if (times < 1.02) return fmt::format("{} and {} take as long", facts.sides[0].name, facts.sides[1].name);
    return fmt::format("{} takes {:.2f} times as long as {}", slow.name, times, fast.name);
}

void ghost(const Draw& draw, const ComparisonFacts& comparison, const std::string& pass, double longest,
           float width) {
    if (comparison.state != ComparisonFacts::State::done) return;
    const double time = time_of(comparison.sides[comparison.other], pass);
    if (time > 0) outline(draw, static_cast<float>(time / longest), width);
}

void CompareSection::draw(Draw& draw) {
    if (!section(draw, "compare", "Compare two")) return;
    choose(draw);
    found(draw);
}

void CompareSection::choose(Draw& draw) {
    const std::vector<Axis> axes = axes_of(draw);
    std::vector<ListEntry> entries;
    for (const Axis& axis : axes) entries.push_back({axis.id, axis.what, {}});
    label(draw, "of the", "what differs; all else is as in the run");
    if (const auto pressed = entry_list(draw, "compare/of", entries, axis_, axes[axis_].what, -FLT_MIN)) {
        axis_ = *pressed;
        sides_.reset();
    }
    const Axis& axis = axes[axis_];
    const std::size_t count = axis.choices.size();
    if (count == 0) return;
    if (!sides_ || (*sides_)[0] >= count || (*sides_)[1] >= count) {
        const auto now = std::ranges::find(axis.choices, axis.now, &Choice::name);
        const std::size_t first =
            now == axis.choices.end() ? 0 : static_cast<std::size_t>(now - axis.choices.begin());
        sides_ = {first, another(axis.choices, first)};
    }
    const float gap = 4 * draw.scale, width = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const std::vector<ListEntry> choices = entries_of(axis.choices);
    bool can = (*sides_)[0] != (*sides_)[1];
    for (const std::size_t side : {0u, 1u}) {
        if (side > 0) ImGui::SameLine(0, gap);
        std::size_t& chosen = (*sides_)[side];
        const auto pressed = entry_list(draw, side == 0 ? "compare/a" : "compare/b", choices, chosen,
                                        axis.choices[chosen].name, width);
        if (pressed && axis.choices[*pressed].available()) chosen = *pressed;
        can = can && axis.choices[chosen].available();
    }
    using State = ComparisonFacts::State;
    const ComparisonFacts& facts = draw.model.profile.comparison;
    const bool runs = facts.state == State::running || facts.state == State::waiting;
    if (button(draw, "compare/run", runs ? "Stop" : "Compare", -FLT_MIN, std::nullopt, runs || can)) {
        if (runs)
            draw.events.profile.stop_comparing = true;
        else
            draw.events.profile.compare =
                ComparisonRequest{axis.what,
                                  {side_of(axis, (*sides_)[0]), side_of(axis, (*sides_)[1])},
                                  axis.id == std::string_view("draw")};
    }
    tooltip(draw,
            "both run in turn from the present state, beside the run, which goes on as if nothing were");
}

void CompareSection::found(Draw& draw) {
    using State = ComparisonFacts::State;
    const ComparisonFacts& facts = draw.model.profile.comparison;
    constexpr const char* names[] = {"none", "waiting", "running", "done", "refused"};
    if (facts.state == State::none) return;
    if (facts.state == State::refused) return refusal_text(draw, "compare/refused", facts.refused);
    if (facts.state == State::waiting) {
        small_text(draw, color::accent, "building programs...");
        return draw.map.add_last_item("compare/state", true, names[static_cast<int>(facts.state)]);
    }
    compared_table(draw, facts, "compare/ratio");
    if (facts.state == State::running)
        small_text(draw, color::accent, fmt::format("{} of {}", facts.made, facts.wanted));
    else
        small_text(draw, color::text, ratio_text(facts));
    draw.map.add_last_item("compare/state", true, names[static_cast<int>(facts.state)]);
    if (facts.made == 0) return;
    const auto [text, shade] = agreement(facts);
    small_text(draw, shade, text);
    draw.map.add_last_item("compare/agreement", true, text);
}

}  // namespace winnow::ui
