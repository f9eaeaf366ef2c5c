// The race in the Lab: a map of pairs for each backend, the copy above them as the ceiling, and the size.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "settings/settings.h"
#include "ui/lab_window.h"
#include "ui/tooltip.h"

namespace winnow::ui {
namespace {

// Natural pixels.
constexpr float row_names = 128, column_names = 34;  // width and height of the names beside and above a map
constexpr float min_cell = 78, max_cell = 220;       // widths
constexpr float min_row = 36, max_row = 54;
constexpr float gap = 3, map_gap = 26, padding = 7;
constexpr float copy_bar = 26, sample_side = 13;  // heights of the copy's bar and of the legend's samples
constexpr float rounding = 4, bar_height = 3, dot_radius = 3.5f;

ImVec4 faded(const ImVec4& color, float alpha) {
    return ImVec4(color.x, color.y, color.z, alpha);
}
ImU32 packed(const ImVec4& color) {
    return ImGui::ColorConvertFloat4ToU32(color);
}

/// Returns the hue of a backend's map.
ImVec4 hue_of(std::size_t map) {
    return map == 0 ? color::second : color::good;
}

/// The ground of a cell that is as fast as this share of the fastest one.
ImVec4 fill_of(const ImVec4& hue, float share) {
    constexpr float faint = 0.06f, strong = 0.42f;
    return faded(hue, faint + (strong - faint) * std::clamp(share, 0.0f, 1.0f));
}

/// The ground of a cell without a colour of its own; pale before it is measured.
ImVec4 ground_of(bool is_measured) {
    constexpr float pale = 0.7f;
    const ImVec4 ground = ImGui::GetStyleColorVec4(ImGuiCol_FrameBg);
    return is_measured ? ground : faded(ground, pale);
}

/// Returns a number with three digits or more.
std::string brief(double number) {
    if (number < 99.95) return fmt::format("{:.1f}", number);
    return grouped(static_cast<std::uint64_t>(std::llround(number)));
}

std::string microseconds_text(double milliseconds) {
    constexpr double microseconds = 1e3;  // in a millisecond
    return brief(milliseconds * microseconds);
}

std::string speed_text(const RaceFindings& race, const RaceCell& cell) {
    return fmt::format("{} \xC2\xB5s, {} GB/s", microseconds_text(cell.milliseconds),
                       brief(race.gigabytes_per_second(cell)));
}

std::string samples_text(std::uint64_t samples) {
    return counted(samples, "sample");
}

void text_at(ImDrawList& list, ImFont* font, ImVec2 at, const ImVec4& color, const std::string& text) {
    list.AddText(font, font->FontSize, at, packed(color), text.c_str());
}

float width_of(ImFont* font, const std::string& text) {
    return font->CalcTextSizeA(font->FontSize, FLT_MAX, 0, text.c_str()).x;
}

void right_text(ImDrawList& list, ImFont* font, ImVec2 end, const ImVec4& color, const std::string& text) {
    text_at(list, font, ImVec2(end.x - width_of(font, text), end.y), color, text);
}

/// Breaks a name at its hyphens into lines of at most this width; a longer word has a line of its own.
std::vector<std::string> broken(ImFont* font, std::string name, float width) {
    std::vector<std::string> lines{""};
    while (!name.empty()) {
        const std::size_t end = std::min(name.find('-') + 1, name.size());
        const std::string word = name.substr(0, end == 0 ? name.size() : end);
        name.erase(0, word.size());
        if (!lines.back().empty() && width_of(font, lines.back() + word) > width) lines.emplace_back();
        lines.back() += word;
    }
    return lines;
}

/// The places of a map and its parts, in pixels.
struct MapGrid {
    ImVec2 corner, cell;
    float scale = 1;

