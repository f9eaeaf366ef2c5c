#include "commands/bench/floor_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr double billion = 1e9;
constexpr std::string_view no_removal = "no removal";

struct Way {
    RowKind kind;
    std::string name, algorithm;
    bool operator==(const Way&) const = default;
};

Way way_of(const FloorRow& row) {
    return {row.kind, row.name, row.algorithm};
}

/// Whether it does all of the work that the floor counts.
bool does_all(std::string_view name, std::string_view algorithm) {
    return name != no_removal && algorithm != indices_alone;
}

/// In the order of the rows, copies aside.
std::vector<Way> ways_of(std::span<const FloorRow> rows) {
    std::vector<Way> ways;
    for (const FloorRow& row : rows)
        if (row.kind != RowKind::copy && std::find(ways.begin(), ways.end(), way_of(row)) == ways.end())
            ways.push_back(way_of(row));
    return ways;
}

Marker marker_of(const FloorRow& row) {
    if (row.kind == RowKind::peer) return row.name.starts_with("cub") ? Marker::triangle : Marker::diamond;
    return row.keeps_order ? Marker::circle : Marker::square;
}

std::string note_of(const FloorRow& row) {
    return fmt::format("{}: {} items, {} %, {:.1f} µs, {:.2f} of the floor", full_name(row),
                       ui::grouped(row.of.items), row.of.percent, row.ms.median * us_per_ms, row.of_floor);
}

/// Where all ways are of one backend, it need not be said.
std::string label_of(const FloorRow& row, bool one_backend) {
    const std::string name =
        one_backend && row.kind == RowKind::scan && !row.algorithm.empty() ? row.algorithm : full_name(row);
    const bool known = row.algorithm == indices_alone || row.keeps_order;  // such lists are never in order
    return known ? name : name + ", unordered";
}

bool is_of_one_backend(std::span<const FloorRow> rows) {
    std::set<std::string> backends;
    for (const FloorRow& row : rows)
        if (row.kind == RowKind::scan) backends.insert(row.name);
    return backends.size() < 2;
}

using Coordinate = std::function<double(const FloorRow&)>;

