// How long work takes on the GPU, run after run.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gl/context.h"
#include "gl/fence.h"
#include "gl/timer.h"

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

}  // namespace winnow::measure
