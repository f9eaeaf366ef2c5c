#include "measure/scan_row.h"

#include <utility>

namespace winnow::measure {

double ScanRow::gigabytes_per_second() const {
    constexpr double bytes_per_millisecond = 1e6;
    const auto bytes = static_cast<double>(elements * 2 * bytes_of(type.element));
    return ms.median > 0 ? bytes / (ms.median * bytes_per_millisecond) : 0;
}

void ScanBench::leave_out(std::string what, std::string reason) {
    measure::leave_out(left_out, std::move(what), std::move(reason));
}

void divide_by_copy(std::vector<ScanRow>& rows) {
    double fastest = 0;
    for (const ScanRow& row : rows)
        if (row.kind == RowKind::copy && (fastest == 0 || row.ms.median < fastest)) fastest = row.ms.median;
    for (ScanRow& row : rows) row.of_copy = row.ms.median > 0 ? fastest / row.ms.median : 0;
}

}  // namespace winnow::measure
