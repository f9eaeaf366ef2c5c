#include "commands/bench/frame_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <set>

#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr std::array<std::string_view, 7> coloured_passes{"simulate", "vote",  "scan",     "compact",
                                                          "move",     "spawn", "hand-over"};

constexpr double named_from = 0.16;  // of the longest bar

std::string pass_style(std::string_view name) {
    const bool known =
        std::find(coloured_passes.begin(), coloured_passes.end(), name) != coloured_passes.end();
    return fmt::format("pass-{}", known ? name : "other");
}

double sum_of_passes(const FrameRow& row) {
    double sum = 0;
    for (const auto& [name, ms] : row.passes) sum += ms;
    return sum;
}

double longest(std::span<const FrameRow> rows) {
    double most = 0;
    for (const FrameRow& row : rows) most = std::max({most, sum_of_passes(row), row.ms.median, row.copy_ms});
    return most;
}

/// As they follow in a step; others behind them.
struct PassOrder {
    static auto key(const std::string& name) {
        return std::pair(std::find(coloured_passes.begin(), coloured_passes.end(), name), name);
    }
    bool operator()(const std::string& a, const std::string& b) const { return key(a) < key(b); }
};

std::string legend(std::span<const FrameRow> rows) {
    std::set<std::string, PassOrder> seen;
    for (const FrameRow& row : rows)
        for (const auto& [name, ms] : row.passes) seen.insert(name);
    std::string html;
    for (const std::string& name : seen)
        html += fmt::format("<span class=\"{}\">{}</span>", pass_style(name), escaped(name));
    return "<p class=legend>" + html + "<span class=mark>a copy of the columns</span></p>\n";
}

/// Wide parts bear their names, so that nobody needs to tell colours apart.
std::string parts_of(const FrameRow& row, double most) {
    std::string html;
    for (const auto& [name, ms] : row.passes)
        html += fmt::format(R"(<i class="{}" style="width:{:.2f}%" title="{}: {:.3f} ms">{}</i>)",
                            pass_style(name), ms / most * 100, escaped(name), ms,
                            ms / most > named_from ? escaped(name) : "");
    if (row.copy_ms > 0)
        html += fmt::format(R"(<b style="left:{:.2f}%" title="a copy: {:.3f} ms"></b>)",
                            row.copy_ms / most * 100, row.copy_ms);
    return html;
}

std::string bar_of(const FrameRow& row, double most) {
    const std::string deaths = row.deaths > 0 ? fmt::format(", {:g} % die", row.deaths) : ", " + row.effect;
    return fmt::format(
        "<tr><th>{} {}<small>{} alive{}</small></th><td><div class=stack>{}</div></td>"
        "<td class=figure>{:.3f} ms</td><td class=figure>{:.2f} copies</td></tr>\n",
        escaped(row.backend), escaped(row.compaction), ui::grouped(row.alive), escaped(deaths),
        parts_of(row, most), row.ms.median, row.of_copy());
}

/// Numbers alive differ a little from backend to backend; the capacity does not.
const FrameRow* fastest_at(std::span<const FrameRow> rows, std::string_view backend, std::uint32_t capacity) {
    const FrameRow* best = nullptr;
    for (const FrameRow& row : rows)
        if (row.backend == backend && row.capacity == capacity && row.ms.median > 0 &&
            (!best || row.ms.median < best->ms.median))
            best = &row;
    return best;
}

ChartSeries series_of(std::span<const FrameRow> rows, const std::set<std::uint32_t>& capacities,
                      const std::string& backend, Marker marker) {
    ChartSeries series{backend, "colour-" + backend, marker, false, {}};
    for (const std::uint32_t capacity : capacities)
        if (const FrameRow* row = fastest_at(rows, backend, capacity))
            series.points.push_back(
                {double(row->alive), row->ms.median,
                 fmt::format("{} {}: {} alive, {:.3f} ms, {:.2f} copies", backend, row->compaction,
                             ui::grouped(row->alive), row->ms.median, row->of_copy())});
    return series;
}

ChartSeries copy_series(std::span<const FrameRow> rows, const std::set<std::uint32_t>& capacities) {
    ChartSeries series{"a copy of the columns", "colour-copy", Marker::circle, true, {}};
    for (const std::uint32_t capacity : capacities)
        for (const FrameRow& row : rows)
            if (row.capacity == capacity && row.copy_ms > 0) {
                series.points.push_back({double(row.alive), row.copy_ms,
                                         fmt::format("{}: {} particles, {:.3f} ms", row.copy,
                                                     ui::grouped(row.alive), row.copy_ms)});
                break;
            }
    return series;
}

}  // namespace

std::string pass_bars(std::span<const FrameRow> rows) {
    if (rows.empty()) return {};
    const double most = longest(rows);
    std::string html;
    for (const FrameRow& row : rows) html += bar_of(row, most);
    return legend(rows) + "<table class=\"bars steps\">" + html + "</table>\n";
}

std::string step_chart(std::span<const FrameRow> rows) {
    std::set<std::uint32_t> capacities;
    for (const FrameRow& row : rows) capacities.insert(row.capacity);
    if (capacities.size() < 2) return {};
    std::vector<ChartSeries> series{copy_series(rows, capacities),
                                    series_of(rows, capacities, "glsl", Marker::circle),
                                    series_of(rows, capacities, "cuda", Marker::square)};
    double least = std::numeric_limits<double>::infinity(), most = 0, least_alive = least, most_alive = 0;
    for (const ChartSeries& line : series)
        for (const ChartPoint& point : line.points) {
            least = std::min(least, point.y);
            most = std::max(most, point.y);
            least_alive = std::min(least_alive, point.x);
            most_alive = std::max(most_alive, point.x);
        }
    if (!(least_alive < most_alive)) return {};
    return to_svg({.description = "Milliseconds of a step over the number alive",
                   .x = size_axis("alive (Ki = 2¹⁰, Mi = 2²⁰)", least_alive, most_alive),
                   .y = decade_axis("milliseconds a step", least, most),
                   .series = std::move(series)});
}

}  // namespace winnow::commands
