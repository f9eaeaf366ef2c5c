#include "commands/bench/scan_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "commands/bench/row_choice.h"
#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr std::string_view textbook_block = "blelloch", textbook_grid = "scan-then-propagate";

/// What charts show of the rows, and how.
struct Shown {
    std::string label, style;
    Marker marker;
    RowTest test;
};

Shown copy_shown(std::string label) {
    return {std::move(label), "colour-copy", Marker::circle, copies()};
}

std::vector<Shown> gpu_shown() {
    return {{"CUB", "colour-cub", Marker::triangle, named("cub")},
            {"CUDA, best pair", "colour-cuda", Marker::square, scans_of("cuda")},
            {"GLSL, best pair", "colour-glsl", Marker::circle, scans_of("glsl")},
            {"CUDA, textbook", "colour-cuda faint", Marker::square,
             pair_of("cuda", textbook_block, textbook_grid)},
            {"GLSL, textbook", "colour-glsl faint", Marker::circle,
             pair_of("glsl", textbook_block, textbook_grid)}};
}

std::vector<Shown> cpu_shown() {
    return {{"CPU, one processor", "colour-cpu", Marker::diamond, named("cpu")},
            {"CPU, all processors", "colour-cpu faint", Marker::diamond, named("cpu parallel")}};
}

std::vector<Shown> naive_shown() {
    return {{"CUDA, naive O(N²)", "colour-naive", Marker::square, named("cuda naive")},
            {"GLSL, naive O(N²)", "colour-naive faint", Marker::circle, named("glsl naive")}};
}

std::string note_of(const ScanRow& row) {
    const std::string pair = row.block.empty() ? "" : ", " + pair_text(row);
    return fmt::format("{}{}: {} elements, {:.1f} GB/s, {:.2f} µs, {:.2f} of a copy", row.name, pair,
                       ui::grouped(row.elements), row.gigabytes_per_second(), row.ms.median * us_per_ms,
                       row.of_copy);
}

bool same_rows(const std::vector<const ScanRow*>& rows, const std::vector<ChartSeries>& all,
               const std::function<double(const ScanRow&)>& y) {
    return std::any_of(all.begin(), all.end(), [&](const ChartSeries& series) {
        return std::equal(rows.begin(), rows.end(), series.points.begin(), series.points.end(),
                          [&](const ScanRow* row, const ChartPoint& point) {
                              return point.note == note_of(*row) && point.y == y(*row);
                          });
    });
}

/// Series of the rows up to a size; what another series shows already is left away.
std::vector<ChartSeries> series_of(const ScanBench& bench, const std::vector<Shown>& shown,
                                   std::uint64_t most_elements,
                                   const std::function<double(const ScanRow&)>& y) {
    std::vector<ChartSeries> all;
    for (const Shown& what : shown) {
        auto rows = fastest_of_sizes(bench.rows, what.test);
        std::erase_if(rows, [&](const ScanRow* row) { return row->elements > most_elements; });
        if (rows.empty() || same_rows(rows, all, y)) continue;
        ChartSeries series{what.label, what.style, what.marker, false, {}};
        for (const ScanRow* row : rows)
            series.points.push_back({static_cast<double>(row->elements), y(*row), note_of(*row)});
        all.push_back(std::move(series));
    }
    return all;
}

struct Extent {
    double least = std::numeric_limits<double>::infinity(), most = 0;
    void add(double value) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

Extent extent_of(const std::vector<ChartSeries>& all, double ChartPoint::*coordinate) {
    Extent extent;
    for (const ChartSeries& series : all)
        for (const ChartPoint& point : series.points) extent.add(point.*coordinate);
    return extent;
}

std::string chart(std::string description, std::vector<ChartSeries> series, const ChartAxis& y) {
    const Extent sizes = extent_of(series, &ChartPoint::x);
    if (!(sizes.least < sizes.most)) return {};
    return to_svg({.description = std::move(description),
                   .x = size_axis("elements (Ki = 2¹⁰, Mi = 2²⁰)", sizes.least, sizes.most),
                   .y = y,
                   .series = std::move(series)});
}

const ScanRow* at_largest(const ScanBench& bench, const RowTest& test) {
    return fastest(bench.rows, sizes_of(bench.rows).back(), test);
}

std::string cell(const ScanRow* row) {
    if (!row) return "<td class=none>–</td>";
    const int percent = static_cast<int>(std::lround(std::clamp(row->of_copy, 0.0, 1.0) * 100));
    return fmt::format(R"(<td class="{}" style="--share:{}%" title="{}">{:.2f}</td>)",
                       percent > 59 ? "heat strong" : "heat", percent, escaped(note_of(*row)), row->of_copy);
}

std::string bar(const Shown& what, const ScanRow& row, double most) {
    return fmt::format(
        R"(<tr class="{}"><th>{}<small>{}</small></th><td><div class=bar style="width:{:.1f}%"></div></td>)"
        R"(<td class=figure>{:.2f}</td><td class=figure>{}</td></tr>)",
        what.style, escaped(what.label), escaped(pair_text(row)), std::min(1.0, row.of_copy / most) * 100,
        row.of_copy, speed_text(row));
}

}  // namespace