    ImVec2 place(std::size_t row, std::size_t column) const {
        return ImVec2(corner.x + row_names * scale + static_cast<float>(column) * (cell.x + gap * scale),
                      corner.y + column_names * scale + static_cast<float>(row) * (cell.y + gap * scale));
    }
};

void paint_names(Draw& draw, const RaceFindings& race, const MapGrid& grid) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImFont* font = draw.fonts.small;
    for (std::size_t c = 0; c < race.grids.size(); ++c) {
        const auto lines = broken(font, race.grids[c].name, grid.cell.x);
        ImVec2 at = grid.place(0, c);
        at.y -= 3 * draw.scale + font->FontSize * static_cast<float>(lines.size());
        for (const std::string& line : lines) {
            right_text(list, font, ImVec2(at.x + grid.cell.x - padding * draw.scale, at.y), color::dim, line);
            at.y += font->FontSize;
        }
    }
    for (std::size_t r = 0; r < race.blocks.size(); ++r) {
        const float y = grid.place(r, 0).y + (grid.cell.y - font->FontSize) / 2;
        text_at(list, font, ImVec2(grid.corner.x, y), color::text, race.blocks[r].name);
    }
}

/// Draws the share above the time, both at the right so that the digits of a column stand below each other,
/// and the number of samples.
void paint_figures(Draw& draw, const RaceFindings& race, const RaceCell& cell, ImVec2 corner, ImVec2 size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float inset = padding * draw.scale;
    ImFont *large = draw.fonts.body, *small = draw.fonts.small;
    const float right = corner.x + size.x - inset;
    const float lines = large->FontSize + small->FontSize;
    const float top = corner.y + (size.y - lines) / 2, below = top + large->FontSize;
    const auto share = race.share(cell);
    right_text(list, large, ImVec2(right, top), color::text, share ? fmt::format("{:.2f}", *share) : "-");
    right_text(list, small, ImVec2(right, below), color::text, microseconds_text(cell.milliseconds));
    text_at(list, small, ImVec2(corner.x + inset, below), color::dim,
            fmt::format("{}\xC3\x97", cell.samples));
}

/// Draws how fast the cell is: beside the fastest one by the colour of the ground, beside the copy by a bar.
void paint_speed(Draw& draw, const RaceFindings& race, const RaceCell& cell, ImVec2 corner, ImVec2 size,
                 const ImVec4& hue) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + size.x, corner.y + size.y);
    const float of_fastest = static_cast<float>(race.fastest()->milliseconds / cell.milliseconds);
    const float of_copy = std::min(static_cast<float>(race.share(cell).value_or(0)), 1.0f);
    const float thick = bar_height * draw.scale, round = rounding * draw.scale;
    list.AddRectFilled(corner, end, packed(fill_of(hue, of_fastest)), round);
    list.AddRectFilled(ImVec2(corner.x, end.y - thick), ImVec2(corner.x + size.x * of_copy, end.y),
                       packed(hue), thick / 2);
}

void paint_cell(Draw& draw, const RaceFindings& race, const RaceCell& cell, ImVec2 corner, ImVec2 size,
                const ImVec4& hue) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end(corner.x + size.x, corner.y + size.y);
    const float round = rounding * draw.scale;
    list.AddRectFilled(corner, end, packed(ground_of(cell.is_measured())), round);
    const auto said = [&](const char* text, const ImVec4& color) {
        ImFont* font = draw.fonts.small;
        right_text(list, font, ImVec2(end.x - padding * draw.scale, (corner.y + end.y - font->FontSize) / 2),
                   color, text);
    };
    if (cell.is_wrong) {
        list.AddRectFilled(corner, end, packed(faded(color::bad, 0.30f)), round);
        said("wrong", color::bad);
    } else if (!cell.refused.empty()) {
        said("not here", faded(color::dim, 0.6f));
    } else if (cell.is_measured()) {
        paint_speed(draw, race, cell, corner, size, hue);
        paint_figures(draw, race, cell, corner, size);
    }
    if (cell.is_running)
        list.AddRect(corner, end, packed(faded(color::text, 0.5f)), round, ImDrawFlags_None, draw.scale);
}

