// How long work takes on the GPU, run after run.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gl/context.h"
#include "gl/timer.h"

namespace winnow::commands {

/// Which clock sees the work.
enum class Clock {
    gpu,  // timestamps in GL's command stream
    cpu,  // this process's, until glFinish returns: for software renderers, and work on the CPU
};

class Stopwatch {
  public:
    explicit Stopwatch(const gl::Facts& facts);

    /// The clock for work that GL does here.
    Clock gl_clock() const { return software_ ? Clock::cpu : Clock::gpu; }

    /// Milliseconds of each of `runs` runs of work(i), after some that warm up and are not counted. With the
    /// GPU's clock several are in flight at once, so that the launches of one are hidden behind the work of
    /// another. Throws Error(interrupted) after Ctrl-C.
    std::vector<double> measure(Clock clock, std::uint32_t runs,
                                const std::function<void(std::uint32_t)>& work);

    static constexpr std::uint32_t warm_up = 3;

  private:
    void measure_batch(std::uint32_t first, std::uint32_t runs,
                       const std::function<void(std::uint32_t)>& work, std::vector<double>& times);

    static constexpr int in_flight = 8;
    bool software_;
    gl::Timers timers_;
};

}  // namespace winnow::commands
