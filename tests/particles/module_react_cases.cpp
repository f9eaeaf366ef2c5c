#include <glad/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/gtc/matrix_transform.hpp>
#include <memory>
#include <vector>

#include "particles/module_cases.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

constexpr std::uint32_t bounce = 0, stick = 1, slide = 2, kill = 3;  // of the parameter `hit`
using Values = std::map<std::string, effects::Constant>;

/// A solid thing: how far a place is outside of it, and the direction that leads out.
struct Solid {
    std::string module;
    Values values;
    std::function<float(glm::vec3)> outside;
    glm::vec3 start, velocity;  // of a particle that hits it at a right angle
    float slack = 2e-5f;        // how far a particle may be below the surface
    ModuleScenery scenery = {};
};

std::vector<ModuleParticle> hitting(const Solid& solid, std::uint32_t hit,
                                    const std::vector<ModuleParticle>& particles, std::uint32_t steps,
                                    glm::vec3 acceleration = {0, 0, 0}, float friction = 0.2f) {
    Values values = solid.values;
    values["hit"] = constant(hit);
    values["bounce"] = constant(0.5f);
    values["friction"] = constant(friction);
    return run_modules({{solid.module, values}},
                       {.steps = steps, .acceleration = acceleration, .scenery = solid.scenery}, particles);
}

/// Particles from all sides, thrown at the middle and pulled there.
std::vector<ModuleParticle> thrown(const Solid& solid) {
    std::vector<ModuleParticle> particles;
    for (ModuleParticle p : cloud(5))
        if (solid.outside(p.position) > 0) {
            p.velocity = p.position * -4.0f + solid.velocity;
            particles.push_back(p);
        }
    return particles;
}

void check_solid(const Solid& solid) {
    const auto particles = thrown(solid);
    ASSERT_GT(particles.size(), 30u);
    for (const std::uint32_t hit : {bounce, stick, slide}) {
        int hits = 0;
        for (const std::uint32_t steps : {5u, 40u, 120u})
            for (const ModuleParticle& p : hitting(solid, hit, particles, steps, {0, -3, 0})) {
                ASSERT_GE(solid.outside(p.position), -solid.slack) << "it is never entered, hit " << hit;
                hits += p.events & ModuleParticle::hit;
                ASSERT_EQ(p.events & ModuleParticle::killed, 0u);
            }
        EXPECT_GT(hits, 30) << "collisions are reported";
    }
    const std::vector<ModuleParticle> one{at(solid.start, solid.velocity)};
    const float before = glm::length(solid.velocity);
    const glm::vec3 bounced = hitting(solid, bounce, one, 60)[0].velocity;
    EXPECT_LT(glm::distance(bounced, solid.velocity * -0.5f), before * 0.01f) << "half of the speed, back";
    EXPECT_EQ(hitting(solid, stick, one, 60)[0].velocity, glm::vec3(0));
    const ModuleParticle sliding = hitting(solid, slide, one, 60)[0];
    EXPECT_LT(glm::length(sliding.velocity), before * 0.01f) << "it hits at a right angle";
    EXPECT_LT(solid.outside(sliding.position), solid.slack + before * 0.001f) << "it is on the surface";
    const ModuleParticle dead = hitting(solid, kill, one, 60)[0];
    EXPECT_EQ(dead.events, ModuleParticle::hit | ModuleParticle::killed);
    const ModuleParticle passing = hitting(solid, kill, {at(solid.start, -solid.velocity)}, 10)[0];
    EXPECT_EQ(passing.events, 0u) << "away from it nothing happens";
    EXPECT_LT(glm::distance(passing.velocity, -solid.velocity), 1e-5f);
}

void solid_plane() {
    const Solid solid{"collide-plane",
                      {{"height", constant(-0.5f)}},
                      [](glm::vec3 p) { return p.y + 0.5f; },
                      {0, 1, 0},
                      {0, -4, 0}};
    check_solid(solid);
    const auto slid = hitting(solid, slide, {at({0, -0.4f, 0}, {3, -4, 0})}, 2, {0, 0, 0}, 0.25f)[0];
    EXPECT_NEAR(slid.velocity.x, 3 * 0.75f, 1e-5) << "friction takes a quarter of what is along the plane";
    EXPECT_EQ(slid.velocity.y, 0);
}

