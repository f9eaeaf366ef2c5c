// The charts of benchmarks that are held to a floor.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "commands/bench/floor_row.h"

namespace winnow::commands {

using FloorTest = std::function<bool(const FloorRow&)>;

/// Microseconds over the share that survives or is visible, above the floor: a line for each way to do it.
/// The rows differ in nothing else. `backend`: of ours, whose are shown; others are shown besides. SVG; empty
/// if there are fewer than two shares, or none of the backend's.
std::string share_chart(std::span<const FloorRow> rows, std::string_view backend, std::string_view share);

/// Billions of items a second over their number, both axes logarithmic. The rows differ in nothing else. SVG;
/// empty if there are fewer than two numbers.
std::string rate_chart(std::span<const FloorRow> rows, std::string_view items);

/// The floor's time over the row's: a line of a table for each way to do it, a column for each share. HTML;
/// empty if there are fewer than two shares.
std::string share_map(std::span<const FloorRow> rows);

/// The same as bars for the rows of one case, the fastest first, copies and what does not do all of the work
/// aside; `to_best`: it fills the width,
/// else the floor does.
std::string floor_bars(std::span<const FloorRow> rows, bool to_best);

/// The style sheet's classes for what shows the row.
std::string style_of(const FloorRow& row);

/// The fastest of the rows that pass; null: none does.
const FloorRow* fastest(std::span<const FloorRow> rows, const FloorTest& test);

}  // namespace winnow::commands
