#include "measure/scan_document.h"

#include <utility>

namespace winnow::measure {
namespace {

ScanType scan_type(const JsonObject& object, ScanType otherwise) {
    return {object.named("type", elements, otherwise.element), object.named("op", operators, otherwise.op)};
}

ScanRow read_row(const JsonObject& object, ScanType type) {
    ScanRow row;
    object.at("kind");
    row.kind = object.named("kind", row_kinds, row.kind);
    row.name = object.text("name");
    row.block = object.text_or("block", "");
    row.grid = object.text_or("grid", "");
    row.type = scan_type(object, type);
    row.elements = object.count("elements");
    if (row.elements == 0) bad_input("{}: \"elements\" is 0", object.where);
    row.runs = object.count32("runs");
    if (object.has("batch")) row.batch = object.count32("batch");
    row.ms = object.spread("ms");
    row.of_copy = object.number("of_copy");
    if (object.has("hand_over_ms")) row.hand_over_ms = object.number("hand_over_ms");
    return row;
}

ScanBench read_bench(const JsonObject& top) {
    ScanBench bench;
    bench.type = scan_type(top, {});
    bench.method = top.text_or("method", "");
    const auto read = [&](const JsonObject& row) { return read_row(row, bench.type); };
    read_rows(top, bench, read);
    if (top.has("sources"))
        top.object("sources").each("rows",
                                   [&](const JsonObject& row) { bench.sources.rows.push_back(read(row)); });
    if (top.has("faults")) bench.faults = top.texts("faults");
    return bench;
}

}  // namespace

ScanDocument read_scan_document(const nlohmann::ordered_json& json, const std::string& where) {
    const JsonObject top = JsonObject::checked(json, where);
    DocumentHead head = read_head(top, "scan");
    return {std::move(head), read_bench(top)};
}

}  // namespace winnow::measure
