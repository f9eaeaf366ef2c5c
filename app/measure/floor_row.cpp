#include "measure/floor_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace winnow::measure {

double FloorRow::items_per_second() const {
    constexpr double ms_per_second = 1000;
    return ms.median > 0 ? static_cast<double>(of.items) / ms.median * ms_per_second : 0;
}

FloorRow peer_row(std::string name, double floor_bytes) {
    FloorRow row;
    row.kind = RowKind::peer;
    row.name = std::move(name);
    row.floor_bytes = floor_bytes;
    return row;
}

double copy_bandwidth(std::span<const FloorRow> rows) {
    double best = 0;
    for (const FloorRow& row : rows)
        if (row.kind == RowKind::copy && row.ms.median > 0)
            best = std::max(best, row.floor_bytes / row.ms.median);
    return best;
}

const FloorRow* find_cub(std::span<const FloorRow> rows, const FloorCase& of) {
    for (const FloorRow& row : rows)
        if (row.of == of && row.kind == RowKind::peer && row.name.starts_with("cub")) return &row;
    return nullptr;
}

void hold_to_floor(std::span<FloorRow> rows) {
    const double bandwidth = copy_bandwidth(rows);
    const FloorRow* cub = rows.empty() ? nullptr : find_cub(rows, rows.front().of);
    for (FloorRow& row : rows) {
        row.floor_ms = bandwidth > 0 ? row.floor_bytes / bandwidth : 0;
        row.of_floor = row.ms.median > 0 ? row.floor_ms / row.ms.median : 0;
        if (cub && row.kind != RowKind::copy && row.ms.median > 0)
            row.against_cub = cub->ms.median / row.ms.median;
    }
}

std::vector<FloorCase> cases_of(std::span<const FloorRow> rows) {
    std::vector<FloorCase> cases;
    for (const FloorRow& row : rows)
        if (std::find(cases.begin(), cases.end(), row.of) == cases.end()) cases.push_back(row.of);
    return cases;
}

std::string full_name(const FloorRow& row) {
    if (row.algorithm.empty()) return row.name;
    return row.name + (row.kind == RowKind::scan ? " " : ", ") + row.algorithm;
}

std::string describe(const FloorTopic& topic, const FloorCase& of) {
    std::string text = grouped(of.items) + ' ' + std::string(topic.items);
    if (topic.size == compact_topic.size) text += fmt::format(" of {} bytes", of.size);
    if (topic.size == sort_topic.size) text += fmt::format(" of {} bits", of.size);
    if (topic.share == compact_topic.share) text += fmt::format(", {} % survive", of.percent);
    if (topic.share == cull_topic.share) text += fmt::format(", {} % visible", of.percent);
    return of.pattern.empty() ? text : text + ", " + of.pattern;
}

}  // namespace winnow::measure
