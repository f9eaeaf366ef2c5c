#include "lab/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace winnow::lab {
namespace {

constexpr std::array<std::string_view, 10> low_digits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

std::string low(std::uint32_t number) {
    std::string text;
    for (const char digit : std::to_string(number)) text += low_digits[static_cast<std::size_t>(digit - '0')];
    return text;
}

bool is_only_kept(const Execution& run, std::uint32_t row, std::uint32_t lane) {
    const Mark mark = run.rows[row].cells[lane].mark;
    return row > 0 && (mark == Mark::kept || mark == Mark::padding);
}

}  // namespace

bool is_one_array(const Execution& run) {
    if (run.lanes != "element") return false;
    for (std::uint32_t row = 0; row <= run.result_row; ++row)
        for (std::uint32_t lane = 0; lane < run.width; ++lane) {
            const Cell& cell = run.rows[row].cells[lane];
            if (!cell.value) return false;
            if (is_only_kept(run, row, lane) && cell.value != run.rows[row - 1].cells[lane].value)
                return false;
        }
    return true;
}

std::uint32_t origin(const Depths& depths, Place place) {
    while (!depths[place.row][place.lane]) --place.row;
    return place.row;
}

Depths depths_of(const Execution& run) {
    Depths depths(run.rows.size(), Depths::value_type(run.width));
    std::uint32_t deepest = 0;
    const auto depth_at = [&](Place place) { return *depths[origin(depths, place)][place.lane]; };
    const auto place_below = [&](Place place, std::uint32_t depth) {
        depths[place.row][place.lane] = std::max(depths[place.row][place.lane].value_or(0), depth + 1);
        deepest = std::max(deepest, *depths[place.row][place.lane]);
    };
    std::fill(depths[0].begin(), depths[0].end(), 0U);
    for (const Frame& frame : run.frames) {
        for (std::uint32_t row = std::max(frame.first_row, 1U); row < frame.rows_end; ++row)
            for (std::uint32_t lane = 0; lane < run.width; ++lane)
                if (row <= run.result_row && !is_only_kept(run, row, lane))
                    place_below({row, lane}, depth_at({row - 1, lane}));
        for (const Link& link : frame.links) place_below(link.to, depth_at(link.from));
    }
    for (std::uint32_t row = run.result_row + 1; row < run.rows.size(); ++row)
        std::fill(depths[row].begin(), depths[row].end(), deepest + 1);
    return depths;
}

std::string range_text(Operator op, const Cell& cell) {
    if (!cell.range) return {};
    if (cell.range->is_empty()) return text_of(op, facts(op).identity);
    const auto [first, end] = *cell.range;
    const std::uint32_t last = end - 1;
    if (op != Operator::add)
        return first == last ? fmt::format("x[{}]", first) : fmt::format("x[{}..{}]", first, last);
    return first == last ? "x" + low(first) : fmt::format("Σ x{}..x{}", low(first), low(last));
}

}  // namespace winnow::lab
