// Samples of one measurement: batches of runs, each with a sweep of the caches ahead of it.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "commands/bench/bench_tools.h"

namespace winnow::commands {

/// Runs that are timed together when one moves so many bytes: as many as outlast their launches, 16 at most.
/// Where a CPU renders, launches cost it nothing extra: 1.
std::uint32_t batch_of(bool software, std::uint64_t bytes);

class Timing {
  public:
    /// Of as many samples as the options say, or `samples`.
    Timing(const BenchTools& tools, std::uint32_t batch) : Timing(tools, batch, tools.options.runs) {}
    Timing(const BenchTools& tools, std::uint32_t batch, std::uint32_t samples)
        : tools_(tools), batch_(batch), samples_(samples) {}

    std::uint32_t batch() const { return batch_; }

    /// Milliseconds of one run of work in GL, a value for each sample; see Stopwatch::measure. `before` is
    /// submitted ahead of each sample and its sweep, and not timed; may be empty.
    std::vector<double> in_gl(const Stopwatch::Work& work, const std::function<void()>& before = {}) const;

    /// The same for work that brings its own clock and its own sweep: `batch_ms(first_run)` makes the runs of
    /// one sample and says how many milliseconds all of them took.
    std::vector<double> on_own_clock(const std::function<double(std::uint32_t first_run)>& batch_ms) const;

  private:
    void sweep_caches() const;

    BenchTools tools_;
    std::uint32_t batch_, samples_;
};

}  // namespace winnow::commands
