#include "measure/draw_report.h"

#include <fmt/format.h>

#include "base/output.h"
#include "base/text.h"
#include "measure/cautions.h"
#include "particles/columns.h"
#include "settings/settings_fields.h"

namespace winnow::measure {

using Json = nlohmann::ordered_json;

namespace {

constexpr double hdr_pixel_bytes = 8;  // four half floats

bool is_method(std::string_view name) {
    const auto by = find_name(effects::draw_methods, name);
    return name == atomics_method || (by && *by != effects::DrawMethod::automatic);
}

constexpr auto draw_columns = [](auto& row, const auto& column) {
    column.known("method", row.method, is_method);
    column("effect", row.effect);
    column.positive("alive", row.alive);
    column.positive("width", row.width);
    column.positive("height", row.height);
    column("runs", row.runs);
    column("ms", row.ms);
    column("passes", row.passes);
    column("copy_ms", row.copy_ms);
    column.derived("floor_ms", row.bound_ms());
    column("memory_bytes", row.memory_bytes);
};

std::string drawn_heading(const DrawRow& row) {
    return fmt::format("{}, {} alive, {}x{}; the lower bound is {} ms", row.effect, grouped(row.alive),
                       row.width, row.height, milliseconds(row.bound_ms()));
}

std::vector<std::string> drawn_cells(const DrawRow& row) {
    const auto of_frame = [&](double ms) { return or_dash(row.is_frame() ? milliseconds(ms) : ""); };
    return {row.method,
            of_frame(row.ms.median),
            of_frame(row.ms.p10),
            of_frame(row.ms.p90),
            milliseconds(row.pass("particles")),
            bytes_text(row.memory_bytes),
            passes_text(row.passes)};
}

}  // namespace

double DrawRow::pass(std::string_view name) const {
    for (const auto& [each, time] : passes)
        if (each == name) return time;
    return 0;
}

double DrawRow::bound_ms() const {
    if (alive == 0) return 0;
    const double columns = static_cast<double>(particles::particle_bytes) * alive;
    return copy_ms * (columns + hdr_pixel_bytes * width * height) / (2 * columns);
}

std::string to_text(const DrawBench& bench) {
    TextTable table({{"DRAWN BY"},
                     {"FRAME, MS", Align::right},
                     {"P10", Align::right},
                     {"P90", Align::right},
                     {"PARTICLES", Align::right},
                     {"MEMORY", Align::right},
                     {"PASSES, MS"}});
    add_rows(table, bench.rows, drawn_heading, drawn_cells);
    return table.text() + cautions_text(cautions(bench)) + left_out_text(bench.left_out);
}

Json to_json(const DrawBench& bench) {
    return {{"floor", draw_bound_model},
            {"method", bench.method},
            {"rows", rows_json(bench.rows, draw_columns)},
            {"cautions", cautions(bench)},
            {"left_out", left_out_json(bench.left_out)}};
}

DrawDocument read_draw_document(const Json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    DrawDocument document{read_head(top, "draw"), {}};
    document.bench.method = top.text("method");
    read_rows(top, document.bench, draw_columns);
    return document;
}

}  // namespace winnow::measure
