// How benchmarks take time: the clocks, the samples of each row, and the tools that all benchmarks share.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context.h"
#include "gl/fence.h"
#include "gl/passes.h"
#include "measure/baseline.h"
#include "measure/findings.h"
#include "measure/glsl_baselines.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "session/machine.h"

namespace winnow::measure {

/// The clock that sees the work.
enum class Clock {
    gpu,  // timestamps in GL's command stream
    cpu,  // this process's clock, until glFinish returns: for software renderers and work on the CPU
};

/// How samples are taken.
struct Rhythm {
    std::uint32_t samples = 1;
    std::uint32_t batch = 1;       // back-to-back runs of the work in each sample, which is their mean
    std::function<void()> before;  // submitted ahead of each sample and not timed; may be empty
};

class Stopwatch {
  public:
    using Work = std::function<void(std::uint32_t run)>;

    explicit Stopwatch(const gl::Facts& facts);

    /// Returns the clock for GL's work on this machine.
    Clock gl_clock() const { return software_ ? Clock::cpu : Clock::gpu; }

    /// Returns the milliseconds of one run of work(i), a value for each sample. Warm-up samples run first and
    /// are not counted; i keeps counting through all of them. With the GPU's clock several samples are in
    /// flight at once, so that the launches of one are hidden behind the work of another. Throws
    /// Error(interrupted) after Ctrl-C.
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

/// The tools that every measurement uses.
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
    /// `element`: the element type of the scans that are measured.
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

/// Returns how many runs to time together if one moves this many bytes: enough to outlast their launches, 16
/// at most. It is 1 where a CPU renders, because launches cost nothing extra there.
std::uint32_t batch_of(bool software, std::uint64_t bytes);

/// The texts for a benchmark's method on how times are summed up: samples_text() begins a sentence, the other
/// is a whole one.
std::string samples_text(std::uint32_t samples);
inline constexpr std::string_view software_samples_text =
    "A CPU renders here: each sample is one run by the CPU's clock.";

/// The runs in which passes are timed, after those that are timed whole.
constexpr std::uint32_t runs_for_passes = 12;

/// Returns the median of every pass that occurs from row `first` on, in order. Each run is waited for.
PassTimes time_passes(gl::Passes& passes, std::size_t first, const std::function<void()>& run);

class Timing {
  public:
    /// Takes as many samples as the options say, or `samples`.
    Timing(const BenchTools& tools, std::uint32_t batch) : Timing(tools, batch, tools.options.runs) {}
    Timing(const BenchTools& tools, std::uint32_t batch, std::uint32_t samples)
        : tools_(tools), batch_(batch), samples_(samples) {}

    std::uint32_t batch() const { return batch_; }

    /// Returns the milliseconds of one run of work in GL, a value for each sample; see Stopwatch::measure.
    /// `before` is submitted ahead of each sample and its sweep, and not timed; it may be empty.
    std::vector<double> in_gl(const Stopwatch::Work& work, const std::function<void()>& before = {}) const;

    /// Times work that has its own clock and its own sweep in the same way: `batch_ms(first_run)` makes the
    /// runs of one sample and returns the milliseconds that all of them took.
    std::vector<double> on_own_clock(const std::function<double(std::uint32_t first_run)>& batch_ms) const;

    /// Returns what `run_of(run)` returns for each run of the sample that begins with `first_run`.
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

// Copies as baselines: of any buffers, and of a record's columns.

/// Returns all pairs of buffers of one run; each input is copied whole to its output.
using CopyPairs = std::function<std::vector<BenchmarkPair>(std::uint32_t run)>;

struct CopyTimes {
    std::string name;
    std::vector<double> ms;  // one run, one value per sample
};
/// Times every copy that this machine has.
std::vector<CopyTimes> time_copies(const BenchTools& tools, const Timing& timing,
                                   const ScanBaselines& baselines, const CopyPairs& pairs);

struct ColumnCopy {
    std::string name;
    double milliseconds = 0;
};

/// Returns the fastest copy that this machine has of all columns of this many particles, with so many planes
/// of attributes. Its buffers are freed afterwards. Throws Error(bad_input) before anything is allocated if
/// they do not fit.
ColumnCopy time_column_copy(const BenchTools& tools, const ScanBaselines& baselines, std::uint64_t particles,
                            std::uint32_t planes = 0);

}  // namespace winnow::measure
