// Finds which particle each pixel of a picture shows: the nearest that covers half of it by itself, or else
// the one that gives most light or opacity.
#pragma once

#include <glm/glm.hpp>

#include <optional>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/staging.h"
#include "particles/simulation.h"
#include "render/targets.h"
#include "shaders/render/identity/pixels.h"

namespace winnow::render {

/// Several scenes may be drawn between begin() and what is asked for. Memory: 12 bytes per pixel, 4 for first
/// depths, and 48 for particles.
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
    /// Returns the depths of the particles by these columns, Format::number: of the host's clip space, where
    /// z is a depth as it is stored, from the eye; the far end where there is no particle.
    const Target& first_depths(const glm::mat4& to_clip);
    /// Returns the particle of each pixel, from the bottom row up, with the slots of their emitters.
    /// `before`: from the world to the clip space of the frame before. Precondition: the camera's block is
    /// bound; one scene has claimed, of these particles. Throws Error(bad_input) if they do not fit in
    /// memory. Waits for the GPU.
    std::vector<shared::PixelParticle> particles(const particles::ParticleView& living, double step_seconds,
                                                 const glm::mat4& before, double frame_seconds);

  private:
    void bind() const;

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::PassId pass_;
    Target claims_, first_depths_;
    gl::Buffer described_;  // the particle of each pixel
    gl::Staging staging_;
    std::optional<gl::Program> first_depth_, pixels_;  // built when they are used first
};

}  // namespace winnow::render
