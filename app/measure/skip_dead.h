// Not removing at all: the dead stay where they are, and a pass over the records skips them.
#pragma once

#include <cstdint>
#include <map>

#include "gl/program.h"
#include "measure/baseline.h"

namespace winnow::measure {

class SkipDead {
  public:
    explicit SkipDead(gl::ShaderLibrary& shaders) : shaders_(shaders) {}

    /// Reads the run's votes, as words, and of every record that lives all source columns, adds `change` to
    /// each of their words and writes them back. Its end is visible to the shaders that follow.
    void run(const CompactRun& run, std::uint32_t change);

  private:
    gl::ShaderLibrary& shaders_;
    std::map<std::size_t, gl::Program> programs_;  // by the number of columns
};

}  // namespace winnow::measure
