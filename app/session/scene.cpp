#include "session/scene.h"

namespace winnow::session {
namespace {

bool sorts(const effects::Settings& settings) {
    if (settings.display.sorting == effects::Sorting::automatic) return effects::covers(settings.effect);
    return settings.display.sorting == effects::Sorting::on;
}

/// Returns true if the frame should be drawn by tiles. `auto` is a rule of the device, so that all frames of
/// a film are drawn the same way.
bool wants_tiles(const Session& session) {
    const effects::Settings& settings = session.settings();
    if (settings.display.draw != effects::DrawMethod::automatic)
        return settings.display.draw == effects::DrawMethod::tiles;
    return !session.facts().software;
}

}  // namespace

render::DrawOrder order_of(Session& session) {
    const effects::Settings& settings = session.settings();
    render::DrawOrder order;
    order.culls = settings.display.culling;
    order.sorts = sorts(settings);
    order.key_bits = settings.display.sort_key_bits == effects::KeyBits::sixteen ? 16 : 32;
    // Between two sorts, particles are found again by their order, which not every compactor keeps.
    order.sort_every = session.in_order() ? settings.display.sort_every : 1;
    order.step = session.simulation().steps();
    order.bounds = render::bounds_of(*session.simulation().living().program);
    order.bounds.largest_radius *= session.simulation().scale();
    const particles::BlendReach& reach = session.simulation().blend_reach();
    order.bounds.largest_radius += reach.metres;
    order.bounds.longest_stretch += 2 * reach.seconds;  // half of it lies on each side
    return order;
}

render::Scene scene_of(Session& session, const render::Camera& camera, double behind) {
    const effects::Settings& settings = session.settings();
    const particles::Simulation& simulation = session.simulation();
    render::Scene scene;
    scene.living = simulation.living();
    scene.living.behind = static_cast<float>(behind);
    scene.plane = effects::seen_plane(settings.effect);
    scene.folder = settings.effect.folder;
    scene.grid = settings.display.grid;
    scene.covers = effects::covers(settings.effect);
    scene.ribbons_cover = effects::has_covering_ribbons(settings.effect);
    scene.shaded = effects::has_shading(settings.effect);
    scene.camera = camera;
    scene.exposure = settings.effect.view.exposure;
    scene.density = settings.simulation.density;
    scene.seconds = (static_cast<double>(simulation.steps()) - behind) / settings.effect.steps_per_second;
    scene.scenery = effects::scenery_at(settings.effect, effects::compiled_of(settings)->motions,
                                        scene.seconds, particles::has_long_times(simulation.steps()));
    scene.order = order_of(session);
    const double drawn_back = behind / settings.effect.steps_per_second;
    scene.order.bounds.longest_stretch += static_cast<float>(2 * drawn_back);  // half of it lies on each side
    scene.by_tiles = wants_tiles(session);
    return scene;
}

}  // namespace winnow::session