std::vector<ChartSeries> series_of(std::span<const FloorRow> rows, const FloorTest& shown, bool one_backend,
                                   const Coordinate& x, const Coordinate& y) {
    std::vector<ChartSeries> all;
    for (const Way& way : ways_of(rows)) {
        ChartSeries series;
        for (const FloorRow& row : rows) {
            if (way_of(row) != way || !shown(row)) continue;
            series.name = label_of(row, one_backend);
            series.style = style_of(row);
            series.marker = marker_of(row);
            series.points.push_back({x(row), y(row), note_of(row)});
        }
        std::sort(series.points.begin(), series.points.end(),
                  [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
        if (!series.points.empty()) all.push_back(std::move(series));
    }
    return all;
}

/// The lowest of a case's, whose votes take least.
ChartSeries floor_series(std::span<const FloorRow> rows, const std::vector<std::uint32_t>& shares) {
    ChartSeries floor{"the floor", "colour-copy", Marker::circle, true, {}};
    for (const std::uint32_t share : shares) {
        double least = std::numeric_limits<double>::infinity();
        for (const FloorRow& row : rows)
            if (row.kind == RowKind::scan && row.of.percent == share) least = std::min(least, row.floor_ms);
        if (std::isfinite(least))
            floor.points.push_back({static_cast<double>(share), least * us_per_ms,
                                    fmt::format("the floor: {} %, {:.1f} µs", share, least * us_per_ms)});
    }
    return floor;
}

std::vector<std::uint32_t> shares_of(std::span<const FloorRow> rows) {
    std::set<std::uint32_t> shares;
    for (const FloorRow& row : rows) shares.insert(row.of.percent);
    return {shares.begin(), shares.end()};
}

double highest(const std::vector<ChartSeries>& all) {
    double most = 0;
    for (const ChartSeries& series : all)
        for (const ChartPoint& point : series.points) most = std::max(most, point.y);
    return most;
}

std::pair<double, double> extent(const std::vector<ChartSeries>& all, double ChartPoint::*coordinate) {
    std::pair<double, double> found{std::numeric_limits<double>::infinity(), 0};
    for (const ChartSeries& series : all)
        for (const ChartPoint& point : series.points) {
            found.first = std::min(found.first, point.*coordinate);
            found.second = std::max(found.second, point.*coordinate);
        }
    return found;
}

std::string cell(const FloorRow* row) {
    constexpr int strong_from = 60;
    if (!row) return "<td class=none>–</td>";
    const int percent = static_cast<int>(std::lround(std::clamp(row->of_floor, 0.0, 1.0) * 100));
    return fmt::format(R"(<td class="{}" style="--share:{}%" title="{}">{:.2f}</td>)",
                       percent >= strong_from ? "heat strong" : "heat", percent, escaped(note_of(*row)),
                       row->of_floor);
}

std::string map_line(std::span<const FloorRow> rows, const Way& way,
                     const std::vector<std::uint32_t>& shares) {
    std::string cells, style;
    for (const std::uint32_t share : shares) {
        const FloorRow* row =
            fastest(rows, [&](const FloorRow& one) { return way_of(one) == way && one.of.percent == share; });
        if (row) style = style_of(*row);
        cells += cell(row);
    }
    FloorRow named;
    named.kind = way.kind;
    named.name = way.name;
    named.algorithm = way.algorithm;
    return fmt::format("<tr class=\"{}\"><th>{}</th>{}</tr>\n", style, escaped(full_name(named)), cells);
}

/// `most`: of the floor's speed, at the right end; the floor is a line where it is not beyond that.
std::string bar(const FloorRow& row, double most) {
    const std::string cub = row.against_cub ? fmt::format("{:.2f} × CUB", *row.against_cub) : std::string();
    const std::string floor =
        most < 1 ? "" : fmt::format(R"(<b style="left:{:.1f}%" title="the floor"></b>)", 100 / most);
    return fmt::format(R"(<tr class="{}"><th>{}<small>{}</small></th><td><div class=lane>)"
                       R"(<div class=bar style="width:{:.1f}%"></div>{}</div></td>)"
                       R"(<td class=figure>{:.2f}</td><td class=figure>{:.1f} µs</td></tr>)",
                       style_of(row), escaped(full_name(row)), cub, row.of_floor / most * 100, floor,
                       row.of_floor, row.ms.median * us_per_ms);
}

}  // namespace

std::string style_of(const FloorRow& row) {
    if (row.kind == RowKind::peer) {
        if (row.name.starts_with("cub")) return "colour-cub";
        if (row.name == no_removal) return "colour-copy faint";
        if (row.algorithm == indices_alone) return "colour-list faint";
        if (row.name.starts_with("thrust")) return "colour-thrust faint";
        return row.name.starts_with("std") ? "colour-cpu" : "colour-naive faint";
    }
    constexpr std::array coloured{"staged", "bits", "fused", "atomic"};
    if (std::find(coloured.begin(), coloured.end(), row.algorithm) != coloured.end())
        return "colour-" + row.algorithm + (row.keeps_order ? "" : " faint");
    return "colour-" + row.name;
}

const FloorRow* fastest(std::span<const FloorRow> rows, const FloorTest& test) {
    const FloorRow* best = nullptr;
    for (const FloorRow& row : rows)
        if (row.ms.median > 0 && test(row) && (!best || row.ms.median < best->ms.median)) best = &row;
    return best;
}

std::string share_chart(std::span<const FloorRow> rows, std::string_view backend, std::string_view share) {
    const auto shares = shares_of(rows);
    const auto ours = [&](const FloorRow& row) { return row.kind == RowKind::scan && row.name == backend; };
    if (shares.size() < 2 || !fastest(rows, ours)) return {};
    std::vector<ChartSeries> series{floor_series(rows, shares)};
    const auto shown = [&](const FloorRow& row) { return row.kind == RowKind::peer || ours(row); };
    for (ChartSeries& line : series_of(
             rows, shown, true, [](const FloorRow& row) { return double(row.of.percent); },
             [](const FloorRow& row) { return row.ms.median * us_per_ms; }))
        series.push_back(std::move(line));
    const double most = highest(series);
    return to_svg({.description = fmt::format("Microseconds over the share, {}", backend),
                   .x = linear_axis(std::string(share), 100),
                   .y = linear_axis("microseconds", most),
                   .series = std::move(series)});
}

std::string rate_chart(std::span<const FloorRow> rows, std::string_view items) {
    auto series = series_of(
        rows, [](const FloorRow&) { return true; }, is_of_one_backend(rows),
        [](const FloorRow& row) { return double(row.of.items); },
        [](const FloorRow& row) { return row.items_per_second() / billion; });
    const auto [least, most] = extent(series, &ChartPoint::x);
    if (!(least < most)) return {};
    const auto rates = extent(series, &ChartPoint::y);
    return to_svg({.description = fmt::format("Billions of {} a second over their number", items),
                   .x = size_axis(fmt::format("{} (Ki = 2¹⁰, Mi = 2²⁰)", items), least, most),
                   .y = decade_axis(fmt::format("billions of {} a second", items), rates.first, rates.second),
                   .series = std::move(series)});
}

std::string share_map(std::span<const FloorRow> rows) {
    const auto shares = shares_of(rows);
    if (shares.size() < 2) return {};
    std::string table = "<tr><td></td>";
    for (const std::uint32_t share : shares) table += fmt::format("<th>{} %</th>", share);
    table += "</tr>\n";
    for (const Way& way : ways_of(rows))
        if (does_all(way.name, way.algorithm)) table += map_line(rows, way, shares);
    return "<div class=scroll><table class=\"map\">" + table + "</table></div>\n";
}

std::string floor_bars(std::span<const FloorRow> rows, bool to_best) {
    std::vector<const FloorRow*> shown;
    for (const FloorRow& row : rows)
        if (row.kind != RowKind::copy && does_all(row.name, row.algorithm)) shown.push_back(&row);
    if (shown.empty()) return {};
    std::stable_sort(shown.begin(), shown.end(),
                     [](const auto* a, const auto* b) { return a->of_floor > b->of_floor; });
    const double fastest = shown.front()->of_floor, most = to_best ? fastest : std::max(1.0, fastest);
    std::string html;
    for (const FloorRow* row : shown) html += bar(*row, most) + "\n";
    return "<table class=bars>" + html + "</table>\n";
}

}  // namespace winnow::commands