/// Draws the dot of the pair in use and the outline of the fastest one.
void paint_marks(Draw& draw, const RaceFindings& race, const RaceCell& cell, ImVec2 corner, ImVec2 size) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float radius = dot_radius * draw.scale, inset = padding * draw.scale;
    if (cell.is_in_use)
        list.AddCircleFilled(ImVec2(corner.x + inset + radius, corner.y + inset + radius + draw.scale),
                             radius, packed(color::accent));
    if (&cell == race.fastest())
        list.AddRect(corner, ImVec2(corner.x + size.x, corner.y + size.y), packed(color::accent),
                     rounding * draw.scale, ImDrawFlags_None, 2 * draw.scale);
}

/// The pair's choice as one edit, with the other settings of the simulation as they are.
void adopt(Draw& draw, const std::string& backend, const std::string& block, const std::string& grid) {
    auto simulation = *effects::value_at(draw.settings(), "/simulation");
    simulation["backend"] = backend;
    simulation["block"] = block;
    simulation["grid"] = grid;
    draw.events.edit("/simulation", std::move(simulation));
}

nlohmann::json figures_of(const RaceFindings& race, const RaceCell& cell) {
    const auto share = race.share(cell);
    return {{"samples", cell.samples},
            {"share", share ? nlohmann::json(*share) : nlohmann::json()},
            {"in_use", cell.is_in_use},
            {"wrong", cell.is_wrong}};
}

std::string explanation(const RaceFindings& race, const RaceCell& cell, const std::string& pair) {
    if (!cell.refused.empty()) return pair + "\n" + cell.refused;
    const std::string use =
        cell.is_in_use ? "The simulation scans with it." : "Click, and the simulation scans with it.";
    if (!cell.is_measured()) return pair + "\nnot measured yet\n" + use;
    const auto share = race.share(cell);
    return fmt::format("{}\n{}: the median\n{}{}\n{}", pair, speed_text(race, cell),
                       samples_text(cell.samples),
                       share ? fmt::format(", {:.2f} of the copy's speed", *share) : "", use);
}

void cells(Draw& draw, const RaceFindings& race, const RaceMap& map, const MapGrid& grid, const ImVec4& hue) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (std::size_t i = 0; i < map.cells.size(); ++i) {
        const RaceCell& cell = map.cells[i];
        const std::string& block = race.blocks[i / race.grids.size()].name;
        const std::string& strategy = race.grids[i % race.grids.size()].name;
        const ImVec2 corner = grid.place(i / race.grids.size(), i % race.grids.size());
        const std::string name = fmt::format("race/{}/{}/{}", map.backend, block, strategy);
        const bool is_offered = cell.refused.empty();
        ImGui::SetCursorScreenPos(corner);
        const bool is_pressed = ImGui::InvisibleButton(name.c_str(), grid.cell);
        draw.map.add_last_item(name, is_offered, figures_of(race, cell));
        paint_cell(draw, race, cell, corner, grid.cell, hue);
        if (is_offered && ImGui::IsItemHovered())
            list.AddRectFilled(corner, ImVec2(corner.x + grid.cell.x, corner.y + grid.cell.y),
                               packed(faded(color::text, 0.08f)), rounding * draw.scale);
        paint_marks(draw, race, cell, corner, grid.cell);
        tooltip(draw,
                explanation(race, cell, fmt::format("{}: {} \xC3\x97 {}", map.backend, block, strategy)));
        if (is_pressed && is_offered && !cell.is_in_use) adopt(draw, map.backend, block, strategy);
    }
}

/// Draws a map below its backend's name. Returns its height.
float one_map(Draw& draw, const RaceFindings& race, std::size_t index, ImVec2 corner, ImVec2 cell) {
    const RaceMap& map = race.maps[index];
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const std::string title = map.backend == "glsl" ? "GLSL" : map.backend == "cuda" ? "CUDA" : map.backend;
    text_at(list, draw.fonts.body, corner, hue_of(index), title);
    const MapGrid grid{corner, cell, draw.scale};
    paint_names(draw, race, grid);
    cells(draw, race, map, grid, hue_of(index));
    return grid.place(race.blocks.size(), 0).y - corner.y;
}

