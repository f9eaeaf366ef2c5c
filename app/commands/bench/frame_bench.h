// Measures whole steps: simulate, vote, scan, compact, spawn.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "commands/bench/left_out.h"
#include "commands/bench/statistics.h"
#include "commands/machine.h"
#include "commands/options.h"
#include "commands/progress.h"
#include "commands/trace.h"

namespace winnow::commands {

/// One backend at one capacity. Times are milliseconds of one step.
struct FrameRow {
    std::string backend, block, grid, compaction;
    std::uint32_t capacity = 0, alive = 0, died = 0;  // of the last step measured
    std::uint32_t runs = 0;
    Spread ms;                                           // of a whole step
    std::vector<std::pair<std::string, double>> passes;  // the median of each
    std::uint64_t memory_bytes = 0;                      // columns, votes, pools

    double bytes_per_particle() const { return static_cast<double>(memory_bytes) / capacity; }
};

struct FrameBench {
    std::vector<FrameRow> rows;
    std::vector<LeftOut> left_out;  // backends that do not work here
};

/// An effect of its own fills the capacity; one in a hundred dies each step and is born again. Every step
/// goes to `trace`. Throws Error(bad_input) if the capacity does not fit.
FrameBench bench_frame(Machine& machine, const Options& options, Progress& progress, Trace& trace);

}  // namespace winnow::commands
