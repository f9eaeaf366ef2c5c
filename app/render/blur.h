// Wide blurs at little cost: a pyramid of targets, filtered down and back up.
#pragma once

#include <string_view>
#include <vector>

#include "gl/program.h"
#include "render/targets.h"

namespace winnow::render {

/// Each level has half the sides of the one before; level 0 is the result.
struct Pyramid {
    std::vector<Target> levels;

    Pyramid() = default;
    /// Makes level 0 and, up to `most` levels in all, smaller ones while their sides are at least 4 pixels.
    Pyramid(gl::Size first, int most, Format format, std::string_view label);
    const Target& result() const { return levels.front(); }
};

/// Returns the size divided by a factor, each side at least 1.
gl::Size reduced(gl::Size size, int factor);

class Blur {
  public:
    explicit Blur(gl::ShaderLibrary& shaders);

    /// Downsamples `from` to `to`, which has a half to a quarter of its sides.
    void reduce(const Target& from, const Target& to) const;
    /// Blurs level 0 of the pyramid: each level becomes a mix of itself and, by `share` (0 to 1), of the
    /// smaller blurred levels.
    void spread(const Pyramid& pyramid, float share) const;

  private:
    gl::Program reduce_, spread_;
};

}  // namespace winnow::render
