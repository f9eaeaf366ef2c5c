#include "commands/bench/report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "commands/text_table.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

std::string_view name_of(RowKind kind) {
    switch (kind) {
        case RowKind::scan:
            return "scan";
        case RowKind::copy:
            return "copy";
        case RowKind::peer:
            return "peer";
    }
    return "?";
}

std::string milliseconds(double ms) {
    return fmt::format("{:.4f}", ms);
}
std::string or_dash(const std::string& text) {
    return text.empty() ? "-" : text;
}

Json spread_json(const Spread& spread) {
    return {{"median", spread.median}, {"p10", spread.p10}, {"p90", spread.p90}};
}

template <typename LeftOut>
std::string left_out_text(const std::vector<LeftOut>& rows) {
    std::string text;
    for (const LeftOut& row : rows) text += fmt::format("left out: {}: {}\n", row.what, row.reason);
    return text;
}

template <typename LeftOut>
Json left_out_json(const std::vector<LeftOut>& rows) {
    Json list = Json::array();
    for (const LeftOut& row : rows) list.push_back({{"what", row.what}, {"reason", row.reason}});
    return list;
}

Json row_json(const ScanRow& row) {
    Json json{{"kind", name_of(row.kind)}, {"name", row.name},
              {"block", row.block},        {"grid", row.grid},
              {"elements", row.elements},  {"runs", row.runs},
              {"ms", spread_json(row.ms)}, {"gb_per_s", row.gigabytes_per_second()},
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

template <typename Bench>
Json bench_json(const Bench& bench) {
    Json rows = Json::array();
    for (const auto& row : bench.rows) rows.push_back(row_json(row));
    return {{"rows", rows}, {"left_out", left_out_json(bench.left_out)}};
}

std::string passes_text(const FrameRow& row) {
    std::string text;
    for (const auto& [name, ms] : row.passes)
        text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name, ms);
    return text;
}

}  // namespace

std::string to_text(const ScanBench& bench) {
    TextTable table({{"ELEMENTS", Align::right},
                     {"WHAT"},
                     {"BLOCK"},
                     {"GRID"},
                     {"MEDIAN MS", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"GB/S", Align::right},
                     {"OF COPY", Align::right},
                     {"HAND-OVER MS", Align::right}});
    for (const ScanRow& row : bench.rows)
        table.add({fmt::format("{}", row.elements), row.name, or_dash(row.block), or_dash(row.grid),
                   milliseconds(row.ms.median), milliseconds(row.ms.p10), milliseconds(row.ms.p90),
                   fmt::format("{:.1f}", row.gigabytes_per_second()), fmt::format("{:.3f}", row.of_copy),
                   row.hand_over_ms ? milliseconds(*row.hand_over_ms) : "-"});
    return table.text() + left_out_text(bench.left_out);
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
    return bench_json(bench);
}
nlohmann::ordered_json to_json(const FrameBench& bench) {
    return bench_json(bench);
}

}  // namespace winnow::commands
