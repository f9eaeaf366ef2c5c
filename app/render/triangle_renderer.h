// Draws particles by triangles: sprites by one indirect draw of soft sprites, surfaces with a depth buffer.
#pragma once

#include <cstdint>
#include <optional>

#include "gl/context.h"
#include "gl/program.h"
#include "render/drawing.h"
#include "render/particle_renderer.h"

namespace winnow::render {

class TriangleRenderer : public ParticleRenderer {
  public:
    /// Precondition: the arguments outlive it.
    TriangleRenderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, const VertexPulling& vertices);

    void load(const particles::ParticleView& living, const Pictures& pictures) override;
    void begin_sum(float /*brightest*/, bool /*has_pictures*/) override {}
    void end_sum(const Target& /*frame*/) override {}
    void draw(const Shown& shown, const SpriteLook& look, const Target& frame) override;
    void draw_mirrored(const Shown& shown, const SpriteLook& look, const Target& mirror) override;
    void draw_shade(const particles::ParticleView& living, const SpriteLook& look,
                    const Target& map) override;
    /// Returns the program that draws distortions; builds it if the looks are new.
    const gl::Program& distortion_of(const particles::ParticleView& living, bool has_objects);
    /// Adds how far what is seen through the particles is moved, in shares of the frame, to the red and green
    /// of the bound target, which is of Format::hdr and as large as the frame.
    void draw_distortions(const particles::ParticleView& living, const SpriteLook& look);
    /// Lets the sprites claim the pixels of the bound target. Precondition: set_claiming().
    void draw_identities(const particles::ParticleView& living, const SpriteLook& look);
    std::uint32_t mirrored_every(std::uint32_t asked) override { return asked; }
    DepthKind depth() const override { return DepthKind::kept; }
    void draw_surfaces(const SurfaceView& view, const Target& target) override;
    void draw_mirrored_surfaces(const SurfaceView& view, const Target& target) override;
    void cast_shadows(Solids& solids, const SolidShadows& shadows) override {
        solids.cast_shadows(shadows, vertices_);
    }

  private:
    void draw(const gl::Program& program, const Shown& shown, const SpriteLook& look);
    void draw_all(const gl::Program& program, const particles::ParticleView& living, const SpriteLook& look);

    const VertexPulling& vertices_;
    std::uint32_t cut_sides_;  // of a sprite's triangle; 0: it is not cut
    LookProgram direct_, mirrored_, listed_, listed_mirrored_, distortions_, identities_, shade_;
};

}  // namespace winnow::render