void solid_wall() {
    const glm::vec3 normal = glm::normalize(glm::vec3(1, 1, 0.3f)), point(-0.4f, -0.2f, 0);
    const Solid solid{"collide-wall",
                      {{"point", constant(point)}, {"normal", constant(normal * 3.0f)}},
                      [=](glm::vec3 p) { return glm::dot(p - point, normal); },
                      normal,
                      normal * -4.0f};
    check_solid(solid);
}

void solid_ball() {
    const glm::vec3 centre(0.1f, 0.2f, 0);
    const auto from_surface = [=](glm::vec3 p) { return glm::distance(p, centre) - 1; };
    check_solid({"collide-ball",
                 {{"centre", constant(centre)}},
                 from_surface,
                 centre + glm::vec3(0, 0, 2),
                 {0, 0, -4}});
    const auto within = [=](glm::vec3 p) { return 2 - glm::distance(p, centre); };
    check_solid({"collide-ball",
                 {{"centre", constant(centre)}, {"radius", constant(2.0f)}, {"inside", constant(true)}},
                 within,
                 centre,
                 {0, 0, -6}});
}

void solid_box() {
    const glm::vec3 half(0.75f, 1, 1.5f);
    const auto overshoot = [=](glm::vec3 p) {
        const glm::vec3 d = glm::abs(p) - half;
        return std::max({d.x, d.y, d.z});
    };
    check_solid({"collide-box", {{"size", constant(half * 2.0f)}}, overshoot, {2, 0.1f, 0.1f}, {-4, 0, 0}});
    const Values container{{"size", constant(half * 4.0f)}, {"inside", constant(true)}};
    const auto within = [=](glm::vec3 p) {
        return -std::max(
            {std::abs(p.x) - 2 * half.x, std::abs(p.y) - 2 * half.y, std::abs(p.z) - 2 * half.z});
    };
    check_solid({"collide-box", container, within, {0, 0.1f, 0.1f}, {-6, 0, 0}});
}

void solid_capsule() {
    const glm::vec3 from(-1, 0, 0), to(1, 0.2f, 0);
    const auto outside = [=](glm::vec3 p) {
        const float along =
            std::clamp(glm::dot(p - from, to - from) / glm::dot(to - from, to - from), 0.0f, 1.0f);
        return glm::distance(p, glm::mix(from, to, along)) - 0.6f;
    };
    const glm::vec3 out = glm::normalize(from - to);
    check_solid({"collide-capsule",
                 {{"from", constant(from)}, {"to", constant(to)}, {"radius", constant(0.6f)}},
                 outside,
                 from + out * 2.0f,
                 out * -4.0f});
}

void solid_mesh() {
    const test::TemporaryDirectory folder;
    const glm::vec3 half(0.75f, 1, 1.5f), centre(0.1f, 0.2f, 0);
    const float scale = 0.5f;
    const auto file = folder.write("box.obj", test::box_obj(half / scale));
    const auto box = [=](glm::vec3 p, float factor) {
        const glm::vec3 d = glm::abs(p - centre) - half * factor;
        return std::max({d.x, d.y, d.z});
    };
    const float cell = 2 * half.z / 48;  // edges are rounded by less than that
    const Values values{{"mesh", constant(file)}, {"centre", constant(centre)}, {"scale", constant(scale)}};
    check_solid(
        {"collide-mesh", values, [=](glm::vec3 p) { return box(p, 1); }, {2, 0.3f, 0.1f}, {-4, 0, 0}, cell});
    Values turned = values;
    turned["axis"] = constant(glm::vec3(1, 0, 0));
    turned["angle"] = constant(90.0f);
    check_solid({"collide-mesh",
                 turned,
                 [=](glm::vec3 p) {
                     const glm::vec3 d = p - centre;
                     return box(centre + glm::vec3(d.x, d.z, -d.y), 1);
                 },
                 {0.2f, 3, 0.1f},
                 {0, -4, 0},
                 cell});
    Values container = values;
    container["scale"] = constant(scale * 4);
    container["inside"] = constant(true);
    check_solid(
        {"collide-mesh", container, [=](glm::vec3 p) { return -box(p, 4); }, centre, {-9, 0, 0}, 4 * cell});
    const auto free = hitting({"collide-mesh", {{"inside", constant(true)}}, {}, {}, {}}, kill, cloud(3), 1);
    for (const ModuleParticle& p : free) EXPECT_EQ(p.events, 0u) << "there is no mesh";
}

