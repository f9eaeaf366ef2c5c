#include "stage/pool_renderer.h"

#include <glm/glm.hpp>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "render/draw_list.h"

namespace winnow::stage {
namespace {

/// The instances of a pool that are in one layer.
struct Drawn {
    std::uint32_t layer;
    double ahead;  // metres
    const Pool* pool;
};

/// Returns what a picture shows, in the order in which it is drawn.
std::vector<Drawn> drawn_in(const Picture& picture, const Pools& pools) {
    std::vector<Drawn> drawn;
    const render::Sight& sight = picture.view.sight;
    for (const auto& pool : pools)
        for (std::uint32_t layer = 0; layer < layer_count; ++layer) {
            if ((picture.layers >> layer & 1) == 0 || !pool->has(layer)) continue;
            const glm::dvec3 way = pool->middle_of(layer) - glm::dvec3(sight.eye);
            drawn.push_back({layer, glm::dot(way, glm::dvec3(sight.forward)), pool.get()});
        }
    std::ranges::sort(drawn, [](const Drawn& a, const Drawn& b) {
        return a.layer != b.layer ? a.layer < b.layer : a.ahead > b.ahead;
    });
    return drawn;
}

}  // namespace

PoolRenderer::PoolRenderer(const gl::Tools& tools, gl::MemoryProvider& memory, Drawing drawing)
    : passes_(tools.passes),
      by_tiles_(drawing == Drawing::automatic ? !tools.facts.software : drawing == Drawing::tiles),
      renderer_(tools.facts, tools.shaders, tools.passes, &memory) {}

void PoolRenderer::load(const effects::CompiledEffect& effect, const particles::ParticleView& living) {
    renderer_.load(scene_of(effect, living));
}

/// Returns a scene of particles of an effect in a picture that is not known yet.
render::Scene PoolRenderer::scene_of(const effects::CompiledEffect& compiled,
                                     const particles::ParticleView& living) const {
    const effects::Effect& effect = compiled.effect;
    render::Scene scene;
    scene.living = living;
    scene.plane.enabled = false;
    scene.folder = effect.folder;
    scene.covers = effects::covers(effect);
    scene.ribbons_cover = effects::has_covering_ribbons(effect);
    scene.shaded = effects::has_shading(effect);
    scene.seconds = static_cast<double>(living.step) / effect.steps_per_second;
    scene.scenery = effect.scenery;
    scene.scenery.objects.clear();
    scene.scenery.fog = {};
    scene.scenery.ground = effects::Ground::none;
    scene.transparent = true;
    scene.host.emplace();
    scene.order.sorts = scene.covers;
    scene.order.step = living.step;
    scene.order.bounds = render::bounds_of(*living.program);
    scene.by_tiles = by_tiles_;
    return scene;
}

/// Returns the scene of the instances of a pool that are in a layer.
render::Scene PoolRenderer::scene_of(const Pool& pool, std::uint32_t layer, const Picture& picture) const {
    render::Scene scene = scene_of(*pool.effect(), pool.living(layer));
    scene.density = pool.density();
    scene.host = {picture.view, picture.depth};
    scene.identifies = picture.has_first_depths;
    if (picture.light) put(*picture.light, scene.scenery);
    const particles::BlendReach reach = pool.simulation().blend_reach();
    render::SpriteBounds& bounds = scene.order.bounds;
    bounds.largest_radius = (bounds.largest_radius + reach.metres) * pool.simulation().scale();
    bounds.longest_stretch += 2 * reach.seconds;  // half of it lies on each side
    return scene;
}

Layer PoolRenderer::draw_layer(const Pools& pools, const Picture& picture) {
    if (picture.size.width <= 0 || picture.size.height <= 0)
        bad_input("size: must be at least one pixel each way, not {}x{}", picture.size.width,
                  picture.size.height);
    if (picture.light) check(*picture.light);
    const gl::UntimedScope untimed(passes_);
    const std::vector<Drawn> drawn = drawn_in(picture, pools);
    std::vector<render::Scene> scenes;
    for (const Drawn& one : drawn) scenes.push_back(scene_of(*one.pool, one.layer, picture));
    const render::Target& layer = renderer_.draw_layer(scenes, picture.size);
    for (const Drawn& one : drawn)
        if (one.pool->effect()->program.sees_depth) one.pool->simulation().set_seen(renderer_.seen());
    return {layer, picture.has_first_depths ? &renderer_.first_depths(picture.view) : nullptr};
}

void PoolRenderer::draw(const render::Marks& marks, const Picture& picture) {
    renderer_.draw_marks(marks, picture.view, picture.size, picture.target);
}

void PoolRenderer::draw(const Pools& pools, const Picture& picture) {
    renderer_.compose(draw_layer(pools, picture).light, picture.view, picture.target);
}

}  // namespace winnow::stage
