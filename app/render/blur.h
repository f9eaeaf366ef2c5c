// Wide blurs at little cost: a pyramid of ever smaller targets, filtered down and back up.
#pragma once

#include <string_view>
#include <vector>

#include "gl/program.h"
#include "render/drawing.h"
#include "render/targets.h"

namespace winnow::render {

/// Each level has half the sides of the one before; level 0 is the result.
struct Pyramid {
    std::vector<Target> levels;

    Pyramid() = default;
    /// As many levels as keep 4 pixels a side, at most `most`, at least one.
    Pyramid(gl::Size first, int most, Format format, std::string_view label);
    const Target& result() const { return levels.front(); }
};

/// A size reduced by a factor, never to nothing.
gl::Size reduced(gl::Size size, int factor);

class Blur {
  public:
    explicit Blur(gl::ShaderLibrary& shaders);

    /// `to` has a half or a quarter of the sides of `from`.
    void reduce(const Target& from, const Target& to, const VertexPulling& vertices) const;
    /// Spreads level 0 of the pyramid: each level becomes a mix of itself and, by `share` (0 to 1), of the
    /// blurred levels below it.
    void spread(const Pyramid& pyramid, float share, const VertexPulling& vertices) const;

  private:
    gl::Program downsample_, upsample_;
};

}  // namespace winnow::render