/// How far a place is outside of a shape with a round side, around the y axis.
float round_side(glm::vec3 p, float radius, float half) {
    return std::max(std::hypot(p.x, p.z) - radius, std::abs(p.y) - half);
}

/// Calls check_solid() for an object that is moved and turned. `outside` sees places as the object lies;
/// `start` leads out of it there at a right angle to the surface.
void check_object(effects::Solid shape, glm::vec3 size, const std::function<float(glm::vec3)>& outside,
                  glm::vec3 surface, glm::vec3 normal, float slack = 2e-5f, ModuleScenery scenery = {}) {
    effects::SceneObject object;
    object.shape = shape;
    object.size = size;
    object.position = {0.1f, 0.2f, -0.1f};
    object.axis = {1, 2, 0.5f};
    object.angle = 70;
    if (shape == effects::Solid::mesh) object.mesh = "box.obj";
    scenery.objects = {object};
    const glm::mat3 turn(glm::rotate(glm::mat4(1), glm::radians(object.angle), glm::normalize(object.axis)));
    const auto seen = [=](glm::vec3 p) { return outside(glm::transpose(turn) * (p - object.position)); };
    check_solid({"collide-scenery",
                 {},
                 seen,
                 object.position + turn * (surface + normal * 1.2f),
                 turn * normal * -4.0f,
                 slack,
                 scenery});
}

void scenery() {
    const glm::vec3 half(0.75f, 1, 1.2f);
    const auto box = [=](glm::vec3 p) {
        const glm::vec3 d = glm::abs(p) - half;
        return std::max({d.x, d.y, d.z});
    };
    check_object(effects::Solid::box, 2.0f * half, box, {half.x, 0.1f, 0.1f}, {1, 0, 0});
    const auto egg = [=](glm::vec3 p) { return (glm::length(p / half) - 1) * half.x; };
    const glm::vec3 slanting = glm::normalize(glm::vec3(1, 2, -1));
    check_object(effects::Solid::ball, 2.0f * half, egg, half * slanting, glm::normalize(slanting / half));
    const auto cylinder = [](glm::vec3 p) { return round_side(p, 0.8f, 1); };
    check_object(effects::Solid::cylinder, {1.6f, 2, 1.6f}, cylinder, {0, 0, 0.8f}, {0, 0, 1});
    const glm::vec3 upward = glm::normalize(glm::vec3(0, 1, 2));  // of a cone as wide as it is high
    const auto cone = [=](glm::vec3 p) {
        return std::max(glm::dot(glm::vec3(0, p.y - 1, std::hypot(p.x, p.z)), upward), -1 - p.y);
    };
    check_object(effects::Solid::cone, {2, 2, 2}, cone, {0, 0, 0.5f}, upward);
    const test::TemporaryDirectory folder;
    folder.write("box.obj", test::box_obj(half * 2.0f / glm::vec3(1, 2, 4)));
    check_object(effects::Solid::mesh, glm::vec3(1, 2, 4) * 0.5f, box, {half.x, 0.1f, 0.1f}, {1, 0, 0}, 0.08f,
                 {{}, folder.path().string()});
    const auto free = hitting({"collide-scenery", {}, {}, {}, {}}, kill, cloud(3), 1);
    for (const ModuleParticle& p : free) EXPECT_EQ(p.events, 0u) << "there are no objects";
}

/// A camera at the origin that sees a wall 4 m before it in the left half of a frame of 64 pixels, as far
/// to the right as the eye looks straight ahead.
Seen wall_seen() {
    constexpr int side = 64;
    Seen seen;
    seen.projection = glm::perspective(glm::radians(90.0f), 1.0f, 0.05f, 1000.0f);
    const glm::vec4 clip = seen.projection * glm::vec4(0, 0, -4, 1);
    std::vector<float> depths(side * side, 1);
    for (int y = 0; y < side; ++y)
        for (int x = 0; x < side / 2; ++x) depths[y * side + x] = 0.5f + 0.5f * clip.z / clip.w;
    const auto texture =
        std::make_shared<gl::DepthTexture>(gl::Size{side, side}, "test depth", gl::DepthStorage::drawing);
    glTextureSubImage2D(texture->name(), 0, 0, 0, side, side, GL_DEPTH_COMPONENT, GL_FLOAT, depths.data());
    seen.depth = texture;
    return seen;
}

