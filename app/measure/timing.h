// How time is taken: the clocks, the samples of each row, and what all benchmarks share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context.h"
#include "gl/fence.h"
#include "gl/passes.h"
#include "measure/glsl_baselines.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "session/machine.h"

namespace winnow::measure {

/// Which clock sees the work.
enum class Clock {
    gpu,  // timestamps in GL's command stream
    cpu,  // this process's, until glFinish returns: for software renderers, and work on the CPU
};

/// How a measurement is made up.
struct Rhythm {
    std::uint32_t samples = 1;
    std::uint32_t batch = 1;       // runs of the work in each sample, right after another: it is their mean
    std::function<void()> before;  // submitted ahead of each sample and not timed; may be empty
};

class Stopwatch {
  public:
    using Work = std::function<void(std::uint32_t run)>;

    explicit Stopwatch(const gl::Facts& facts);

    /// The clock for work that GL does here.
    Clock gl_clock() const { return software_ ? Clock::cpu : Clock::gpu; }

    /// Milliseconds of one run of work(i), a value for each sample, after some that warm up and are not
    /// counted; i goes on throughout. With the GPU's clock several samples are in flight at once, so that the
    /// launches of one are hidden behind the work of another. Throws Error(interrupted) after Ctrl-C.
    std::vector<double> measure(Clock clock, const Rhythm& rhythm, const Work& work);
    std::vector<double> measure(Clock clock, std::uint32_t samples, const Work& work) {
        return measure(clock, Rhythm{.samples = samples, .batch = 1, .before = {}}, work);
    }

    static constexpr std::uint32_t warm_up = 3;  // samples

  private:
    void measure_in_flight(const Rhythm& rhythm, std::uint32_t first, std::uint32_t samples, const Work& work,
                           std::vector<double>& times);

    static constexpr int in_flight = 8;
    bool software_;
    gl::Timers timers_;
};

/// What every measurement of a run uses.
struct BenchTools {
    session::Machine& machine;
    const BenchChoice& options;
    const BenchPrograms& programs;
    CacheSweep sweep;
    Stopwatch& stopwatch;
};

/// Owns the tools.
class BenchToolbox {
  public:
    /// `element`: of the scans that are measured.
    BenchToolbox(session::Machine& machine, const BenchChoice& options, Element element = Element::u32)
        : programs_(machine.shaders(), machine.facts(), element),
          sweep_(machine.suites().memory(), machine.facts()),
          stopwatch_(machine.facts()),
          tools_{machine, options, programs_, sweep_.sweep(), stopwatch_} {}
    BenchToolbox(const BenchToolbox&) = delete;

    const BenchTools& tools() const { return tools_; }

  private:
    BenchPrograms programs_;
    SweepBuffers sweep_;
    Stopwatch stopwatch_;
    BenchTools tools_;
};

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
