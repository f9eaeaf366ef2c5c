#include "session/scene.h"

#include <algorithm>

#include "render/exposure.h"
#include "render/lens.h"
#include "session/clocks.h"

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

double seconds_since_first_frame(const Session& session, double behind) {
    const effects::Effect& effect = session.settings().effect;
    const auto steps = static_cast<double>(session.simulation().steps());
    const double since = steps - static_cast<double>(prewarm_steps(effect)) - behind;
    return std::max(since, 0.0) / effect.steps_per_second;
}

render::Camera camera_of(const Session& session, const effects::View& view, double behind) {
    render::Camera camera(view);
    const double seconds = seconds_since_first_frame(session, behind);
    camera.advance(static_cast<float>(seconds));
    camera.play(seconds);
    camera.set_plane(effects::seen_plane(session.settings().effect));
    return camera;
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
    scene.exposure = render::exposure_at(settings.effect.view, seconds_since_first_frame(session, behind));
    scene.bloom_strength = settings.effect.view.bloom;
    scene.vignette = settings.effect.view.vignette;
    scene.grading = settings.effect.view.grading;
    scene.density = settings.simulation.density;
    scene.seconds =
        std::max(static_cast<double>(simulation.steps()) - behind, 0.0) / settings.effect.steps_per_second;
    scene.scenery = effects::scenery_at(settings.effect, effects::compiled_of(settings)->motions,
                                        scene.seconds, particles::has_long_times(simulation.steps()));
    scene.order = order_of(session);
    const double drawn_back = behind / settings.effect.steps_per_second;
    scene.order.bounds.longest_stretch += static_cast<float>(2 * drawn_back);  // half of it lies on each side
    scene.by_tiles = wants_tiles(session);
    return scene;
}

Lens lens_of(const effects::View& view, int samples) {
    return {view.aperture, view.focus, view.shutter, samples};
}

std::vector<render::Scene> scenes_of(Session& session, double behind, const Lens& lens,
                                     const CameraAt& camera_at) {
    const int count = lens.aperture > 0 || lens.shutter > 0 ? lens.samples : 1;
    const double open = double{lens.shutter} * session.settings().effect.steps_per_second;  // in steps
    std::vector<render::Scene> scenes;
    for (int k = 0; k < count; ++k) {
        const render::LensSample sample = render::lens_sample(k, count);
        const double back = count > 1 ? behind + sample.moment * open : behind;
        render::Camera camera = camera_at(back);
        if (count > 1) camera.look_through(0.5f * lens.aperture * sample.place, lens.focus);
        scenes.push_back(scene_of(session, camera, back));
    }
    return scenes;
}

}  // namespace winnow::session