/// Draws the maps of the backends that work here beside each other, or below each other where they would be
/// too narrow.
void maps(Draw& draw, const RaceFindings& race, float height) {
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < race.maps.size(); ++i)
        if (!race.maps[i].cells.empty()) shown.push_back(i);
    const float scale = draw.scale, room = ImGui::GetContentRegionAvail().x;
    const auto columns = static_cast<float>(race.grids.size());
    const auto rows = static_cast<float>(std::max<std::size_t>(race.blocks.size(), 1));
    const auto cell_width = [&](float beside) {
        const float width = (room - map_gap * scale * (beside - 1)) / beside;
        return (width - row_names * scale) / columns - gap * scale;
    };
    auto beside = static_cast<float>(std::max<std::size_t>(shown.size(), 1));
    if (cell_width(beside) < min_cell * scale) beside = 1;
    const ImVec2 cell(
        std::clamp(cell_width(beside), 1.0f, max_cell * scale),
        std::clamp((height - column_names * scale) / rows - gap * scale, min_row * scale, max_row * scale));
    const float width = row_names * scale + columns * (cell.x + gap * scale) + map_gap * scale;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    float tall = 0, top = corner.y;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const bool begins_row = beside == 1 && i > 0;
        if (begins_row) top += tall + padding * scale;
        const float left = corner.x + (beside > 1 ? static_cast<float>(i) * width : 0);
        tall = one_map(draw, race, shown[i], ImVec2(left, top), cell);
    }
    ImGui::SetCursorScreenPos(ImVec2(corner.x, top + tall));
    for (const RaceMap& map : race.maps)
        if (map.cells.empty() && !map.absence.empty())
            small_text(draw, color::dim, fmt::format("{}: {}", map.backend, map.absence));
}

void title(Draw& draw, const RaceFindings& race) {
    const LabPane& pane = draw.model.lab->panes[0];
    const SizedFont font = fitting_font(draw.fonts, title_letters * draw.scale);
    ImGui::PushFont(font.font);
    ImGui::TextUnformatted("Every pair on this machine, now");
    ImGui::PopFont();
    draw.map.add_last_item("lab/pane/0", true, pane.id);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        "A scan reads and writes every element at least once, and so does a copy: 1.00 is the ceiling.");
    ImGui::PopTextWrapPos();
    if (!race.method.empty()) small_text(draw, color::dim, race.method);
}

/// Draws the time of the copy in a full bar.
void ceiling(Draw& draw, const RaceFindings& race) {
    const float width = std::max(ImGui::GetContentRegionAvail().x, 1.0f), height = copy_bar * draw.scale;
    const ImVec2 corner = ImGui::GetCursorScreenPos(), end(corner.x + width, corner.y + height);
    ImGui::InvisibleButton("race/copy", ImVec2(width, height));
    draw.map.add_last_item("race/copy", true, figures_of(race, race.copy));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg), rounding * draw.scale);
    const std::string said = !race.copy.refused.empty() ? race.copy.refused
                             : race.copy.is_measured()  ? fmt::format("{}, {}", speed_text(race, race.copy),
                                                                      samples_text(race.copy.samples))
                                                        : "not measured yet";
    ImFont* font = draw.fonts.small;
    const float y = corner.y + (height - font->FontSize) / 2;
    list.PushClipRect(corner, end, true);
    text_at(list, font, ImVec2(corner.x + padding * draw.scale, y), color::text, "a copy, 1.00");
    right_text(list, font, ImVec2(end.x - padding * draw.scale, y), color::text, said);
    list.PopClipRect();
}

/// The marks of the cells and what they mean, in a line or, where there is no room, in several.
class Legend {
  public:
    explicit Legend(Draw& draw) : draw_(draw) {}

    /// `paint` draws the mark from one corner to the other.
    template <typename Paint>
    void add(const char* text, const Paint& paint) {
        const float side = sample_side * draw_.scale, inner = 5 * draw_.scale, between = 18 * draw_.scale;
        const float width = side + inner + width_of(draw_.fonts.small, text);
        const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
        if (!is_first_ && ImGui::GetItemRectMax().x + between + width <= right) ImGui::SameLine(0, between);
        is_first_ = false;
        ImDrawList& list = *ImGui::GetWindowDrawList();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        paint(list, at, ImVec2(at.x + side, at.y + side));
        text_at(list, draw_.fonts.small, ImVec2(at.x + side + inner, at.y), color::dim, text);
        ImGui::Dummy(ImVec2(width, side));
    }

