#include "measure/scan_report.h"

#include <fmt/format.h>

#include <bit>

#include "base/table.h"
#include "base/text.h"
#include "measure/cautions.h"
#include "measure/findings.h"

namespace winnow::measure {
namespace {

using Json = nlohmann::ordered_json;

Json scan_row_json(const ScanRow& row) {
    Json json{{"kind", name_of(row_kinds, row.kind)},
              {"name", row.name},
              {"block", row.block},
              {"grid", row.grid},
              {"type", name_of(row.type.element)},
              {"op", name_of(row.type.op)},
              {"elements", row.elements},
              {"runs", row.runs},
              {"batch", row.batch},
              {"ms", spread_json(row.ms)},
              {"gb_per_s", row.gigabytes_per_second()},
              {"of_copy", row.of_copy}};
    if (row.hand_over_ms) json["hand_over_ms"] = *row.hand_over_ms;
    return json;
}

Json sources_json(const SourcesRace& race) {
    Json reported = Json::array();
    for (const ReportedTime& time : reported_times)
        reported.push_back({{"what", time.what}, {"ms", time.milliseconds}, {"machine", time.machine}});
    return {{"elements", sources_elements},
            {"reported", reported},
            {"rows", rows_json(race.rows, scan_row_json)}};
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
              {"rows", rows_json(bench.rows, scan_row_json)}};
    if (!bench.sources.rows.empty()) json["sources"] = sources_json(bench.sources);
    json["faults"] = bench.faults;
    json["cautions"] = cautions(bench);
    json["left_out"] = left_out_json(bench.left_out);
    return json;
}

}  // namespace winnow::measure
