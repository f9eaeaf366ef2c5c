#include "commands/bench/floor_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "commands/bench/floor_charts.h"
#include "commands/bench/html_parts.h"
#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

constexpr double million = 1e6, billion = 1e9;
constexpr std::uint32_t usual_percent = 50;

using Rows = std::vector<FloorRow>;

Rows rows_of(const Rows& rows, const FloorTest& test) {
    Rows found;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(found), test);
    return found;
}

Rows rows_of(const Rows& rows, const FloorCase& of) {
    return rows_of(rows, [&](const FloorRow& row) { return row.of == of; });
}

/// Rows that differ in their share alone, as a case of share 0.
std::vector<FloorCase> groups_of(const Rows& rows) {
    std::vector<FloorCase> groups;
    for (FloorCase of : cases_of(rows)) {
        of.percent = 0;
        if (std::find(groups.begin(), groups.end(), of) == groups.end()) groups.push_back(of);
    }
    return groups;
}

Rows rows_of_group(const Rows& rows, const FloorCase& group) {
    return rows_of(rows, [&](const FloorRow& row) {
        FloorCase of = row.of;
        of.percent = 0;
        return of == group;
    });
}

std::uint64_t most_items(const Rows& rows) {
    std::uint64_t most = 0;
    for (const FloorRow& row : rows) most = std::max(most, row.of.items);
    return most;
}