  private:
    Draw& draw_;
    bool is_first_ = true;
};

void legend(Draw& draw) {
    const float round = 2 * draw.scale, bar = bar_height * draw.scale;
    Legend entries(draw);
    entries.add("as fast as the copy if the bar is full; 0.50: half as fast",
                [&](auto& list, ImVec2 from, ImVec2 to) {
                    list.AddRectFilled(ImVec2(from.x, to.y - 2 * bar), ImVec2(to.x, to.y - bar),
                                       packed(color::second), bar / 2);
                });
    entries.add("microseconds", [&](auto& list, ImVec2 from, ImVec2) {
        text_at(list, draw.fonts.small, from, color::text, "12");
    });
    entries.add("samples", [&](auto& list, ImVec2 from, ImVec2) {
        text_at(list, draw.fonts.small, from, color::dim, "3\xC3\x97");
    });
    entries.add("not measured yet", [&](auto& list, ImVec2 from, ImVec2 to) {
        list.AddRectFilled(from, to, packed(ground_of(false)), round);
    });
    entries.add("fastest", [&](auto& list, ImVec2 from, ImVec2 to) {
        list.AddRect(from, to, packed(color::accent), round, ImDrawFlags_None, 2 * draw.scale);
    });
    entries.add("the simulation's pair", [&](auto& list, ImVec2 from, ImVec2 to) {
        list.AddCircleFilled(ImVec2((from.x + to.x) / 2, (from.y + to.y) / 2), dot_radius * draw.scale,
                             packed(color::accent));
    });
}

/// Draws the number of elements between the buttons that halve and double it, and the one that begins again.
void size_control(Draw& draw, const RaceFindings& race) {
    const float side = 24 * draw.scale, small_gap = 6 * draw.scale;
    const auto ask = [&](std::uint32_t elements) { draw.events.lab.race_elements = elements; };
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(color::dim, "N");
    ImGui::SameLine(0, small_gap);
    if (button(draw, "race/n/less", "-", side, std::nullopt, race.elements > race.least))
        ask(race.elements / 2);
    ImGui::SameLine(0, small_gap);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(
        fmt::format("{} = 2^{}", grouped(race.elements), std::bit_width(race.elements) - 1).c_str());
    draw.map.add_last_item("race/n", true, race.elements);
    tooltip(draw, "how many 32-bit words each scan sums up");
    ImGui::SameLine(0, small_gap);
    if (button(draw, "race/n/more", "+", side, std::nullopt, race.elements < race.most))
        ask(race.elements * 2);
    ImGui::SameLine(0, 2 * small_gap);
    if (button(draw, "race/again", "Begin again")) ask(race.elements);
    tooltip(draw, "forgets all samples");
}

void controls(Draw& draw, const RaceFindings& race) {
    ImGui::Separator();
    size_control(draw, race);
    if (!race.error.empty())
        refusal_text(draw, "race/error", race.error);
    else
        small_text(draw, color::dim, "Click a pair, and the simulation scans with it. Up, Down: lessons.");
}

}  // namespace

void race_stage(Draw& draw) {
    const RaceFindings& race = *draw.model.lab->race;
    const ImGuiStyle& style = ImGui::GetStyle();
    const float below = ImGui::GetFrameHeight() + 2 * draw.fonts.small->FontSize + 4 * style.ItemSpacing.y;
    const float height = std::max(ImGui::GetContentRegionAvail().y - below, 1.0f);
    if (ImGui::BeginChild("race", ImVec2(0, height))) {
        small_text(draw, color::accent, draw.model.lab->panes[0].title);
        title(draw, race);
        ceiling(draw, race);
        ImGui::Spacing();
        const float legends = 2 * (sample_side * draw.scale + style.ItemSpacing.y);
        maps(draw, race, ImGui::GetContentRegionAvail().y - legends);
        legend(draw);
    }
    ImGui::EndChild();
    controls(draw, race);
}

}  // namespace winnow::ui