void depth() {
    const Seen seen = wall_seen();
    float radius = 0;
    const auto after = [&](std::uint32_t hit, glm::vec3 place, glm::vec3 velocity, std::uint32_t steps = 30) {
        const ModuleUse use{"collide-depth",
                            {{"hit", constant(hit)},
                             {"bounce", constant(0.5f)},
                             {"friction", constant(0.2f)},
                             {"particle_radius", constant(radius)}}};
        return run_modules({use}, {.steps = steps, .seen = seen}, {at(place, velocity)})[0];
    };
    const glm::vec3 start(-1, 0.2f, -3), ahead(0, 0, -4);
    for (const std::uint32_t hit : {bounce, stick, slide})
        for (const std::uint32_t steps : {14u, 16u, 30u})
            EXPECT_GE(after(hit, start, ahead, steps).position.z, -4.001f) << "it is never entered";
    const glm::vec3 bounced = after(bounce, start, ahead).velocity;
    EXPECT_LT(glm::distance(bounced, ahead * -0.5f), 0.02f) << "half of the speed, back";
    EXPECT_EQ(after(stick, start, ahead).velocity, glm::vec3(0));
    EXPECT_EQ(after(kill, start, ahead).events, ModuleParticle::hit | ModuleParticle::killed);
    EXPECT_EQ(after(kill, {1, 0.2f, -3}, ahead).events, 0u) << "there is no wall on the right";
    EXPECT_EQ(after(kill, {-1, 0.2f, -4.7f}, {0, 0, -1}).events, 0u) << "it is too far behind the wall";
    EXPECT_EQ(after(kill, {-1, 0.2f, -4.4f}, {0, 0, -1}, 1).events, 3u) << "it is just behind the wall";
    EXPECT_EQ(after(kill, {-9, 0.2f, -4.4f}, {0, 0, -1}, 1).events, 0u) << "it is out of the frame";
    EXPECT_EQ(after(kill, {-1, 0.2f, 4.4f}, {0, 0, 1}, 1).events, 0u) << "it is behind the camera";
    EXPECT_EQ(
        run_modules({{"collide-depth", {{"hit", constant(kill)}}}}, {.steps = 1}, {at({-1, 0.2f, -4.4f})})[0]
            .events,
        0u)
        << "no frame was drawn";
    radius = 0.25f;
    EXPECT_NEAR(after(stick, start, ahead).position.z, -3.75f, 1e-3f) << "its sphere touches the wall";
    for (const std::uint32_t steps : {9u, 11u, 12u, 30u})
        EXPECT_GE(after(bounce, start, ahead, steps).position.z, -3.751f) << "its sphere never enters it";
    EXPECT_EQ(after(kill, {1, 0.2f, -3.9f}, ahead, 1).events, 0u) << "the camera sees its middle, no wall";
}

void confine() {
    const auto run_with = [](std::uint32_t leave, glm::vec3 velocity) {
        const ModuleUse use{"confine",
                            {{"centre", constant(glm::vec3(1, 0, 0))},
                             {"size", constant(glm::vec3(2, 3, 4))},
                             {"leave", constant(leave)}}};
        return run_modules({use}, {.steps = 100}, cloud(1, velocity));
    };
    for (const glm::vec3 velocity : {glm::vec3(3, -5, 7), glm::vec3(-200, 0.1f, 300)}) {
        for (const std::uint32_t leave : {0u, 1u})
            for (const ModuleParticle& p : run_with(leave, velocity)) {
                const glm::vec3 d = glm::abs(p.position - glm::vec3(1, 0, 0)) - glm::vec3(1, 1.5f, 2);
                ASSERT_LE(std::max({d.x, d.y, d.z}), 1e-4f);
                ASSERT_EQ(p.events, 0u);
                ASSERT_TRUE(leave != 0 || p.velocity == velocity) << "wrapping changes no velocity";
            }
        for (const ModuleParticle& p : run_with(2, velocity)) ASSERT_EQ(p.events, ModuleParticle::killed);
    }
    for (const ModuleParticle& p : run_with(2, glm::vec3(0)))
        EXPECT_EQ(p.events & 2u, p.position.x < 0 ? 2u : 0u);
}

