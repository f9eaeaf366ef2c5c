#include "commands/bench/row_choice.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "ui/format.h"

namespace winnow::commands {

RowTest scans_of(std::string_view name) {
    return [name](const ScanRow& row) { return row.kind == RowKind::scan && row.name == name; };
}

RowTest pair_of(std::string_view name, std::string_view block, std::string_view grid) {
    return [=](const ScanRow& row) { return row.name == name && row.block == block && row.grid == grid; };
}

RowTest named(std::string_view name) {
    return [name](const ScanRow& row) { return row.name == name; };
}

RowTest copies() {
    return [](const ScanRow& row) { return row.kind == RowKind::copy; };
}

const ScanRow* fastest(const std::vector<ScanRow>& rows, std::uint64_t elements, const RowTest& test) {
    const ScanRow* best = nullptr;
    for (const ScanRow& row : rows)
        if (row.elements == elements && row.ms.median > 0 && test(row) &&
            (!best || row.ms.median < best->ms.median))
            best = &row;
    return best;
}

std::vector<const ScanRow*> fastest_of_sizes(const std::vector<ScanRow>& rows, const RowTest& test) {
    std::vector<const ScanRow*> best;
    for (const std::uint64_t size : sizes_of(rows))
        if (const ScanRow* row = fastest(rows, size, test)) best.push_back(row);
    return best;
}

std::vector<std::uint64_t> sizes_of(const std::vector<ScanRow>& rows) {
    std::set<std::uint64_t> sizes;
    for (const ScanRow& row : rows) sizes.insert(row.elements);
    return {sizes.begin(), sizes.end()};
}

std::string pair_text(const ScanRow& row) {
    return row.block.empty() ? std::string() : row.block + " × " + row.grid;
}

std::string speed_text(const ScanRow& row) {
    constexpr double most_with_a_decimal = 100;
    const double speed = row.gigabytes_per_second();
    if (speed < most_with_a_decimal) return fmt::format("{:.1f} GB/s", speed);
    return ui::grouped(static_cast<std::uint64_t>(std::llround(speed))) + " GB/s";
}

}  // namespace winnow::commands
