// Which of a benchmark's rows a chart or a headline shows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "commands/bench/scan_row.h"

namespace winnow::commands {

using RowTest = std::function<bool(const ScanRow&)>;

/// Scans of a backend; of `block` and `grid`.
RowTest scans_of(std::string_view name);
RowTest pair_of(std::string_view name, std::string_view block, std::string_view grid);
/// Any row of the name.
RowTest named(std::string_view name);
RowTest copies();

/// The fastest of the rows at one size that pass; null: there is none.
const ScanRow* fastest(const std::vector<ScanRow>& rows, std::uint64_t elements, const RowTest& test);
/// The same at every size at which there is one, ascending.
std::vector<const ScanRow*> fastest_of_sizes(const std::vector<ScanRow>& rows, const RowTest& test);

/// Ascending, each once.
std::vector<std::uint64_t> sizes_of(const std::vector<ScanRow>& rows);

/// "blelloch × scan-then-propagate", or nothing where a row has no pair.
std::string pair_text(const ScanRow& row);

/// "3,924 GB/s", "4.1 GB/s"
std::string speed_text(const ScanRow& row);

}  // namespace winnow::commands
