#include "verify/draw_check.h"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "verify/draw_cases.h"
#include "verify/draw_reference.h"
#include "verify/sprite_set.h"

namespace winnow::verify {
namespace {

// Triangles have their corners on a grid of fractions of a pixel, so that a few pixels of small sprites may
// be off.
constexpr PictureBound of_tiles{.beyond = 0}, of_triangles{.beyond = 0.001};

Check check_of(std::string name, const DrawCase& one) {
    Check check;
    check.name = fmt::format("draw, {}, {}", one.kind == Kind::covers ? "covering" : "light", name);
    check.backend = "glsl";
    check.count = one.sprites.particles.size();
    return check;
}

/// Returns the difference of the case's frames from the reference.
std::string find_case_fault(render::Renderer& renderer, const DrawCase& one) {
    const std::vector<effects::Emitter> emitters = emitters_of(one.sprites.looks);
    const SpriteSet sprites(one.sprites.particles, emitters);
    render::Scene scene = scene_of(one);
    scene.living = sprites.living();
    const render::Image expected = reference_image(
        reference_light(scene, one.sprites.particles, one.sprites.looks, checked_size), scene.exposure);
    for (const bool by_tiles : {true, false}) {
        if (!by_tiles && one.tiles_only) continue;
        scene.by_tiles = by_tiles;
        const std::string difference = find_difference(drawn(renderer, scene, checked_size), expected,
                                                       by_tiles ? of_tiles : of_triangles);
        if (!difference.empty())
            return fmt::format("by {}: {}", by_tiles ? "tiles" : "triangles", difference);
    }
    return {};
}

/// From a camera that is not a number no particle is seen: the frame is that of the sky alone.
std::string find_lost_camera_fault(render::Renderer& renderer, DrawCase one) {
    one.view.yaw = std::numeric_limits<float>::quiet_NaN();
    const std::vector<effects::Emitter> emitters = emitters_of(one.sprites.looks);
    const SpriteSet sprites(one.sprites.particles, emitters), none({}, emitters);
    render::Scene scene = scene_of(one);
    scene.by_tiles = true;
    for (const bool is_listed : {false, true}) {
        scene.order.culls = scene.order.sorts = is_listed;
        scene.living = none.living();
        const render::Image empty = drawn(renderer, scene, checked_size);
        scene.living = sprites.living();
        if (drawn(renderer, scene, checked_size) != empty) return "particles are seen";
    }
    return {};
}

}  // namespace

render::Image drawn(render::Renderer& renderer, const render::Scene& scene, gl::Size size) {
    const render::TargetImage target(size);
    renderer.draw(scene, target);
    if (scene.by_tiles && !renderer.drew_by_tiles())
        throw std::runtime_error(fmt::format("drawn by triangles: {}", renderer.why_triangles()));
    return target.read();
}

void check_sprites(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes, bool quick,
                   Checks& checks) {
    render::Renderer renderer(facts, shaders, passes);
    const auto run = [&](const DrawCase& one) {
        checks.run(check_of(one.name, one), [&] { return find_case_fault(renderer, one); });
    };
    for (const Kind kind : {Kind::adds, Kind::covers}) {
        const std::vector<DrawCase> cases = draw_cases(kind);
        for (const DrawCase& one : cases) run(one);
        checks.run(check_of("a camera that is not a number", cases.front()),
                   [&] { return find_lost_camera_fault(renderer, cases.front()); });
    }
    if (quick) return;
    run(million_on_a_pixel(1e-6f));
    run(million_on_a_pixel(6));
}

}  // namespace winnow::verify
