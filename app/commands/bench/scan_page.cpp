#include "commands/bench/scan_page.h"

#include <fmt/format.h>

#include <bit>
#include <iterator>
#include <utility>

#include "commands/bench/html_parts.h"
#include "commands/bench/row_choice.h"
#include "commands/bench/scan_charts.h"
#include "commands/bench/svg_chart.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

std::string size_text(std::uint64_t elements) {
    std::string grouped = ui::grouped(elements);
    if (!std::has_single_bit(elements)) return grouped;
    return fmt::format("2<sup>{}</sup> = {}", std::bit_width(elements) - 1, grouped);
}

std::string type_text(ScanType type) {
    return fmt::format("{}, {}", name_of(type.element), name_of(type.op));
}

/// The best of a backend at the largest size, in large figures.
std::string headline(const ScanBench& bench, std::string_view backend, std::string_view title) {
    const std::uint64_t largest = sizes_of(bench.rows).back();
    const ScanRow* best = fastest(bench.rows, largest, scans_of(backend));
    if (!best) return {};
    const ScanRow* cub = fastest(bench.rows, largest, named("cub"));
    const std::string versus =
        cub ? fmt::format(" · {:.2f} × CUB", cub->ms.median / best->ms.median) : std::string();
    return to_html(Card{.colour = std::string(backend),
                        .title = std::string(title),
                        .figure = fmt::format("{:.2f}", best->of_copy),
                        .unit = "of a copy",
                        .line = speed_text(*best) + versus,
                        .small = escaped(pair_text(*best))});
}

/// One sentence: how near the best of each backend comes to a copy.
std::string result_of(const ScanBench& bench) {
    const std::uint64_t largest = sizes_of(bench.rows).back();
    std::string text;
    for (const auto& [backend, title] : backend_titles)
        if (const ScanRow* best = fastest(bench.rows, largest, scans_of(backend)))
            text += fmt::format("{}{} in {:.1f} µs, {:.2f} of a copy's speed", text.empty() ? "" : "; ",
                                title, best->ms.median * us_per_ms, best->of_copy);
    if (const ScanRow* cub = fastest(bench.rows, largest, named("cub")))
        text += fmt::format("{}CUB in {:.1f} µs, {:.2f}", text.empty() ? "" : "; ",
                            cub->ms.median * us_per_ms, cub->of_copy);
    if (text.empty()) return text;
    return fmt::format("The exclusive scan of {} elements: {}.", size_text(largest), text);
}

std::string headlines(const ScanBench& bench) {
    std::string html;
    for (const auto& [backend, title] : backend_titles)
        html += headline(bench, backend, fmt::format("{}, best", title));
    return fmt::format("<div class=cards>{}</div>\n", html);
}

std::string maps(const ScanBench& bench) {
    std::string html;
    for (const auto& [backend, title] : backend_titles)
        if (const std::string map = pairs_map(bench, backend); !map.empty())
            html += fmt::format("<figure><figcaption>{}</figcaption>{}</figure>", title, map);
    return html.empty() ? html : "<div class=maps>" + html + "</div>\n";
}

/// `best`: no other scan of its backend is faster at its size.
std::string row_html(const ScanRow& row, bool best) {
    return fmt::format("<tr class=\"{}{}\"><th>{}</th><td class=word>{}</td><td class=word>{}</td>",
                       name_of(row_kinds, row.kind), best ? " best" : "", escaped(row.name),
                       escaped(row.block), escaped(row.grid)) +
           microseconds_cell(row.ms.median) + microseconds_cell(row.ms.p10) + microseconds_cell(row.ms.p90) +
           fmt::format("<td>{:.1f}</td><td>{:.3f}</td>", row.gigabytes_per_second(), row.of_copy) +
           (row.hand_over_ms ? microseconds_cell(*row.hand_over_ms) : "<td></td>") + "</tr>\n";
}

/// Some of all rows.
std::string table(const std::vector<const ScanRow*>& rows, const std::vector<ScanRow>& all) {
    std::string html;
    for (const ScanRow* row : rows)
        html +=
            row_html(*row, !row->block.empty() && row == fastest(all, row->elements, scans_of(row->name)));
    return rows_table(
        "<th>what</th><th class=word>block scan</th><th class=word>grid strategy</th><th>median µs</th>"
        "<th>p10</th><th>p90</th><th>GB/s</th><th>of copy</th><th>hand-over µs</th>",
        html);
}

std::vector<const ScanRow*> rows_at(const std::vector<ScanRow>& rows, std::uint64_t elements) {
    std::vector<const ScanRow*> found;
    for (const ScanRow& row : rows)
        if (row.elements == elements) found.push_back(&row);
    return found;
}

/// The largest first, and open.
std::string tables(const ScanBench& bench) {
    std::string html;
    const auto sizes = sizes_of(bench.rows);
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size)
        html += fmt::format("<details{}><summary>{} elements</summary>\n{}</details>\n",
                            size == sizes.rbegin() ? " open" : "", size_text(*size),
                            table(rows_at(bench.rows, *size), bench.rows));
    return html;
}

std::string race_row(std::string_view what, std::string_view by, double ms, std::string_view css) {
    return fmt::format(
        "<tr class=\"{}\"><th>{}</th><td class=word>{}</td><td>{:.3f} ms</td><td>{:.1f} ×</td></tr>\n", css,
        escaped(what), escaped(by), ms, reported_times.front().milliseconds / ms);
}

std::string race(const SourcesRace& race) {
    if (race.rows.empty()) return {};
    std::string html;
    for (const ReportedTime& time : reported_times)
        html += race_row(time.what, fmt::format("reported, {}", time.machine), time.milliseconds, "copy");
    for (const ScanRow& row : race.rows)
        if (row.kind != RowKind::copy && row.ms.median > 0)
            html += race_row(row.name, pair_text(row), row.ms.median, name_of(row_kinds, row.kind));
    return rows_table(
        "<th>what</th><th class=word></th><th>time</th><th>as fast as the reported sequential</th>", html);
}

std::string charts(const ScanBench& bench) {
    const std::string largest = size_text(sizes_of(bench.rows).back()) + " elements";
    return section("Speed over size",
                   "Every element is read once and written once; nothing can be faster than copying them. "
                   "<i>Textbook</i> is blelloch × scan-then-propagate.",
                   speed_chart(bench)) +
           section("Fraction of a copy", largest + ": how near each comes to merely copying the elements.",
                   largest_size_bars(bench)) +
           section("Every pair",
                   largest + ": fraction of a copy of each block scan within each grid strategy.",
                   maps(bench)) +
           section("Small sizes", "Where launches cost more than elements. Both axes are logarithmic.",
                   small_sizes_chart(bench));
}

}  // namespace

std::string to_html(const ScanDocument& document) {
    const ScanBench& bench = document.bench;
    const std::string header = page_header("How near a prefix sum comes to a copy", result_of(bench),
                                           document.head, {{"elements", type_text(bench.type)}});
    return page(
        "winnow bench scan: " + document.head.device,
        header + headlines(bench) + charts(bench) +
            section(
                "The sources' race",
                fmt::format("{} floats, exclusive sum. The sources report a GPU that loses to one processor.",
                            ui::grouped(sources_elements)),
                race(bench.sources)) +
            faults_section(bench.faults) +
            section("All rows",
                    "Medians with the 10th and 90th percentile; the best pair of each backend is bold.",
                    tables(bench)) +
            method_section(bench.method, bench.left_out));
}

}  // namespace winnow::commands
