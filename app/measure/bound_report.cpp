#include "measure/bound_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/output.h"
#include "base/text.h"
#include "measure/cautions.h"
#include "measure/findings.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

auto columns_of(const BoundTopic& topic) {
    return [&topic](auto& row, const auto& column) {
        const auto if_known = [&](std::string_view key, auto& value) {
            if (!key.empty()) column(std::string(key).c_str(), value);
        };
        column.named("kind", row.kind, bound_row_kinds);
        column("name", row.name);
        column("algorithm", row.algorithm);
        column.positive(std::string(topic.items).c_str(), row.of.items);
        if_known(topic.size, row.of.size);
        if_known(topic.share, row.of.percent);
        if_known(topic.pattern, row.of.pattern);
        column("keeps_order", row.keeps_order);
        column("runs", row.runs);
        column("batch", row.batch);
        column("ms", row.ms);
        column.derived("per_second", row.items_per_second());
        column("floor_bytes", row.bound_bytes);
        column("floor_ms", row.bound_ms);
        column("of_floor", row.of_bound);
        column("against_cub", row.against_cub, Since::later);
    };
}

std::vector<std::string> cells(const BoundRow& row) {
    constexpr double million = 1e6;
    return {row.name,
            or_dash(row.algorithm) + (row.keeps_order ? "" : " (unordered)"),
            microseconds(row.ms.median),
            microseconds(row.ms.p10),
            microseconds(row.ms.p90),
            significant(row.items_per_second() / million),
            microseconds(row.bound_ms),
            fmt::format("{:.3f}", row.of_bound),
            row.against_cub ? fmt::format("{:.2f}", *row.against_cub) : "-"};
}

}  // namespace

double BoundRow::items_per_second() const {
    constexpr double ms_per_second = 1000;
    return ms.median > 0 ? static_cast<double>(of.items) / ms.median * ms_per_second : 0;
}

BoundRow baseline_row(std::string name, double bound_bytes) {
    BoundRow row;
    row.kind = RowKind::baseline;
    row.name = std::move(name);
    row.bound_bytes = bound_bytes;
    return row;
}

double copy_bandwidth(std::span<const BoundRow> rows) {
    double best = 0;
    for (const BoundRow& row : rows)
        if (row.kind == RowKind::copy && row.ms.median > 0)
            best = std::max(best, row.bound_bytes / row.ms.median);
    return best;
}

const BoundRow* find_cub(std::span<const BoundRow> rows, const BoundCase& of) {
    for (const BoundRow& row : rows)
        if (row.of == of && row.kind == RowKind::baseline && row.name.starts_with("cub")) return &row;
    return nullptr;
}

void hold_to_bound(std::span<BoundRow> rows) {
    const double bandwidth = copy_bandwidth(rows);
    const BoundRow* cub = rows.empty() ? nullptr : find_cub(rows, rows.front().of);
    for (BoundRow& row : rows) {
        row.bound_ms = bandwidth > 0 ? row.bound_bytes / bandwidth : 0;
        row.of_bound = row.ms.median > 0 ? row.bound_ms / row.ms.median : 0;
        if (cub && row.kind != RowKind::copy && row.ms.median > 0)
            row.against_cub = cub->ms.median / row.ms.median;
    }
}

std::vector<BoundCase> cases_of(std::span<const BoundRow> rows) {
    std::vector<BoundCase> cases;
    for (const BoundRow& row : rows)
        if (std::find(cases.begin(), cases.end(), row.of) == cases.end()) cases.push_back(row.of);
    return cases;
}

std::string full_name(const BoundRow& row) {
    if (row.algorithm.empty()) return row.name;
    return row.name + (row.kind == RowKind::scan ? " " : ", ") + row.algorithm;
}

std::string describe(const BoundTopic& topic, const BoundCase& of) {
    std::string text = grouped(of.items) + ' ' + std::string(topic.items);
    if (topic.size == compact_topic.size) text += fmt::format(" of {} bytes", of.size);
    if (topic.size == sort_topic.size) text += fmt::format(" of {} bits", of.size);
    if (topic.share == compact_topic.share) text += fmt::format(", {} % survive", of.percent);
    if (topic.share == cull_topic.share) text += fmt::format(", {} % visible", of.percent);
    return of.pattern.empty() ? text : text + ", " + of.pattern;
}

std::string to_text(const BoundTopic& topic, const BoundBench& bench) {
    TextTable table({{"WHAT"},
                     {"ALGORITHM"},
                     {"MEDIAN µs", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"M/S", Align::right},
                     {"BOUND µs", Align::right},
                     {"OF BOUND", Align::right},
                     {"× CUB", Align::right}});
    add_rows(
        table, bench.rows, [&](const BoundRow& row) { return describe(topic, row.of); }, cells);
    return table.text() + faults_text(bench.faults) + cautions_text(cautions(topic, bench)) +
           left_out_text(bench.left_out);
}

Json to_json(const BoundTopic& topic, const BoundBench& bench) {
    return {{"floor", topic.bound},
            {"method", bench.method},
            {"rows", rows_json(bench.rows, columns_of(topic))},
            {"faults", bench.faults},
            {"cautions", cautions(topic, bench)},
            {"left_out", left_out_json(bench.left_out)}};
}

BoundDocument read_bound_document(const BoundTopic& topic, const Json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    BoundDocument document{read_head(top, topic.name), {}};
    BoundBench& bench = document.bench;
    bench.method = top.text("method");
    read_rows(top, bench, columns_of(topic));
    bench.faults = top.texts("faults");
    return document;
}

}  // namespace winnow::measure
