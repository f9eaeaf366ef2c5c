// Draws particles by tiles: sprites in one way if the light of all of them adds up, in another if some cover
// what lies behind them; surfaces by a rasteriser of compute shaders.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "gl/rings.h"
#include "render/cover_tiles.h"
#include "render/light_tiles.h"
#include "render/particle_renderer.h"
#include "render/rasteriser.h"
#include "render/tile_work.h"

namespace winnow::render {

/// The frames that tiles are asked to draw.
struct TileDemand {
    gl::Size frame;
    gl::Size mirror = {};        // without pixels: nothing is mirrored
    int shade_texels = 0;        // per side of the map of opacity; 0: nothing is shaded
    std::uint32_t adding = 0;    // particles whose light is added up at once
    std::uint32_t covering = 0;  // particles of a scene in which some cover what lies behind them
    bool has_pictures = false;   // some may be drawn as pictures
    bool rasterises = false;     // surfaces, or their shadows
    std::uint32_t looks = 1;     // the most of a particle
    bool tints = false;          // what lies behind some is seen through their colour
    bool operator==(const TileDemand&) const = default;
};

/// Returns the demand of both, whose frames have one size.
TileDemand both(const TileDemand& a, const TileDemand& b);

class TileRenderer : public ParticleRenderer {
  public:
    /// Precondition: the arguments outlive it.
    TileRenderer(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
                 gl::MemoryProvider& memory);

    void load(const particles::ParticleView& living, const Pictures& pictures) override;

    /// Loads the programs that add up light, of pictures or of sprites.
    void load_light(bool has_pictures) { light_.load(has_pictures, LightTiles::View::direct); }

    /// Holds the memory of frames of this demand, and at most twice as much. If it does not fit, holds
    /// nothing and says what is short; tries again only when the demand changes, or after release().
    Availability reserve(const TileDemand& demand);

    // Precondition of all that draws: reserve() said yes to a demand that includes the target.

    void begin_sum(float brightest, bool has_pictures) override;
    void end_sum(const Target& frame) override;
    void draw(const Shown& shown, const SpriteLook& look, const Target& frame) override;
    void draw_mirrored(const Shown& shown, const SpriteLook& look, const Target& mirror) override;
    void draw_shade(const particles::ParticleView& living, const SpriteLook& look,
                    const Target& map) override;
    /// Where the GPU decides, it is that of a recent frame.
    std::uint32_t mirrored_every(std::uint32_t asked) override;

    DepthKind depth() const override { return DepthKind::computed; }
    void draw_surfaces(const SurfaceView& view, const Target& target) override;
    void draw_mirrored_surfaces(const SurfaceView& view, const Target& target) override;
    void cast_shadows(Solids& solids, const SolidShadows& shadows) override;

    /// Forgets the times and frees the memory, because triangles are drawn now.
    void release();
    std::uint64_t memory_bytes();

  private:
    std::vector<BufferRequest> holdings(const TileDemand& demand);
    void hold(const TileDemand& demand);
    void hold_nothing();
    CoverTiles& cover();

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::MemoryProvider& memory_;
    TileWork work_;
    LightTiles light_;
    std::optional<CoverTiles> cover_;  // since the first demand for it
    Rasteriser rasteriser_;
    gl::ReadbackRing plans_;  // of mirrored views
    std::uint32_t mirrored_every_ = 1;
    std::optional<TileDemand> demand_;
    Availability answer_;
};

}  // namespace winnow::render
