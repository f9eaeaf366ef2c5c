#include "measure/scan_report.h"

#include <fmt/format.h>

#include <bit>
#include <utility>

#include "base/output.h"
#include "base/text.h"
#include "measure/cautions.h"
#include "measure/findings.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

constexpr auto scan_columns = [](auto& row, const auto& column) {
    column.named("kind", row.kind, row_kinds);
    column("name", row.name);
    column("block", row.block, Since::later);
    column("grid", row.grid, Since::later);
    column.named("type", row.type.element, elements, Since::later);
    column.named("op", row.type.op, operators, Since::later);
    column.positive("elements", row.elements);
    column("runs", row.runs);
    column("batch", row.batch, Since::later);
    column("ms", row.ms);
    column.derived("gb_per_s", row.gigabytes_per_second());
    column("of_copy", row.of_copy);
    column("hand_over_ms", row.hand_over_ms, Since::later);
};

ScanBench read_bench(const JsonObject& top) {
    ScanBench bench;
    bench.type = {top.named("type", elements, bench.type.element), top.named("op", operators, bench.type.op)};
    bench.method = top.text_or("method", "");
    ScanRow usual;
    usual.type = bench.type;
    read_rows(top, bench, scan_columns, usual);
    if (top.has("sources")) read_list(top.object("sources"), "rows", bench.sources.rows, scan_columns, usual);
    if (top.has("faults")) bench.faults = top.texts("faults");
    return bench;
}

Json sources_json(const SourcesRace& race) {
    Json reported = Json::array();
    for (const ReportedTime& time : reported_times)
        reported.push_back({{"what", time.what}, {"ms", time.milliseconds}, {"machine", time.machine}});
    return {
        {"elements", sources_elements}, {"reported", reported}, {"rows", rows_json(race.rows, scan_columns)}};
}

/// "1,048,576 (2^20) u32, add"
std::string size_heading(const ScanRow& row) {
    const std::string power = std::has_single_bit(row.elements)
                                  ? fmt::format(" (2^{})", std::bit_width(row.elements) - 1)
                                  : std::string();
    return fmt::format("{}{} {}, {}", grouped(row.elements), power, name_of(row.type.element),
                       name_of(row.type.op));
}

TextTable scan_table() {
    return TextTable({{"WHAT"},
                      {"BLOCK"},
                      {"GRID"},
                      {"MEDIAN µs", Align::right},
                      {"P10", Align::right},
                      {"P90", Align::right},
                      {"GB/S", Align::right},
                      {"OF COPY", Align::right},
                      {"HAND-OVER µs", Align::right}});
}

std::vector<std::string> scan_cells(const ScanRow& row) {
    return {row.name,
            or_dash(row.block),
            or_dash(row.grid),
            microseconds(row.ms.median),
            microseconds(row.ms.p10),
            microseconds(row.ms.p90),
            significant(row.gigabytes_per_second()),
            fmt::format("{:.3f}", row.of_copy),
            row.hand_over_ms ? microseconds(*row.hand_over_ms) : "-"};
}

std::string sources_text(const SourcesRace& race) {
    if (race.rows.empty()) return {};
    TextTable table = scan_table();
    for (const ScanRow& row : race.rows)
        if (row.kind != RowKind::copy) table.add(scan_cells(row));
    std::string text =
        fmt::format("\nThe sources' race: {} floats, f32, add\n{}", grouped(sources_elements), table.text());
    for (const ReportedTime& time : reported_times)
        text += fmt::format("reported: {}: {:.0f} ms ({})\n", time.what, time.milliseconds, time.machine);
    return text;
}

}  // namespace

double ScanRow::gigabytes_per_second() const {
    constexpr double bytes_per_millisecond = 1e6;
    const auto bytes = static_cast<double>(elements * 2 * bytes_of(type.element));
    return ms.median > 0 ? bytes / (ms.median * bytes_per_millisecond) : 0;
}

void ScanBench::leave_out(std::string what, std::string reason) {
    measure::leave_out(left_out, std::move(what), std::move(reason));
}

void divide_by_copy(std::vector<ScanRow>& rows) {
    double fastest = 0;
    for (const ScanRow& row : rows)
        if (row.kind == RowKind::copy && (fastest == 0 || row.ms.median < fastest)) fastest = row.ms.median;
    for (ScanRow& row : rows) row.of_copy = row.ms.median > 0 ? fastest / row.ms.median : 0;
}

ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    DocumentHead head = read_head(top, "scan");
    return {std::move(head), read_bench(top)};
}

std::string to_text(const ScanBench& bench) {
    TextTable table = scan_table();
    add_rows(table, bench.rows, size_heading, scan_cells);
    return table.text() + sources_text(bench.sources) + faults_text(bench.faults) +
           cautions_text(cautions(bench)) + left_out_text(bench.left_out);
}

nlohmann::ordered_json to_json(const ScanBench& bench) {
    Json json{{"type", name_of(bench.type.element)},
              {"op", name_of(bench.type.op)},
              {"method", bench.method},
              {"rows", rows_json(bench.rows, scan_columns)}};
    if (!bench.sources.rows.empty()) json["sources"] = sources_json(bench.sources);
    json["faults"] = bench.faults;
    json["cautions"] = cautions(bench);
    json["left_out"] = left_out_json(bench.left_out);
    return json;
}

}  // namespace winnow::measure
