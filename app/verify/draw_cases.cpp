#include "verify/draw_cases.h"

#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <stdexcept>

#include "particles/parameters.h"
#include "verify/checkers/inputs.h"
#include "verify/draw_reference.h"
#include "verify/sprite_set.h"

namespace winnow::verify {
namespace {

constexpr float distance = 4;  // metres from the eye to the sprites that lie in one plane
constexpr float infinite = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint32_t lifetime = 100;
// The sides of tiles and aprons of every level are multiples of these.
constexpr int tile = shared::COVER_WINDOW, apron = shared::FINEST_APRON;
static_assert(shared::LIGHT_WINDOW - 2 * shared::FINEST_APRON == shared::COVER_WINDOW);

constexpr effects::View ahead{{0, 0, 0}, distance, 0, 0, 1};  // the eye is at (0, 0, distance)

float metres_per_pixel() {
    const auto projection = render::Camera(ahead).projection(checked_size);
    return 2 * distance / (projection[1].y * static_cast<float>(checked_size.height));
}

/// Returns the place at this depth that a pixel of the frame shows.
glm::vec3 place_at(glm::vec2 pixel, float depth = distance) {
    const glm::vec2 middle(0.5f * static_cast<float>(checked_size.width),
                           0.5f * static_cast<float>(checked_size.height));
    return {(pixel - middle) * (metres_per_pixel() * depth / distance), distance - depth};
}

/// Collects the particles of a case.
class Maker {
  public:
    /// Returns the emitter of sprites of this radius, in pixels where they lie `distance` before the eye.
    std::uint32_t emitter(float radius, glm::vec4 color) {
        const float diameter = 2 * radius * metres_per_pixel();
        sprites_.looks.push_back({color, color, diameter, diameter});
        return static_cast<std::uint32_t>(sprites_.looks.size() - 1);
    }
    EmitterLook& last() { return sprites_.looks.back(); }

    void add(std::uint32_t from, glm::vec3 place, glm::vec3 velocity = {}, std::uint32_t age = 0) {
        const auto nth = static_cast<std::uint32_t>(sprites_.particles.size());
        sprites_.particles.push_back({{place.x, place.y, place.z},
                                      age,
                                      {velocity.x, velocity.y, velocity.z},
                                      lifetime,
                                      1,
                                      nth,
                                      from,
                                      0});
    }

    Sprites take() { return std::move(sprites_); }

