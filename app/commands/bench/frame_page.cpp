#include "commands/bench/frame_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/text.h"
#include "commands/bench/frame_charts.h"
#include "commands/bench/html_parts.h"
#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr double million = 1e6, usual_alive = 16 * million, usual_deaths = 1;

using Rows = std::vector<FrameRow>;

template <typename Test>
Rows rows_of(const Rows& rows, const Test& test) {
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), test);
    return found;
}

/// The row that stands for all: with about 16 M alive of which about 1 % die.
const FrameRow& headline(const Rows& rows) {
    const auto distance = [](const FrameRow& row) {
        return std::abs(std::log(std::max(1.0, double(row.alive)) / usual_alive)) +
               std::abs(row.deaths - usual_deaths);
    };
    return *std::min_element(rows.begin(), rows.end(),
                             [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

Rows headline_rows(const Rows& rows) {
    const FrameRow& usual = headline(rows);
    return rows_of(rows, [&](const FrameRow& row) {
        return row.capacity == usual.capacity && row.deaths == usual.deaths && row.effect == usual.effect;
    });
}

Card card_of(std::string_view backend, std::string_view title, const FrameRow& row) {
    return {
        .colour = std::string(backend),
        .title = fmt::format("{}, a whole step", title),
        .figure = fmt::format("{:.2f}", row.of_copy()),
        .unit = "copies",
        .line = fmt::format("of the columns: {:.3f} ms · {} alive", row.ms.median, ui::grouped(row.alive)),
        .small = escaped(row.compaction)};
}

Card most_card(const FrameRow& row) {
    return {.colour = "copy",
            .title = "The most",
            .figure = fmt::format("{:.0f} M", row.alive / million),
            .unit = "particles",
            .line = fmt::format("{:.2f} ms a step · {:.0f} GB/s", row.ms.median, row.gigabytes_per_second()),
            .small = escaped(fmt::format("{} {}, {:.0f} bytes a particle", row.backend, row.compaction,
                                         row.bytes_per_particle()))};
}

/// The fastest of those with the most room: numbers alive differ a little from backend to backend.
const FrameRow& most_alive(const Rows& rows) {
    return *std::max_element(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::pair(a.capacity, -a.ms.median) < std::pair(b.capacity, -b.ms.median);
    });
}

/// The fastest of a backend among the headline's rows.
std::optional<FrameRow> best_of(const Rows& rows, std::string_view backend) {
    const Rows its = rows_of(headline_rows(rows), [backend](const FrameRow& row) {
        return row.backend == backend && row.compaction != name_of(Compaction::atomic);  // another result
    });
    const auto best = std::min_element(
        its.begin(), its.end(), [](const auto& a, const auto& b) { return a.ms.median < b.ms.median; });
    return best == its.end() ? std::nullopt : std::optional(*best);
}

/// "With 15,919,714 alive, of whom 1 % die in a step, a step takes 0.496 ms in OpenGL compute, 1.32 times
/// ..."
std::string result_of(const Rows& rows) {
    std::string text;
    for (const auto& [backend, title] : backend_titles)
        if (const auto best = best_of(rows, backend))
            text += fmt::format("{} {:.3f} ms in {}, {:.2f} copies of the living's columns",
                                text.empty() ? "" : ";", best->ms.median, title, best->of_copy());
    if (text.empty()) return text;
    const FrameRow& usual = headline(rows);
    const std::string deaths =
        usual.deaths > 0 ? fmt::format(", of whom {:g} % die and are replaced,", usual.deaths) : "";
    return fmt::format(
        "With {:.0f} million alive{} a step takes{}. The largest run: {:.0f} million in "
        "{:.2f} ms a step.",
        usual.alive / million, deaths, text, most_alive(rows).alive / million, most_alive(rows).ms.median);
}

std::string headlines(const Rows& rows) {
    std::vector<Card> list;
    for (const auto& [backend, title] : backend_titles)
        if (const auto best = best_of(rows, backend)) list.push_back(card_of(backend, title, *best));
    list.push_back(most_card(most_alive(rows)));
    return cards(list);
}

/// As the headline's share of deaths, at every number alive.
Rows rows_over_alive(const Rows& rows) {
    const FrameRow& usual = headline(rows);
    return rows_of(
        rows, [&](const FrameRow& row) { return row.deaths == usual.deaths && row.effect == usual.effect; });
}

/// The same number alive with every share of deaths, one compactor each.
Rows rows_over_deaths(const Rows& rows) {
    const FrameRow& usual = headline(rows);
    Rows all = rows_of(rows, [&](const FrameRow& row) { return row.capacity == usual.capacity; });
    Rows found;
    for (const FrameRow& row : all) {
        const auto same = std::find_if(found.begin(), found.end(), [&](const FrameRow& other) {
            return other.deaths == row.deaths && other.backend == row.backend;
        });
        if (same == found.end()) found.push_back(row);  // `auto` is measured first
    }
    const bool one_share = std::all_of(found.begin(), found.end(),
                                       [&](const FrameRow& row) { return row.deaths == usual.deaths; });
    return one_share ? Rows{} : found;
}

std::string row_html(const FrameRow& row) {
    return fmt::format(
               "<tr><th>{}</th><td class=word>{}</td><td class=word>{} × {}</td><td>{}</td><td>{}</td>",
               escaped(row.backend), escaped(row.compaction), escaped(row.block), escaped(row.grid),
               ui::grouped(row.alive), ui::grouped(row.died)) +
           fmt::format(
               "<td>{:.4f}</td><td>{:.4f}</td><td>{:.4f}</td><td>{:.4f}</td><td>{:.2f}</td><td>{:.0f}</td>"
               "<td>{}</td><td>{:.0f}</td></tr>\n",
               row.ms.median, row.ms.p10, row.ms.p90, row.copy_ms, row.of_copy(), row.gigabytes_per_second(),
               bytes_text(row.memory_bytes), row.bytes_per_particle());
}

std::string table(const Rows& rows) {
    std::string html;
    for (const FrameRow& row : rows) html += row_html(row);
    return rows_table(
        "<th>backend</th><th class=word>compaction</th><th class=word>scan</th><th>alive</th><th>died</th>"
        "<th>median ms</th><th>p10</th><th>p90</th><th>copy ms</th><th>copies</th><th>GB/s</th>"
        "<th>memory</th><th>bytes each</th>",
        html);
}

}  // namespace

std::string to_html(const FrameDocument& document) {
    const FrameBench& bench = document.bench;
    return page(
        "winnow bench frame: " + document.head.device,
        page_header("What a step of so many particles costs", result_of(bench.rows), document.head, {}) +
            headlines(bench.rows) +
            section("Time over number",
                    "A whole step, from simulate to spawn, above one copy of the living's columns. Both axes "
                    "are logarithmic.",
                    step_chart(rows_over_alive(bench.rows))) +
            section("Pass by pass",
                    "What a step is made of, each compactor beside the others. In OpenGL, fused and atomic "
                    "simulate "
                    "within compact.",
                    pass_bars(headline_rows(bench.rows))) +
            section("Deaths", "The same number alive, with more or fewer that die and are born in a step.",
                    pass_bars(rows_over_deaths(bench.rows))) +
            section("All rows", "Medians with the 10th and 90th percentile.", table(bench.rows)) +
            method_section(bench.method, bench.left_out));
}

}  // namespace winnow::commands