std::string speed_chart(const ScanBench& bench) {
    std::vector<Shown> shown = gpu_shown();
    shown.insert(shown.begin(), copy_shown("a copy, the ceiling"));
    for (Shown& cpu : cpu_shown()) shown.push_back(std::move(cpu));
    auto series = series_of(bench, shown, std::numeric_limits<std::uint64_t>::max(),
                            [](const ScanRow& row) { return row.gigabytes_per_second(); });
    if (!series.empty() && series.front().style == "colour-copy") series.front().filled = true;
    const double most = extent_of(series, &ChartPoint::y).most;
    return chart("Gigabytes a second over the number of elements", std::move(series),
                 linear_axis("GB/s, read and written", most));
}

std::string small_sizes_chart(const ScanBench& bench) {
    std::vector<Shown> shown = gpu_shown();
    shown.insert(shown.begin(), copy_shown("a copy"));
    for (const auto& more : {cpu_shown(), naive_shown()}) shown.insert(shown.end(), more.begin(), more.end());
    auto series = series_of(bench, shown, most_of_small_sizes,
                            [](const ScanRow& row) { return row.ms.median * us_per_ms; });
    if (series.empty()) return {};
    const Extent times = extent_of(series, &ChartPoint::y);
    return chart("Microseconds at small sizes", std::move(series),
                 decade_axis("µs a scan", times.least, times.most));
}

std::string pairs_map(const ScanBench& bench, std::string_view backend) {
    constexpr int fewest = 4;
    std::string table = "<tr><td></td>";
    for (const auto& grid : grid_strategies)
        if (grid.value != GridStrategy::automatic) table += fmt::format("<th>{}</th>", grid.name);
    table += "</tr>\n";
    int found = 0;
    for (const auto& block : block_scans) {
        if (block.value == BlockScan::automatic) continue;
        table += fmt::format("<tr><th>{}</th>", block.name);
        for (const auto& grid : grid_strategies) {
            if (grid.value == GridStrategy::automatic) continue;
            const ScanRow* row = at_largest(bench, pair_of(backend, block.name, grid.name));
            found += row != nullptr;
            table += cell(row);
        }
        table += "</tr>\n";
    }
    if (found < fewest) return {};
    return fmt::format("<table class=\"map colour-{}\">{}</table>\n", escaped(backend), table);
}

std::string largest_size_bars(const ScanBench& bench) {
    std::vector<Shown> shown = gpu_shown();
    shown.push_back(copy_shown("a copy"));
    std::vector<std::pair<const Shown*, const ScanRow*>> bars;
    for (const Shown& what : shown) {
        const ScanRow* row = at_largest(bench, what.test);
        const bool shown_already =
            std::any_of(bars.begin(), bars.end(), [&](const auto& other) { return other.second == row; });
        if (row && !shown_already) bars.emplace_back(&what, row);
    }
    std::stable_sort(bars.begin(), bars.end(),
                     [](const auto& a, const auto& b) { return a.second->of_copy > b.second->of_copy; });
    if (bars.empty()) return {};
    const double most = std::max(1.0, bars.front().second->of_copy);
    std::string rows;
    for (const auto& [what, row] : bars) rows += bar(*what, *row, most) + "\n";
    return "<table class=bars>" + rows + "</table>\n";
}

}  // namespace winnow::commands
