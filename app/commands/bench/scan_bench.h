// Measures every scan of this machine beside the copies that it is divided by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/bench/statistics.h"
#include "commands/machine.h"
#include "commands/options.h"
#include "commands/progress.h"

namespace winnow::commands {

enum class RowKind { scan, copy, peer };

/// One implementation at one size. Times are milliseconds of one run, all of its launches and clears
/// included.
struct ScanRow {
    RowKind kind = RowKind::scan;
    std::string name;         // the backend, or the copy's or the peer's name
    std::string block, grid;  // empty where it has none
    std::uint64_t elements = 0;
    std::uint32_t runs = 0;
    Spread ms;
    std::optional<double> hand_over_ms;  // GL to CUDA and back, not part of ms
    double of_copy = 0;                  // the fastest copy's median over this one's

    /// Gigabytes (10^9) a second: every element is read once and written once.
    double gigabytes_per_second() const;
};

struct ScanBench {
    std::vector<ScanRow> rows;
    struct LeftOut {
        std::string what, reason;
    };
    std::vector<LeftOut> left_out;  // sizes and backends that do not go here
};

/// Throws Error(bad_input) before anything is allocated if a size of --sizes does not fit;
/// Error(check_failed) if a scan's result is wrong.
ScanBench bench_scan(Machine& machine, const Options& options, Progress& progress);

}  // namespace winnow::commands