/// The case that stands for all: of records of `size` if there are such, the share next to half of those at
/// random, and the most items.
FloorCase headline_case(const Rows& rows, std::uint32_t size) {
    const auto distance = [&](const FloorCase& of) {
        return std::tuple(of.size != size, of.pattern == "clustered", ~of.items,
                          std::abs(int(of.percent) - int(usual_percent)));
    };
    const auto cases = cases_of(rows);
    return *std::min_element(cases.begin(), cases.end(),
                             [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

FloorTest ours_in_order(std::string_view backend) {
    return [backend](const FloorRow& row) {
        return row.kind == RowKind::scan && row.name == backend && row.keeps_order;
    };
}

std::string time_text(const FloorRow& row) {
    return fmt::format("{:.1f} µs", row.ms.median * us_per_ms);
}

/// The algorithm, and of records how large they are.
std::string algorithm_text(const FloorRow& row) {
    if (row.of.pattern.empty()) return escaped(row.algorithm);
    return escaped(fmt::format("{}, records of {} bytes", row.algorithm, row.of.size));
}

Card floor_card(std::string_view backend, std::string_view title, const FloorRow& best) {
    const std::string cub =
        best.against_cub ? fmt::format(" · {:.2f} × CUB", *best.against_cub) : std::string();
    return {.colour = std::string(backend),
            .title = std::string(title),
            .figure = fmt::format("{:.2f}", best.of_floor),
            .unit = "of the floor",
            .line = time_text(best) + cub,
            .small = algorithm_text(best)};
}

Card speed_card(const FloorTopic& topic, std::string_view backend, std::string_view title,
                const FloorRow& best) {
    return {.colour = std::string(backend),
            .title = std::string(title),
            .figure = fmt::format("{:.2f} G", best.items_per_second() / billion),
            .unit = fmt::format("{} a second", topic.items),
            .line = fmt::format("{} · {}", time_text(best), describe(topic, best.of)),
            .small = algorithm_text(best)};
}

Card cub_card(std::string_view backend, std::string_view title, const FloorRow& best) {
    return {.colour = std::string(backend),
            .title = std::string(title),
            .figure = fmt::format("{:.2f}", *best.against_cub),
            .unit = "× CUB",
            .line = fmt::format("{} · {:.1f} G a second", time_text(best), best.items_per_second() / billion),
            .small = algorithm_text(best)};
}

/// The best of each backend that keeps order, in the case that stands for all.
std::string headlines(const FloorTopic& topic, const Rows& rows) {
    std::vector<Card> list;
    const Rows usual = rows_of(rows, headline_case(rows, topic.usual_size));
    for (const auto& [backend, title] : backend_titles)
        if (const FloorRow* best = fastest(usual, ours_in_order(backend)))
            list.push_back(topic.name == sort_topic.name
                               ? speed_card(topic, backend, fmt::format("{}, best", title), *best)
                               : floor_card(backend, fmt::format("{}, best", title), *best));
    const FloorCase other = headline_case(rows, topic.cub_size);
    const Rows beside_cub = rows_of(rows, other);
    for (const auto& [backend, title] : backend_titles)
        if (const FloorRow* best = fastest(beside_cub, ours_in_order(backend)); best && best->against_cub)
            list.push_back(cub_card(backend, fmt::format("{} beside CUB", title), *best));
    return cards(list);
}

/// "243.0 µs with CUDA fused (0.95 of the floor's speed, 2.13 × CUB)"
std::string result_of(const FloorTopic& topic, std::string_view title, const FloorRow& best) {
    std::string held =
        topic.name == sort_topic.name
            ? fmt::format("{:.2f} billion {} a second", best.items_per_second() / billion, topic.items)
            : fmt::format("{:.2f} of the floor's speed", best.of_floor);
    if (best.against_cub) held += fmt::format(", {:.2f} × CUB", *best.against_cub);
    return fmt::format("{} with {}, {} ({})", time_text(best), title, escaped(best.algorithm), held);
}

/// One sentence: what is done, and what it takes the best of each backend.
std::string result_of(const FloorTopic& topic, const Rows& rows) {
    const FloorCase headline = headline_case(rows, topic.usual_size);
    const Rows usual = rows_of(rows, headline);
    std::string text;
    for (const auto& [backend, title] : backend_titles)
        if (const FloorRow* best = fastest(usual, ours_in_order(backend)))
            text += (text.empty() ? "" : "; ") + result_of(topic, title, *best);
    if (text.empty()) return text;
    return fmt::format("{} {}: {}.", topic.work, escaped(describe(topic, headline)), text);
}

std::string figure(std::string_view caption, const std::string& content) {
    if (content.empty()) return {};
    return fmt::format("<figure><figcaption>{}</figcaption>{}</figure>\n", caption, content);
}

std::string size_text(const FloorTopic& topic, const FloorCase& group) {
    std::string text = ui::grouped(group.items) + ' ' + std::string(topic.items);
    if (!topic.size.empty()) text += fmt::format(" of {} bytes", group.size);
    return group.pattern.empty() ? text : text + ", " + group.pattern;
}

std::string share_words(const FloorTopic& topic) {
    return topic.name == compact_topic.name ? "per cent that survive" : "per cent that are visible";
}

/// Of many groups those with the most items, and of sizes the usual ones.
std::vector<FloorCase> charted_groups(const FloorTopic& topic, const Rows& rows) {
    constexpr std::size_t few = 4;
    std::vector<FloorCase> groups = groups_of(rows);
    if (groups.size() <= few) return groups;
    const std::uint64_t most = most_items(rows);
    std::erase_if(groups, [&](const FloorCase& group) {
        return group.items != most || (group.size != topic.usual_size && group.size != topic.cub_size);
    });
    return groups;
}

std::string share_charts(const FloorTopic& topic, const Rows& rows) {
    std::string html;
    for (const FloorCase& group : charted_groups(topic, rows))
        for (const auto& [backend, title] : backend_titles)
            html += figure(fmt::format("{}: {}", title, size_text(topic, group)),
                           share_chart(rows_of_group(rows, group), backend, share_words(topic)));
    return html;
}

std::string share_maps(const FloorTopic& topic, const Rows& rows) {
    std::string html;
    for (const FloorCase& group : groups_of(rows))
        html += figure(size_text(topic, group), share_map(rows_of_group(rows, group)));
    return html.empty() ? html : "<div class=maps>" + html + "</div>\n";
}

/// Over their number: one chart for each size and share of which there are several numbers.
std::string rate_charts(const FloorTopic& topic, const Rows& rows) {
    std::string html;
    std::vector<FloorCase> done;
    for (FloorCase of : cases_of(rows)) {
        of.items = 0;
        const bool usual = topic.share.empty() || of.percent == usual_percent;
        if (!usual || std::find(done.begin(), done.end(), of) != done.end()) continue;
        done.push_back(of);
        const Rows same = rows_of(rows, [&](const FloorRow& row) {
            return row.of.size == of.size && row.of.percent == of.percent && row.of.pattern == of.pattern;
        });
        FloorCase named = of;
        named.items = most_items(same);
        html += figure("up to " + describe(topic, named), rate_chart(same, topic.items));
    }
    return html;
}

std::string row_html(const FloorRow& row, bool best) {
    return fmt::format("<tr class=\"{}{}\"><th>{}</th><td class=word>{}{}</td>",
                       name_of(floor_row_kinds, row.kind), best ? " best" : "", escaped(row.name),
                       escaped(row.algorithm), row.keeps_order ? "" : " (unordered)") +
           microseconds_cell(row.ms.median) + microseconds_cell(row.ms.p10) + microseconds_cell(row.ms.p90) +
           fmt::format("<td>{:.1f}</td>", row.items_per_second() / million) +
           microseconds_cell(row.floor_ms) +
           fmt::format("<td>{:.3f}</td><td>{}</td></tr>\n", row.of_floor,
                       row.against_cub ? fmt::format("{:.2f}", *row.against_cub) : "");
}

std::string table(const Rows& rows) {
    std::string html;
    for (const FloorRow& row : rows) {
        const FloorRow* best = fastest(rows, ours_in_order(row.name));
        html += row_html(row, best == &row);
    }
    return rows_table(
        "<th>what</th><th class=word>algorithm</th><th>median µs</th><th>p10</th><th>p90</th><th>M/s</th>"
        "<th>floor µs</th><th>of floor</th><th>× CUB</th>",
        html);
}

std::string tables(const FloorTopic& topic, const Rows& rows, const FloorCase& open) {
    std::string html;
    for (const FloorCase& of : cases_of(rows))
        html += fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", of == open ? " open" : "",
                            escaped(describe(topic, of)), table(rows_of(rows, of)));
    return html;
}

std::string title_of(const FloorTopic& topic) {
    if (topic.name == sort_topic.name) return "How fast keys find their order";
    if (topic.name == cull_topic.name) return "What it costs to see which particles are in sight";
    return "What it costs to remove the dead";
}

}  // namespace

std::string to_html(const FloorTopic& topic, const FloorDocument& document) {
    const Rows& rows = document.bench.rows;
    const FloorCase headline = headline_case(rows, topic.usual_size);
    const std::string described = escaped(describe(topic, headline));
    return page(
        fmt::format("winnow bench {}: {}", topic.name, document.head.device),
        page_header(title_of(topic), result_of(topic, rows), document.head,
                    {{"in large figures", describe(topic, headline)}}) +
            headlines(topic, rows) +
            section("Time over share", std::string(topic.floor) + " The shaded area is it.",
                    share_charts(topic, rows)) +
            section(topic.name == sort_topic.name ? "Fraction of a copy's speed"
                                                  : "Fraction of the floor's speed",
                    described +
                        (topic.name == sort_topic.name
                             ? ": 1 would be a copy of keys and values; a radix sort moves them once for "
                               "every digit."
                             : ": the line is the floor, which nothing that does all of the work can pass."),
                    floor_bars(rows_of(rows, headline), topic.name == sort_topic.name)) +
            section("Every share", "The fraction of the floor's speed of each way to do it.",
                    share_maps(topic, rows)) +
            section("Speed over number", "Both axes are logarithmic.", rate_charts(topic, rows)) +
            faults_section(document.bench.faults) +
            section(
                "All rows",
                "Medians with the 10th and 90th percentile; the fastest of each backend that keeps order is "
                "bold.",
                tables(topic, rows, headline)) +
            method_section(std::string(topic.floor) + ' ' + document.bench.method, document.bench.left_out));
}

}  // namespace winnow::commands
