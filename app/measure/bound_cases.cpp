#include "measure/bound_cases.h"

#include <fmt/format.h>

#include <utility>

namespace winnow::measure {

void CaseRows::add(BoundRow row, const std::function<std::vector<double>()>& times,
                   const std::function<std::string()>& fault) {
    show(full_name(row));
    row = timed(std::move(row), times());
    if (const std::string wrong = fault(); !wrong.empty())
        bench_.faults.push_back(fmt::format("{}: {}: {}", describe(topic_, of_), full_name(row), wrong));
    else
        rows_.push_back(std::move(row));
}

void CaseRows::leave_out(const BoundRow& row, std::string reason) {
    measure::leave_out(bench_.left_out, full_name(row), std::move(reason));
}

void CaseRows::add_copies(const ScanBaselines& baselines, const CopyPairs& pairs, std::uint64_t bytes) {
    show("copies");
    for (const CopyTimes& copy : time_copies(tools_, timing_, baselines, pairs)) {
        BoundRow row;
        row.kind = RowKind::copy;
        row.name = copy.name;
        row.bound_bytes = static_cast<double>(bytes);
        rows_.push_back(timed(std::move(row), copy.ms));
    }
}

void CaseRows::show(const std::string& what) const {
    progress_.progress.show(fmt::format("{}: {}", describe(topic_, of_), what),
                            progress_.done / progress_.cases);
}

BoundRow CaseRows::timed(BoundRow row, const std::vector<double>& samples) const {
    row.of = of_;
    row.batch = timing_.batch();
    row.runs = static_cast<std::uint32_t>(samples.size());
    row.ms = spread_of(samples);
    return row;
}

void CaseRows::finish() {
    hold_to_bound(rows_);
    for (BoundRow& row : rows_) bench_.rows.push_back(std::move(row));
    rows_.clear();
    ++progress_.done;
}

}  // namespace winnow::measure
