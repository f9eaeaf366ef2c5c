#include "measure/column_copies.h"

#include <fmt/format.h>

#include <vector>

#include "measure/copies.h"
#include "measure/statistics.h"
#include "particles/columns.h"
#include "shaders/shared.h"

namespace winnow::measure {

ColumnCopy time_column_copy(const BenchTools& tools, const BenchmarkPeers& peers, std::uint64_t particles) {
    session::Machine& machine = tools.machine;
    const std::uint64_t bytes = particles * shared::COLUMN_BYTES;
    gl::check_fits(machine.facts(), fmt::format("bench frame: a copy of {} particles", particles), bytes,
                   2 * shared::PARTICLE_COLUMNS * bytes);
    std::vector<Rotation::Pair> columns;
    std::vector<BenchmarkPair> pairs;
    for (std::uint32_t c = 0; c < shared::PARTICLE_COLUMNS; ++c) {
        columns.push_back({machine.memory().allocate(bytes, "bench: column"),
                           machine.memory().allocate(bytes, "bench: its copy")});
        columns.back().input.fill(c);
    }
    for (const Rotation::Pair& column : columns) pairs.push_back({&column.input, &column.output});
    ColumnCopy best;
    for (const CopyTimes& copy :
         time_copies(tools, Timing(tools, 1), peers, [&](std::uint32_t) { return pairs; }))
        if (const double ms = spread_of(copy.ms).median; best.name.empty() || ms < best.milliseconds)
            best = {copy.name, ms};
    return best;
}

}  // namespace winnow::measure
