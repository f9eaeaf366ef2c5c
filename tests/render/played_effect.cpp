#include "render/played_effect.h"

#include "compact/suite.h"
#include "render/renderer_fixture.h"
#include "scan/glsl_scan.h"

namespace winnow::test {

PlayedEffect::PlayedEffect(const gl::Facts& facts, const effects::Effect& effect, int steps, float density)
    : passes_(facts), memory_(gl::plain_memory()) {
    constexpr std::uint32_t capacity = 32768, seed = 1;
    const gl::Tools tools{facts, shaders_, passes_};
    const effects::Compiled compiled = effects::compile(effect);
    simulation_ = std::make_unique<particles::Simulation>(
        tools, *memory_, compiled, capacity, seed,
        Suites(tools).make_compactor({Backend::glsl, {}, Compaction::staged}),
        [this, &facts] { return scan::make_glsl_scan(facts, shaders_, ScanChoice{}); });
    if (density != 1) simulation_->change({.density = density});
    for (int i = 0; i < steps; ++i) {
        simulation_->settle();
        simulation_->step();
    }
    scene_ = render::scene_of(simulation_->living(), effect.view);
    scene_.plane = effects::seen_plane(effect);
    scene_.covers = effects::covers(effect);
    scene_.ribbons_cover = effects::has_covering_ribbons(effect);
    scene_.shaded = effects::has_shading(effect);
    scene_.density = density;
    scene_.exposure = effect.view.exposure;
    scene_.seconds = static_cast<double>(steps) / effect.steps_per_second;
    scene_.scenery = effects::scenery_at(effect, compiled->motions, scene_.seconds, false);
    scene_.order.sorts = scene_.covers;
    scene_.order.bounds = render::bounds_of(*scene_.living.program);
}

}  // namespace winnow::test