void speed_limit() {
    const auto limited =
        run_modules({{"speed-limit", {{"least", constant(2.0f)}, {"most", constant(5.0f)}}}}, {.steps = 1},
                    {at({}, {30, 40, 0}), at({}, {0, 0.1f, 0}), at({}, {0, 0, 3}), at({})});
    EXPECT_LT(glm::distance(limited[0].velocity, glm::vec3(3, 4, 0)), 1e-4f);
    EXPECT_LT(glm::distance(limited[1].velocity, glm::vec3(0, 2, 0)), 1e-4f);
    EXPECT_EQ(limited[2].velocity, glm::vec3(0, 0, 3));
    EXPECT_EQ(limited[3].velocity, glm::vec3(0));
}

void ageing() {
    for (const float rate : {2.0f, 0.3f, 0.0f, -0.4f, -1.0f}) {
        const auto aged = run_modules({{"ageing", {{"rate", constant(rate)}}}}, {.steps = 120}, {at({})})[0];
        EXPECT_NEAR(aged.age, 2 * (1 + rate), 1.5f / 60) << rate;
        const float steps = aged.age * 60;
        EXPECT_NEAR(steps, std::round(steps), 0.01f) << "ages are whole steps";
    }
}

void deaths() {
    const glm::vec3 centre(0.3f, -0.2f, 0.1f), size(2, 3, 1);
    const std::function<bool(glm::vec3)> regions[] = {
        [](glm::vec3) { return true; }, [](glm::vec3 d) { return d.x + 2 * d.y > 0; },
        [](glm::vec3 d) { return glm::length(d) < 1.5f; },
        [&](glm::vec3 d) { return glm::all(glm::lessThan(glm::abs(d), size * 0.5f)); }};
    for (std::uint32_t region = 0; region < std::size(regions); ++region)
        for (const bool outside : {false, true}) {
            const ModuleUse use{"kill",
                                {{"region", constant(region)},
                                 {"outside", constant(outside)},
                                 {"centre", constant(centre)},
                                 {"direction", constant(glm::vec3(1, 2, 0))},
                                 {"radius", constant(1.5f)},
                                 {"size", constant(size)}},
                                {{"when", "position.z > -1"}}};
            for (const ModuleParticle& p : run_modules({use}, {.steps = 1}, cloud(5)))
                EXPECT_EQ((p.events & ModuleParticle::killed) != 0,
                          p.position.z > -1 && regions[region](p.position - centre) != outside)
                    << region << outside;
        }
    const auto usual = run_modules({{"kill"}}, {.steps = 1}, {at({0, -1, 0}), at({0, 1, 0})});
    EXPECT_EQ(usual[0].events, ModuleParticle::killed);
    EXPECT_EQ(usual[1].events, 0u);
}

void signals() {
    const ModuleUse use{"signal", {}, {{"when", "position.y > 0"}}};
    for (const ModuleParticle& p : run_modules({use}, {.steps = 1}, cloud(5)))
        EXPECT_EQ(p.events, p.position.y > 0 ? ModuleParticle::signalled : 0u);
    EXPECT_EQ(run_modules({{"signal"}}, {.steps = 1}, {at({0, -1, 0})})[0].events, ModuleParticle::signalled);
}

}  // namespace

std::vector<ModuleCase> react_cases() {
    return {{"collide-plane", solid_plane},
            {"collide-wall", solid_wall},
            {"collide-ball", solid_ball},
            {"collide-box", solid_box},
            {"collide-capsule", solid_capsule},
            {"collide-mesh", solid_mesh},
            {"collide-scenery", scenery},
            {"collide-depth", depth},
            {"confine", confine},
            {"ageing", ageing},
            {"kill", deaths},
            {"signal", signals},
            {"speed-limit", speed_limit}};
}

}  // namespace winnow::particles