  private:
    Sprites sprites_;
};

float random(std::uint32_t use, std::uint32_t i) {
    return 0.5f * random_value<float>(use, i) + 0.5f;
}

Sprites random_streaks() {
    Maker make;
    for (const float radius : {0.3f, 2.0f, 9.0f}) {
        make.emitter(radius, {1.2f, 0.5f + 0.1f * radius, 2.0f / (1 + radius), 0.5f});
        make.last().color_end = {0.2f, 0.3f, 1, 0.05f};
        make.last().size_end *= 0.4f;
        make.last().streak = 0.1f;
    }
    for (std::uint32_t i = 0; i < 1500; ++i) {
        const glm::vec2 pixel = (glm::vec2(random(1, i), random(2, i)) * 1.2f - 0.1f) *
                                glm::vec2(checked_size.width, checked_size.height);
        const glm::vec3 velocity = glm::vec3(random(4, i), random(5, i), random(6, i)) * 6.0f - 3.0f;
        make.add(i % 3, place_at(pixel, 1.5f + 6 * random(3, i)), velocity, i % lifetime);
    }
    return make.take();
}

/// Sprites of several radii with their centres on a grid of pixels, before and beyond the frame's edges too.
Sprites on_grid(const std::vector<float>& coordinates) {
    Maker make;
    constexpr float radii[] = {0.4f, apron - 0.0625f, apron, 1.4f * apron, 2 * apron, 2.9f * apron};
    for (const float radius : radii)
        make.emitter(radius, {1 / (1 + 0.3f * radius), 0.1f + 0.01f * radius, 0.02f * radius, 0.4f});
    std::uint32_t nth = 0;
    for (const float y : coordinates)
        for (const float x : coordinates) make.add(nth++ % std::size(radii), place_at({x, y}));
    return make.take();
}

Sprites on_tile_edges() {
    std::vector<float> at;
    for (int edge = -tile; edge <= checked_size.width + tile; edge += tile / 2)
        at.push_back(static_cast<float>(edge));
    return on_grid(at);
}

Sprites on_apron_edges() {
    std::vector<float> at;
    for (int edge = 0; edge <= checked_size.width; edge += tile)
        for (const int off : {-apron, apron}) at.push_back(static_cast<float>(edge + off));
    return on_grid(at);
}

/// Centres on the frame's edges, and sprites that just reach into the frame or just do not.
Sprites on_screen_edges() {
    Maker make;
    constexpr float radii[] = {1, 5, 20}, tiny = 0.01f;
    const auto width = static_cast<float>(checked_size.width),
               height = static_cast<float>(checked_size.height);
    for (const float radius : radii) {
        const std::uint32_t from = make.emitter(radius, {0.9f, 0.4f, 0.2f, 0.6f});
        for (const float off : {0.0f, -tiny, tiny, tiny - radius, -tiny - radius, 0.5f - radius})
            for (float way = 0; way <= 1; way += 0.125f) {
                make.add(from, place_at({way * width, off}));
                make.add(from, place_at({way * width, height - off}));
                make.add(from, place_at({off, way * height}));
                make.add(from, place_at({width - off, way * height}));
            }
    }
    return make.take();
}

/// Sprites from behind the eye to just before it, where they fade, and one far behind the far plane.
Sprites around_the_eye() {
    Maker make;
    const std::uint32_t from = make.emitter(4, {1.5f, 0.5f, 0.5f, 0.8f});
    float x = 10;
    for (const float depth :
         {-100.0f, -4.0f, -0.2f, -0.001f, 0.0f, 0.001f, 0.03f, 0.06f, 0.1f, 0.2f, 0.4f, 5000.0f}) {
        make.add(from, {0, 0, distance - depth});
        make.add(from, place_at({x += 10, 60}, depth));
    }
    return make.take();
}

Sprites of_half_a_pixel() {
    Maker make;
    for (const float radius : {0.5f, 0.25f, 0.05f}) make.emitter(radius, {12, 9, 4, 0.9f});
    for (std::uint32_t i = 0; i < 600; ++i)
        make.add(i % 3, place_at({random(7, i) * static_cast<float>(checked_size.width),
                                  random(8, i) * static_cast<float>(checked_size.height)}));
    return make.take();
}

Sprites of_the_whole_screen() {
    Maker make;
    make.emitter(90, {0.04f, 0.08f, 0.02f, 0.5f});
    make.emitter(400, {0.1f, 0.03f, 0.06f, 0.2f});
    // The largest sprites reach beyond the last apron only near the eye, where they fade.
    constexpr float largest = 1000, beyond = 1.05f * static_cast<float>(shared::LAST_APRON);
    const float near = 0.5f * largest * distance / (beyond * metres_per_pixel());
    make.emitter(0, {0.45f, 0.45f, 1.5f, 0.1f});
    make.last().size_begin = make.last().size_end = largest;
    for (std::uint32_t i = 0; i < 30; ++i)
        make.add(i % 3, place_at({random(9, i) * static_cast<float>(checked_size.width),
                                  random(10, i) * static_cast<float>(checked_size.height)},
                                 i % 3 == 2 ? near : distance));
    return make.take();
}

/// Sprites of no size, some of which would be streaks, and one that is seen.
Sprites of_zero_size() {
    Maker make;
    const std::uint32_t none = make.emitter(0, {9, 9, 9, 1});
    make.last().streak = 0.1f;
    const std::uint32_t seen = make.emitter(9, {0.5f, 0.5f, 0.2f, 0.9f});
    for (std::uint32_t i = 0; i < 100; ++i)
        make.add(none, place_at({1.6f * static_cast<float>(i), 0.9f * static_cast<float>(i)}),
                 {i % 2 == 0 ? 0.0f : 5.0f, 1, 0});
    make.add(seen, place_at({80, 45}));
    return make.take();
}

/// Sprites with a position or a velocity that is not finite, among others that are seen.
Sprites not_finite() {
    Maker make;
    const std::uint32_t from = make.emitter(6, {0.8f, 0.3f, 0.2f, 0.9f});
    make.last().streak = 0.1f;
    float x = 10;
    for (const float value : {infinite, -infinite, not_a_number})
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 place = place_at({40, 30}), velocity(0.5f);
            place[axis] = velocity[axis] = value;
            make.add(from, place);
            make.add(from, place_at({50, 50}), velocity);
            make.add(from, place_at({x += 10, 20}));
        }
    return make.take();
}

/// More particles behind each other than one chunk holds, each nearly clear; their colours change along the
/// list.
Sprites behind_each_other() {
    Maker make;
    constexpr std::uint32_t colors = 8, particles = 4 * shared::COVER_CHUNK + 77;
    for (std::uint32_t i = 0; i < colors; ++i)
        make.emitter(12,
                     {i % 2 == 0 ? 1.0f : 0.05f, 0.1f * static_cast<float>(i), i > 3 ? 0.9f : 0.1f, 0.0006f});
    for (std::uint32_t i = 0; i < particles; ++i)
        make.add(i * colors / particles, place_at({76 + random(11, i), 44 + random(12, i)}));
    return make.take();
}

/// Sprites that cross the plane, seen from below it.
Sprites through_the_plane() {
    Maker make;
    make.emitter(10, {0.9f, 0.3f, 0.1f, 0.6f});
    make.emitter(2, {0.2f, 0.5f, 0.9f, 0.8f});
    for (std::uint32_t i = 0; i < 300; ++i)
        make.add(i % 2, {3 * random(13, i) - 1.5f, 0.8f * random(14, i) - 0.4f, 3 * random(15, i) - 1.5f});
    return make.take();
}

}  // namespace

