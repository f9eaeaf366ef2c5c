#include "commands/bench/frame_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/text.h"
#include "commands/bench/frame_charts.h"
#include "commands/bench/html_parts.h"
#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr double usual_alive = 16e6, usual_deaths = 1;

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
            .figure = fmt::format("{:.0f} M", row.alive / 1e6),
            .unit = "particles",
            .line = fmt::format("{:.2f} ms a step · {:.0f} GB/s", row.ms.median, row.gigabytes_per_second()),
            .small = escaped(fmt::format("{} {}, {:.0f} bytes a particle", row.backend, row.compaction,
                                         row.bytes_per_particle()))};
}

std::string headlines(const Rows& rows) {
    const Rows usual = headline_rows(rows);
    std::vector<Card> list;
    for (const auto& [backend, title] : backend_titles) {
        const Rows its = rows_of(usual, [name = backend](const FrameRow& row) {
            return row.backend == name && row.compaction != name_of(Compaction::atomic);  // another result
        });
        const auto best = std::min_element(
            its.begin(), its.end(), [](const auto& a, const auto& b) { return a.ms.median < b.ms.median; });
        if (best != its.end()) list.push_back(card_of(backend, title, *best));
    }
    const auto most = std::max_element(rows.begin(), rows.end(),
                                       [](const auto& a, const auto& b) { return a.alive < b.alive; });
    list.push_back(most_card(*most));
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
        page_header("What a step of so many particles costs", document.head, {}) + headlines(bench.rows) +
            section("Time over number",
                    "A whole step, from simulate to spawn, above one copy of the living's columns. Both axes "
                    "are logarithmic.",
                    step_chart(rows_over_alive(bench.rows))) +
            section("Pass by pass", "What a step is made of, each compactor beside the others.",
                    pass_bars(headline_rows(bench.rows))) +
            section("Deaths", "The same number alive, with more or fewer that die and are born in a step.",
                    pass_bars(rows_over_deaths(bench.rows))) +
            section("All rows", "Medians with the 10th and 90th percentile.", table(bench.rows)) +
            method_section(bench.method, bench.left_out));
}

}  // namespace winnow::commands
