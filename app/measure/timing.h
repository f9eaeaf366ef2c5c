// Samples of one measurement: batches of runs, each with a sweep of the caches ahead of it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "measure/bench_tools.h"

namespace winnow::measure {

/// Runs that are timed together when one moves so many bytes: as many as outlast their launches, 16 at most.
/// Where a CPU renders, launches cost it nothing extra: 1.
std::uint32_t batch_of(bool software, std::uint64_t bytes);

/// How times are summed up, for a benchmark's method: the beginning of a sentence, and a whole one.
std::string samples_text(std::uint32_t samples);
inline constexpr std::string_view software_samples_text =
    "A CPU renders here: each sample is one run by the CPU's clock.";

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

    /// What `run_of(run)` returns for each run of the sample that begins with `first_run`.
    template <typename RunOf>
    auto runs_of_sample(std::uint32_t first_run, const RunOf& run_of) const {
        std::vector<decltype(run_of(first_run))> runs;
        for (std::uint32_t i = 0; i < batch_; ++i) runs.push_back(run_of(first_run + i));
        return runs;
    }

  private:
    void sweep_caches() const;

    BenchTools tools_;
    std::uint32_t batch_, samples_;
};

}  // namespace winnow::measure
