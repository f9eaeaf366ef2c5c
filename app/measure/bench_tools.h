// What all measurements of a benchmark share.
#pragma once

#include "measure/glsl_baselines.h"
#include "measure/measure.h"
#include "measure/rotation.h"
#include "measure/stopwatch.h"
#include "session/machine.h"

namespace winnow::measure {

struct BenchTools {
    session::Machine& machine;
    const BenchChoice& options;
    const BenchPrograms& programs;
    CacheSweep sweep;
    Stopwatch& stopwatch;
};

/// They, made and held.
class BenchToolbox {
  public:
    /// `element`: of the scans that are measured.
    BenchToolbox(session::Machine& machine, const BenchChoice& options, Element element = Element::u32)
        : programs_(machine.shaders(), machine.facts(), element),
          sweep_(machine.memory(), machine.facts()),
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

}  // namespace winnow::measure
