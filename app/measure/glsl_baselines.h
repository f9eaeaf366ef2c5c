// GLSL programs that are measured beside ours: a copy, a naive scan, and a pass that removes nothing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "base/error.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/program.h"
#include "measure/baseline.h"
#include "particles/simulation.h"
#include "render/sprite_look.h"
#include "render/targets.h"
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

// A baseline of drawing by tiles: every sprite is added straight to the picture, by atomics in global memory.

class DrawAtomics {
  public:
    /// Throws Error(bad_input) if the sums of a frame of this size do not fit in memory.
    DrawAtomics(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Size frame);

    /// Adds the light of all living particles to the target, as LightTiles::draw() does. Preconditions: the
    /// target has the frame's size and Format::hdr; no particle covers others; the camera's block is bound.
    void draw(const particles::ParticleView& living, const render::SpriteLook& look,
              const render::Target& target);

    std::uint64_t memory_bytes() const { return sums_.bytes(); }

  private:
    render::LookProgram add_;
    gl::Program resolve_;
    gl::Buffer sums_;
};

}  // namespace winnow::measure
