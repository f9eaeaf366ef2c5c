// GLSL programs that are measured beside ours: a copy, a naive scan, and a pass that removes nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/error.h"
#include "gl/context.h"
#include "gl/program.h"
#include "measure/baseline.h"
#include "scan/catalogue.h"

namespace winnow::measure {

class BenchPrograms {
  public:
    /// `element`: the element type of the naive scan.
    BenchPrograms(gl::ShaderLibrary& shaders, const gl::Facts& facts, Element element);

    /// Copies the whole input, 16 bytes at a time. The output is visible to the shaders that follow.
    void copy(const BenchmarkPair& pair) const;

    /// Says if there is a naive scan; the reason is a sentence.
    Availability offers_naive(ScanType type, std::uint64_t elements) const;
    /// Precondition: offers_naive() is true.
    void naive(const BenchmarkPair& pair, std::uint64_t elements) const;

  private:
    bool software_;
    gl::Program copy_;
    std::optional<Element> naive_element_;  // none: not every GLSL has this type
    gl::Program naive_;
};

class SkipDead {
  public:
    explicit SkipDead(gl::ShaderLibrary& shaders) : shaders_(shaders) {}

    /// Reads the run's votes as words. For every surviving record it reads all source columns, adds `change`
    /// to each of their words and writes them back. The result is visible to the shaders that follow.
    void run(const CompactRun& run, std::uint32_t change);

  private:
    gl::ShaderLibrary& shaders_;
    std::map<std::size_t, gl::Program> programs_;  // key: number of columns
};

}  // namespace winnow::measure
