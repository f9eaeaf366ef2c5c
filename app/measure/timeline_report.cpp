#include "measure/timeline_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/output.h"
#include "base/text.h"
#include "measure/cautions.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

bool is_work(std::string_view name) {
    return std::ranges::find(timeline_works, name) != timeline_works.end();
}

constexpr auto timeline_columns = [](auto& row, const auto& column) {
    column.known("work", row.work, is_work);
    column("effect", row.effect);
    column.positive("alive", row.alive);
    column.positive("seconds", row.seconds);
    column("runs", row.runs);
    column("ms", row.ms);
    column("checkpoints", row.checkpoints);
    column("memory_bytes", row.memory_bytes);
};

bool is_same_run(const TimelineRow& a, const TimelineRow& b) {
    return a.effect == b.effect && a.alive == b.alive && a.seconds == b.seconds;
}

std::string timeline_heading(const TimelineRow& row) {
    return fmt::format("{}, {} alive, {} s", row.effect, grouped(row.alive), row.seconds);
}

}  // namespace

std::optional<double> checkpoint_cost(const TimelineBench& bench, const TimelineRow& of_run) {
    const auto found = [&](std::string_view work) {
        return std::ranges::find_if(
            bench.rows, [&](const TimelineRow& row) { return row.work == work && is_same_run(row, of_run); });
    };
    const auto plain = found(plain_step), kept = found(kept_step);
    if (plain == bench.rows.end() || kept == bench.rows.end() || plain->ms.median <= 0) return std::nullopt;
    return kept->ms.median / plain->ms.median - 1;
}

std::string to_text(const TimelineBench& bench) {
    TextTable table({{"WORK"},
                     {"MS", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"CHECKPOINTS", Align::right},
                     {"MEMORY", Align::right},
                     {"COST OF CHECKPOINTS"}});
    add_rows(table, bench.rows, timeline_heading, [&](const TimelineRow& row) {
        const auto cost = row.work == kept_step ? checkpoint_cost(bench, row) : std::nullopt;
        return std::vector<std::string>{row.work,
                                        milliseconds(row.ms.median),
                                        milliseconds(row.ms.p10),
                                        milliseconds(row.ms.p90),
                                        or_dash(row.checkpoints > 0 ? grouped(row.checkpoints) : ""),
                                        or_dash(row.memory_bytes > 0 ? bytes_text(row.memory_bytes) : ""),
                                        cost ? fmt::format("{:+.1f} %", *cost * 100) : ""};
    });
    return table.text() + cautions_text(cautions(bench)) + left_out_text(bench.left_out);
}

Json to_json(const TimelineBench& bench) {
    return {{"method", bench.method},
            {"rows", rows_json(bench.rows, timeline_columns)},
            {"cautions", cautions(bench)},
            {"left_out", left_out_json(bench.left_out)}};
}

TimelineDocument read_timeline_document(const Json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    TimelineDocument document{read_head(top, "timeline"), {}};
    document.bench.method = top.text("method");
    read_rows(top, document.bench, timeline_columns);
    return document;
}

}  // namespace winnow::measure
