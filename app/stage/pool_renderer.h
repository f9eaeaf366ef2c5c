// Draws the instances of pools into the picture of another program.
#pragma once

#include <cstdint>
#include <optional>

#include "effects/compile/compiled_effect.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "particles/simulation.h"
#include "render/host_picture.h"
#include "render/renderer.h"
#include "render/targets.h"
#include "stage/light.h"
#include "stage/pools.h"

namespace winnow::stage {

/// How particles are drawn; `automatic` is tiles, but triangles where a CPU renders.
enum class Drawing { automatic, triangles, tiles };

/// The picture to draw into.
struct Picture {
    gl::Size size;
    render::HostView view;
    render::HostDepth depth;
    render::HostTarget target;
    std::uint32_t layers = 0xFFFFFFFF;  // a bit for each layer that is drawn
    std::optional<Light> light = {};    // empty: that of each effect's scenery
    bool has_first_depths = false;      // the layer's
};

/// The instances' part of a picture: premultiplied linear light, and in alpha the share of the light from
/// behind that passes, from the bottom row up; and the depths of the particles that pixels show, as the host
/// stores depths, if the picture asks for them.
struct Layer {
    const render::Target& light;
    const render::Target* first_depths;
};

class PoolRenderer {
  public:
    /// Precondition: the arguments outlive it.
    PoolRenderer(const gl::Tools& tools, gl::MemoryProvider& memory, Drawing drawing);

    /// Loads the programs that draw particles of all effects, as render::Renderer::load() does.
    void load_common() { renderer_.load_layers(by_tiles_); }
    /// Likewise those that draw particles of an effect.
    void load(const effects::CompiledEffect& effect, const particles::ParticleView& living);
    /// Draws the particles over the picture, layer by layer, each from the farthest pool to the nearest.
    /// Throws Error(bad_input) if a number of the picture is out of its range.
    void draw(const Pools& pools, const Picture& picture);
    /// Draws marks over the picture.
    void draw(const render::Marks& marks, const Picture& picture);
    /// Likewise as a layer for the picture, whose target is not used. It stays as it is until the next
    /// picture.
    Layer draw_layer(const Pools& pools, const Picture& picture);

  private:
    render::Scene scene_of(const effects::CompiledEffect& compiled,
                           const particles::ParticleView& living) const;
    render::Scene scene_of(const Pool& pool, std::uint32_t layer, const Picture& picture) const;

    gl::Passes& passes_;
    const bool by_tiles_;
    render::Renderer renderer_;
};

}  // namespace winnow::stage