std::vector<DrawCase> draw_cases(Kind kind) {
    const effects::View aslant{{0, 0, 0}, distance, 3, 4, 1}, below{{0, -0.1f, 0}, distance, 10, -15, 1};
    std::vector<DrawCase> cases{
        {"streaks at random", kind, random_streaks(), aslant},
        {"centres on edges of tiles", kind, on_tile_edges(), ahead},
        {"centres on edges of aprons", kind, on_apron_edges(), ahead},
        {"centres on edges of the screen", kind, on_screen_edges(), ahead},
        {"around the eye", kind, around_the_eye(), ahead, true},
        {"half a pixel", kind, of_half_a_pixel(), ahead},
        {"the whole screen", kind, of_the_whole_screen(), ahead, true},
        {"no size", kind, of_zero_size(), ahead},
        {"behind each other", kind, behind_each_other(), ahead, true},
        {"through the plane", kind, through_the_plane(), below},
        {"values that are not finite", kind, not_finite(), ahead, true},
    };
    for (DrawCase* const sorted : {&cases.front(), &cases[cases.size() - 2]}) sorted->sorts = true;
    cases[cases.size() - 2].has_plane = true;
    for (DrawCase& one : cases)
        for (EmitterLook& look : one.sprites.looks) look.covers = kind == Kind::covers;
    return cases;
}

DrawCase million_on_a_pixel(float color) {
    Maker make;
    const std::uint32_t from = make.emitter(0.7f, {color, 0.5f * color, 0.25f * color, 1});
    for (std::uint32_t i = 0; i < 1'000'000; ++i) make.add(from, place_at({80.5f, 45.5f}));
    return {fmt::format("a million of {} on a pixel", color), Kind::adds, make.take(), ahead, true};
}

effects::Emitter emitter_of(const EmitterLook& look) {
    const effects::Gradient colours{{{0.0f, look.color_begin}, {1.0f, look.color_end}}, {}};
    const effects::Curve diameters{{{0, look.size_begin}, {1, look.size_end}}, {}};
    effects::Emitter emitter;
    emitter.blend = look.covers ? effects::EmitterBlend::alpha : effects::EmitterBlend::additive;
    emitter.modules = {{"colour", true, {{"colour", colours}}},
                       {"size", true, {{"diameter", diameters}}},
                       {"streak", true, {{"time", look.streak}}}};
    return emitter;
}

std::vector<effects::Emitter> emitters_of(const std::vector<EmitterLook>& looks) {
    std::vector<effects::Emitter> emitters;
    for (const EmitterLook& look : looks) emitters.push_back(emitter_of(look));
    return emitters;
}

render::Scene scene_of(const DrawCase& one) {
    effects::Effect effect;
    effect.emitters = emitters_of(one.sprites.looks);
    render::Scene scene;
    scene.plane.enabled = one.has_plane;
    scene.covers = one.kind == Kind::covers;
    scene.camera = render::Camera(one.view);
    scene.bloom = false;
    scene.order.sorts = one.sorts;
    scene.order.bounds = render::bounds_of(effects::program_of(effect));
    return scene;
}

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
