#include "commands/bench/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "base/text.h"
#include "commands/text_table.h"
#include "ui/format.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

std::string milliseconds(double ms) {
    return fmt::format("{:.4f}", ms);
}
std::string microseconds(double ms) {
    return fmt::format("{:.2f}", ms * 1000);
}
std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

Json spread_json(const Spread& spread) {
    return {{"median", spread.median}, {"p10", spread.p10}, {"p90", spread.p90}};
}

/// What shares a reason shares a line; of many the first are named.
std::string left_out_text(const std::vector<LeftOut>& rows) {
    constexpr std::size_t most_named = 3;
    std::vector<std::pair<std::string, std::vector<std::string>>> lines;  // a reason, and what it is of
    for (const LeftOut& row : rows) {
        const auto same = std::find_if(lines.begin(), lines.end(),
                                       [&](const auto& line) { return line.first == row.reason; });
        if (same == lines.end())
            lines.push_back({row.reason, {row.what}});
        else
            same->second.push_back(row.what);
    }
    std::string text = lines.empty() ? "" : "\n";
    for (const auto& [reason, what] : lines) {
        const std::size_t named = std::min(what.size(), most_named);
        text += fmt::format("left out: {}", fmt::join(what.begin(), what.begin() + named, "; "));
        if (named < what.size()) text += fmt::format("; and {} more", what.size() - named);
        text += fmt::format(": {}\n", reason);
    }
    return text;
}

std::string faults_text(const std::vector<std::string>& faults) {
    std::string text = faults.empty() ? "" : "\n";
    for (const std::string& fault : faults) text += fmt::format("WRONG: {}\n", fault);
    return text;
}

Json left_out_json(const std::vector<LeftOut>& rows) {
    Json list = Json::array();
    for (const LeftOut& row : rows) list.push_back({{"what", row.what}, {"reason", row.reason}});
    return list;
}

Json row_json(const ScanRow& row) {
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

Json row_json(const FrameRow& row) {
    Json passes = Json::object();
    for (const auto& [name, ms] : row.passes) passes[name] = ms;
    return {{"backend", row.backend},
            {"block", row.block},
            {"grid", row.grid},
            {"compaction", row.compaction},
            {"capacity", row.capacity},
            {"alive", row.alive},
            {"died", row.died},
            {"runs", row.runs},
            {"ms", spread_json(row.ms)},
            {"passes", passes},
            {"memory_bytes", row.memory_bytes},
            {"bytes_per_particle", row.bytes_per_particle()}};
}

template <typename Row>
Json rows_json(const std::vector<Row>& rows) {
    Json list = Json::array();
    for (const Row& row : rows) list.push_back(row_json(row));
    return list;
}

Json sources_json(const SourcesRace& race) {
    Json reported = Json::array();
    for (const ReportedTime& time : reported_times)
        reported.push_back({{"what", time.what}, {"ms", time.milliseconds}, {"machine", time.machine}});
    return {{"elements", sources_elements}, {"reported", reported}, {"rows", rows_json(race.rows)}};
}

std::string passes_text(const FrameRow& row) {
    std::string text;
    for (const auto& [name, ms] : row.passes)
        text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name, ms);
    return text;
}

/// "1,048,576 (2^20) u32, add"
std::string size_heading(const ScanRow& row) {
    const std::string power = std::has_single_bit(row.elements)
                                  ? fmt::format(" (2^{})", std::bit_width(row.elements) - 1)
                                  : std::string();
    return fmt::format("\n{}{} {}, {}", ui::grouped(row.elements), power, name_of(row.type.element),
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
            fmt::format("{:.1f}", row.gigabytes_per_second()),
            fmt::format("{:.3f}", row.of_copy),
            row.hand_over_ms ? microseconds(*row.hand_over_ms) : "-"};
}

std::string sources_text(const SourcesRace& race) {
    if (race.rows.empty()) return {};
    TextTable table = scan_table();
    for (const ScanRow& row : race.rows)
        if (row.kind != RowKind::copy) table.add(scan_cells(row));
    std::string text = fmt::format("\nThe sources' race: {} floats, f32, add\n{}",
                                   ui::grouped(sources_elements), table.text());
    for (const ReportedTime& time : reported_times)
        text += fmt::format("reported: {}: {:.0f} ms ({})\n", time.what, time.milliseconds, time.machine);
    return text;
}

}  // namespace

std::string to_text(const ScanBench& bench) {
    TextTable table = scan_table();
    std::uint64_t size = 0;
    for (const ScanRow& row : bench.rows) {
        if (row.elements != size) table.add_heading(size_heading(row));
        size = row.elements;
        table.add(scan_cells(row));
    }
    return table.text() + sources_text(bench.sources) + faults_text(bench.faults) +
           left_out_text(bench.left_out);
}

std::string to_text(const FrameBench& bench) {
    TextTable table({{"BACKEND"},
                     {"CAPACITY", Align::right},
                     {"ALIVE", Align::right},
                     {"DIED", Align::right},
                     {"MEDIAN MS", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"MEMORY", Align::right},
                     {"BYTES EACH", Align::right},
                     {"PASSES, MS"}});
    for (const FrameRow& row : bench.rows)
        table.add({row.backend, fmt::format("{}", row.capacity), fmt::format("{}", row.alive),
                   fmt::format("{}", row.died), milliseconds(row.ms.median), milliseconds(row.ms.p10),
                   milliseconds(row.ms.p90), bytes_text(row.memory_bytes),
                   fmt::format("{:.1f}", row.bytes_per_particle()), passes_text(row)});
    return table.text() + left_out_text(bench.left_out);
}

nlohmann::ordered_json to_json(const ScanBench& bench) {
    Json json{{"type", name_of(bench.type.element)},
              {"op", name_of(bench.type.op)},
              {"method", bench.method},
              {"rows", rows_json(bench.rows)}};
    if (!bench.sources.rows.empty()) json["sources"] = sources_json(bench.sources);
    json["faults"] = bench.faults;
    json["left_out"] = left_out_json(bench.left_out);
    return json;
}
nlohmann::ordered_json to_json(const FrameBench& bench) {
    return {{"rows", rows_json(bench.rows)}, {"left_out", left_out_json(bench.left_out)}};
}

}  // namespace winnow::commands
