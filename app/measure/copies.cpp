#include "measure/copies.h"

#include <fmt/format.h>

#include <vector>

#include "measure/findings.h"
#include "particles/columns.h"
#include "shaders/shared.h"

namespace winnow::measure {
namespace {

std::vector<double> baseline_times(const BenchTools& tools, const Timing& timing, ScanBaseline& baseline,
                                   const CopyPairs& pairs) {
    return timing.on_own_clock([&](std::uint32_t first_run) {
        std::vector<BenchmarkPair> runs;
        for (std::uint32_t i = 0; i < timing.batch(); ++i)
            for (const BenchmarkPair& pair : pairs(first_run + i)) runs.push_back(pair);
        return baseline.run({.runs = runs,
                             .elements = runs.front().input->bytes() / bytes_of(Element::u32),
                             .type = {},
                             .sweep = tools.sweep});
    });
}

}  // namespace

std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing,
                                   const ScanBaselines& baselines, const CopyPairs& pairs) {
    std::vector<CopyTimes> copies{{"glsl copy", timing.in_gl([&](std::uint32_t run) {
                                       for (const BenchmarkPair& pair : pairs(run)) tools.programs.copy(pair);
                                   })}};
    for (const auto& baseline : baselines)
        copies.push_back({baseline->name(), baseline_times(tools, timing, *baseline, pairs)});
    return copies;
}

ColumnCopy time_column_copy(const BenchTools& tools, const ScanBaselines& baselines,
                            std::uint64_t particles) {
    session::Machine& machine = tools.machine;
    const std::uint64_t bytes = particles * shared::COLUMN_BYTES;
    gl::check_fits(machine.facts(), fmt::format("bench step: a copy of {} particles", particles), bytes,
                   2 * shared::PARTICLE_COLUMNS * bytes);
    std::vector<Rotation::Pair> columns;
    std::vector<BenchmarkPair> pairs;
    for (std::uint32_t c = 0; c < shared::PARTICLE_COLUMNS; ++c) {
        columns.push_back({machine.suites().memory().allocate(bytes, "bench: column"),
                           machine.suites().memory().allocate(bytes, "bench: its copy")});
        columns.back().input.fill(c);
    }
    for (const Rotation::Pair& column : columns) pairs.push_back({&column.input, &column.output});
    ColumnCopy best;
    for (const CopyTimes& copy :
         time_copies(tools, Timing(tools, 1), baselines, [&](std::uint32_t) { return pairs; }))
        if (const double ms = spread_of(copy.ms).median; best.name.empty() || ms < best.milliseconds)
            best = {copy.name, ms};
    return best;
}

}  // namespace winnow::measure
