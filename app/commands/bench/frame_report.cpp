#include "commands/bench/frame_report.h"

#include <fmt/format.h>

#include "base/text.h"
#include "commands/bench/report_parts.h"
#include "commands/text_table.h"

namespace winnow::commands {
namespace {

using Json = nlohmann::ordered_json;

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

std::string passes_text(const FrameRow& row) {
    std::string text;
    for (const auto& [name, ms] : row.passes)
        text += fmt::format("{}{} {:.3f}", text.empty() ? "" : ", ", name, ms);
    return text;
}

}  // namespace

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

nlohmann::ordered_json to_json(const FrameBench& bench) {
    return {{"rows", rows_json(bench.rows, row_json)}, {"left_out", left_out_json(bench.left_out)}};
}

}  // namespace winnow::commands
