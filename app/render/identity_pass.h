// Finds which particle each pixel of a picture shows: the nearest that covers half of it by itself, or else the
// one that gives most light or opacity.
#pragma once

#include <glm/glm.hpp>

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "render/targets.h"

namespace winnow::render {

/// Several scenes may be drawn between begin() and what is asked for. Memory: 12 bytes per pixel, and 4 for
/// first depths.
class IdentityPass {
  public:
    /// Precondition: the arguments outlive it.
    IdentityPass(gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Forgets all claims, for a picture of this size. Throws Error(bad_input) if it does not fit in memory.
    void begin(gl::Size size);
    /// Calls `draw`, which draws with IDENTITY (shaders/render/identity/claim.glsl), into the claims.
    template <typename Draw>
    void claim(const Draw& draw) {
        const gl::PassScope scope(passes_, pass_);
        bind();
        draw();
    }
    /// Returns the depths of the particles by these columns, Format::number: of the host's clip space, where z
    /// is a depth as it is stored, from the eye; the far end where there is no particle.
    const Target& first_depths(const glm::mat4& to_clip);

  private:
    void bind() const;

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId pass_;
    Target claims_, first_depths_;
    gl::Program first_depth_;  // built with the first depths
    bool is_loaded_ = false;
};

}  // namespace winnow::render
