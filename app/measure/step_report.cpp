#include "measure/step_report.h"

#include <fmt/format.h>

#include "base/output.h"
#include "base/text.h"
#include "measure/cautions.h"
#include "measure/findings.h"
#include "particles/columns.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

constexpr auto step_columns = [](auto& row, const auto& column) {
    column("backend", row.backend);
    column("block", row.block);
    column("grid", row.grid);
    column("compaction", row.compaction);
    column("effect", row.effect);
    column("deaths_percent", row.deaths);
    column.positive("capacity", row.capacity);
    column("alive", row.alive);
    column("died", row.died);
    column("born", row.born);
    column("attribute_planes", row.planes, Since::later);
    column("runs", row.runs);
    column("ms", row.ms);
    column("passes", row.passes);
    column.derived("bytes", row.bytes());
    column.derived("gb_per_s", row.gigabytes_per_second());
    column("copy", row.copy);
    column("copy_ms", row.copy_ms);
    column.derived("copies", row.of_copy());
    column("memory_bytes", row.memory_bytes);
    column.derived("bytes_per_particle", row.bytes_per_particle());
};

std::string heading(const StepRow& row) {
    const std::string deaths = row.deaths > 0 ? fmt::format("{:g} % die in a step", row.deaths) : row.effect;
    return fmt::format("room for {}, {}; a copy of the columns ({}): {} ms", grouped(row.capacity), deaths,
                       row.copy, milliseconds(row.copy_ms));
}

std::vector<std::string> step_cells(const StepRow& row) {
    return {row.backend,
            row.compaction,
            grouped(row.alive),
            grouped(row.died),
            milliseconds(row.ms.median),
            milliseconds(row.ms.p10),
            milliseconds(row.ms.p90),
            fmt::format("{:.2f}", row.of_copy()),
            significant(row.gigabytes_per_second()),
            fmt::format("{} ({:.0f} each)", bytes_text(row.memory_bytes), row.bytes_per_particle()),
            passes_text(row.passes)};
}

}  // namespace

double StepRow::passes_ms() const {
    double sum = 0;
    for (const auto& [name, time] : passes) sum += time;
    return sum;
}

double StepRow::bytes() const {
    return particles::step_bytes(alive, born, died, planes);
}

double StepRow::gigabytes_per_second() const {
    constexpr double bytes_per_millisecond = 1e6;
    return ms.median > 0 ? bytes() / (ms.median * bytes_per_millisecond) : 0;
}

std::string to_text(const StepBench& bench) {
    TextTable table({{"BACKEND"},
                     {"COMPACTION"},
                     {"ALIVE", Align::right},
                     {"DIED", Align::right},
                     {"MEDIAN MS", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"COPIES", Align::right},
                     {"GB/S", Align::right},
                     {"MEMORY", Align::right},
                     {"PASSES, MS"}});
    add_rows(table, bench.rows, heading, step_cells);
    return table.text() + cautions_text(cautions(bench)) + left_out_text(bench.left_out);
}

Json to_json(const StepBench& bench) {
    return {{"bytes_model", step_bytes_model},
            {"method", bench.method},
            {"rows", rows_json(bench.rows, step_columns)},
            {"cautions", cautions(bench)},
            {"left_out", left_out_json(bench.left_out)}};
}

StepDocument read_step_document(const Json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    StepDocument document{read_head(top, "frame"), {}};
    document.bench.method = top.text("method");
    read_rows(top, document.bench, step_columns);
    return document;
}

}  // namespace winnow::measure
