// The GLSL programs of benchmarks that are no scans of the suites: a copy, and the naive scan.
#pragma once

#include <cstdint>
#include <optional>

#include "base/error.h"
#include "gl/context.h"
#include "gl/program.h"
#include "measure/baseline.h"
#include "scan/catalogue.h"

namespace winnow::measure {

class BenchPrograms {
  public:
    /// `element`: the naive scan's.
    BenchPrograms(gl::ShaderLibrary& shaders, const gl::Facts& facts, Element element);

    /// Copies the whole input, 16 bytes at a time. Its end is visible to the shaders that follow.
    void copy(const BenchmarkPair& pair) const;

    /// Whether there is a naive scan; the reason is a sentence.
    Availability offers_naive(ScanType type, std::uint64_t elements) const;
    /// Precondition: it is offered.
    void naive(const BenchmarkPair& pair, std::uint64_t elements) const;

  private:
    bool software_;
    gl::Program copy_;
    std::optional<Element> naive_element_;  // none: GLSL has no such type everywhere
    gl::Program naive_;
};

}  // namespace winnow::measure
