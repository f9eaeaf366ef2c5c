// Modules that read files or follow splines; collide-mesh is among the other collisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "particles/module_cases.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::particles {
namespace {

const glm::vec3 put_at(1, -2, 0.5f);
const test::TemporaryDirectory& samples() {
    static const test::TemporaryDirectory folder;
    return folder;
}

/// Checks that so many of all births are as expected if each is so with this probability.
void expect_share(std::ptrdiff_t count, std::size_t all, double probability) {
    const double n = static_cast<double>(all), deviation = std::sqrt(n * probability * (1 - probability));
    EXPECT_NEAR(static_cast<double>(count), n * probability, 5 * deviation + 1);
}

/// Checks that numbers are uniform from 0 to 1.
template <typename Number>
void expect_even(const std::vector<ModuleParticle>& particles, const Number& number) {
    constexpr int parts = 8;
    std::ptrdiff_t counts[parts] = {};
    for (const ModuleParticle& p : particles) {
        const float x = number(p);
        ASSERT_GE(x, -1e-5f);
        ASSERT_LE(x, 1 + 1e-5f);
        ++counts[std::clamp(static_cast<int>(x * parts), 0, parts - 1)];
    }
    for (const std::ptrdiff_t count : counts) expect_share(count, particles.size(), 1.0 / parts);
}

/// Checks that the module's births are scaled, turned and moved as its parameters say.
void expect_placed(const ModuleUse& use, const std::string& size) {
    ModuleUse placed = use;
    const float factor = 2;
    const auto before = born_by({use});
    float given = 1;
    if (const auto found = use.values.find(size); found != use.values.end())
        given = std::get<float>(found->second.value);
    placed.values[size] = constant(given * factor);
    placed.values["centre"] = constant(put_at);
    placed.values["axis"] = constant(glm::vec3(3, 0, 0));
    placed.values["angle"] = constant(90.0f);
    const auto after = born_by({placed});
    for (std::size_t i = 0; i < before.size(); ++i) {
        const glm::vec3 p = before[i].position * factor, v = before[i].velocity;
        ASSERT_LT(glm::distance(after[i].position, put_at + glm::vec3(p.x, -p.z, p.y)), 1e-5f);
        ASSERT_LT(glm::distance(after[i].velocity, glm::vec3(v.x, -v.z, v.y)), 1e-5f);
    }
    for (const char* file : {"image", "mesh"}) placed.values.erase(file);
    for (const ModuleParticle& p : born_by({placed}))
        ASSERT_EQ(p.position, put_at) << "without a file all births are in its place";
}

// --- meshes -----------------------------------------------------------------------------------------------

void mesh_surface() {
    // Two rectangles of the areas 1 and 3, which face z and -z.
    const auto file = samples().write("two.obj",
                                      "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 3 0 1\nv 3 1 1\n"
                                      "v 0 1 1\nf 1 2 3 4\nf 8 7 6 5\n");
    const ModuleUse use{"mesh-surface", {{"mesh", constant(file)}, {"speed", constant(2.0f)}}};
    auto births = born_by({use});
    const auto second = std::partition(births.begin(), births.end(),
                                       [](const ModuleParticle& p) { return p.position.z < 0.5f; });
    const std::vector<ModuleParticle> small(births.begin(), second), large(second, births.end());
    expect_share(std::ssize(small), births.size(), 0.25);
    struct Rectangle {
        const std::vector<ModuleParticle>& births;
        float width, z, way;
    };
    for (const Rectangle& one : {Rectangle{small, 1, 0, 1}, Rectangle{large, 3, 1, -1}}) {
        expect_even(one.births, [&](const auto& p) { return p.position.x / one.width; });
        expect_even(one.births, [&](const auto& p) { return p.position.y; });
        expect_even(one.births, [&](const auto& p) { return std::fmod(p.position.x + p.position.y, 1.0f); });
        for (const ModuleParticle& p : one.births) {
            ASSERT_EQ(p.position.z, one.z);
            ASSERT_LT(glm::distance(p.velocity, glm::vec3(0, 0, 2 * one.way)), 1e-5f);
        }
    }
    expect_placed(use, "scale");
}

void mesh_edges() {
    const auto triangle = samples().write("345.obj", "v 0 0 0\nv 3 0 0\nv 0 4 0\nf 1 2 3\n");
    const ModuleUse use{"mesh-edges", {{"mesh", constant(triangle)}}};
    const auto births = born_by({use});
    std::vector<ModuleParticle> sides[3];
    for (const ModuleParticle& p : births) {
        const glm::vec3 d = p.position;
        const float from_long = std::abs(4 * d.x + 3 * d.y - 12) / 5;
        ASSERT_LT(std::min({std::abs(d.x), std::abs(d.y), from_long}), 1e-5f);
        sides[std::abs(d.y) < 1e-5f ? 0 : std::abs(d.x) < 1e-5f ? 1 : 2].push_back(p);
    }
    for (std::size_t i = 0; i < 3; ++i)
        expect_share(std::ssize(sides[i]), births.size(), static_cast<double>(3 + i) / 12);
    expect_even(sides[2], [](const auto& p) { return p.position.x / 3; });
    expect_placed(use, "scale");
    const auto box = samples().write("box.obj", test::box_obj());
    for (const ModuleParticle& p : born_by({{"mesh-edges", {{"mesh", constant(box)}}}})) {
        const glm::vec3 size = glm::abs(p.position);
        ASSERT_EQ((size.x == 1) + (size.y == 1) + (size.z == 1), 2) << "no diagonal of a face is an edge";
    }
}

// --- pictures ----------------------------------------------------------------------------------------------

constexpr std::uint32_t picture_row = 1;  // of the only file

effects::Constant picture() {
    return constant(
        samples().write("picture.png", test::png(4, 2, [](int, int) { return glm::u8vec4(255); })));
}

void mask() {
    const ModuleParticle one = at({});
    EXPECT_EQ(run_modules({{"mask", {{"file", picture()}}}}, {}, {one})[0].look.picture, picture_row);
    EXPECT_EQ(run_modules({{"mask"}}, {}, {one})[0].look.picture, 0u) << "without a file";
}

void flip_book() {
    ModuleUse use{"flip-book", {{"file", picture()}, {"columns", constant(4u)}, {"rows", constant(2u)}}};
    ModuleParticle old = at({});
    const auto frame = [&] {
        const ModuleLook look = run_modules({use}, {}, {old})[0].look;
        EXPECT_EQ(look.picture, picture_row);
        return look.frame;
    };
    EXPECT_EQ(frame(), 0);
    old.age = 0.5f;
    old.lifetime = 2;
    EXPECT_EQ(frame(), 7 * 0.25f) << "the last of 8 frames is number 7";
    use.values["frame"] = constant(3.0f);
    EXPECT_EQ(frame(), 3 + 7 * 0.25f);
    old.age = 2;
    EXPECT_EQ(frame(), 7) << "it stays at the last one";
    use.values["plays"] = constant(1u);
    use.values["rate"] = constant(10.0f);
    EXPECT_EQ(frame(), 3 + 10 * 2);
}

// --- images -----------------------------------------------------------------------------------------------

void image() {
    const auto file = samples().write("image.png", test::png(4, 2, [](int x, int y) -> glm::u8vec4 {
                                          if (x == 0 && y == 0) return {255, 255, 255, 255};
                                          if (x == 3 && y == 0) return {255, 255, 255, 51};  // a fifth
                                          if (x == 2 && y == 1) return {0, 188, 255, 255};   // about half
                                          return {20, 20, 20, 255};                          // not lit
                                      }));
    const ModuleUse use{"image", {{"image", constant(file)}, {"width", constant(4.0f)}}};
    const auto births =
        run_modules({use, {"colour", {}, {{"colour", "vec4(tint, 1)"}}}}, {.seconds = 0, .are_born = true},
                    std::vector<ModuleParticle>(case_births));
    const double green = std::pow((188 / 255.0 + 0.055) / 1.055, 2.4), cyan = 0.7152 * green + 0.0722,
                 all = 1 + 0.2 + cyan;
    struct Pixel {
        glm::vec2 corner;
        double brightness;
        glm::vec3 colour;
    };
    const Pixel lit[] = {{{-2, 0}, 1, {1, 1, 1}}, {{1, 0}, 0.2, {1, 1, 1}}, {{0, -1}, cyan, {0, green, 1}}};
    std::size_t found = 0;
    for (const auto& [corner, brightness, colour] : lit) {
        std::vector<ModuleParticle> in_pixel;
        for (const ModuleParticle& p : births) {
            const glm::vec2 d = glm::vec2(p.position) - corner;
            if (d.x >= 0 && d.x < 1 && d.y >= 0 && d.y < 1 && p.position.z == 0) in_pixel.push_back(p);
        }
        found += in_pixel.size();
        expect_share(std::ssize(in_pixel), births.size(), brightness / all);
        expect_even(in_pixel, [corner = corner](const auto& p) { return p.position.x - corner.x; });
        expect_even(in_pixel, [corner = corner](const auto& p) { return p.position.y - corner.y; });
        for (const ModuleParticle& p : in_pixel)
            ASSERT_LT(glm::distance(glm::vec3(p.look.colour), colour), 1e-4f);
    }
    EXPECT_EQ(found, births.size()) << "no birth is in another pixel";
    expect_placed(use, "width");
}

// --- splines ----------------------------------------------------------------------------------------------

using Spline = effects::Spline;

const Spline arch{{{-1, 0, 0}, {0, 1, 0}, {1, 0, 0}}},
    loop{{{1, 0, 0}, {0, 0, 2}, {-1, 0, 0}, {0, 0, -2}}, true};

/// Returns places on the spline, close together.
std::vector<glm::vec3> places_on(const Spline& spline) {
    const auto count = static_cast<int>(spline.points.size());
    const auto point = [&](int i) {
        if (spline.is_closed) return spline.points[static_cast<std::size_t>((i + count) % count)];
        if (i < 0) return 2.0f * spline.points[0] - spline.points[1];
        if (i == count) return 2.0f * spline.points.back() - spline.points[spline.points.size() - 2];
        return spline.points[static_cast<std::size_t>(i)];
    };
    std::vector<glm::vec3> places;
    for (int span = 0; span < count - (spline.is_closed ? 0 : 1); ++span)
        for (int k = 0; k <= 500; ++k) {
            const float t = float(k) / 500, u = 1 - t;
            const glm::vec3 a = point(span), b = point(span + 1);
            const glm::vec3 from = (b - point(span - 1)) / 2.0f, to = (point(span + 2) - a) / 2.0f;
            places.push_back(a * (u * u * (1 + 2 * t)) + b * (t * t * (1 + 2 * u)) + from * (t * u * u) -
                             to * (t * t * u));
        }
    return places;
}

glm::vec3 nearest_on(const std::vector<glm::vec3>& places, glm::vec3 place) {
    return *std::ranges::min_element(places, {}, [&](glm::vec3 p) { return glm::distance(p, place); });
}

void spline() {
    for (const Spline& curve : {arch, loop}) {
        const auto places = places_on(curve);
        for (const ModuleParticle& p : born_by({{"spline", {{"points", constant(curve)}}}}, 500))
            ASSERT_LT(glm::distance(nearest_on(places, p.position), p.position), 0.01f);
    }
    const Spline straight{{{0, 0, 0}, {1, 0, 0}, {4, 0, 0}, {5, 0, 0}}};
    expect_even(born_by({{"spline", {{"points", constant(straight)}}}}),
                [](const auto& p) { return p.position.x / 5; });
    const auto at_share = [](const Spline& curve, float share) {
        return born_by({{"spline",
                         {{"points", constant(curve)},
                          {"share", constant(share)},
                          {"spread", constant(0.0f)},
                          {"speed", constant(3.0f)}}}},
                       1)[0];
    };
    for (const auto& [share, place] :
         {std::pair{0.0f, glm::vec3(-1, 0, 0)}, {0.5f, {0, 1, 0}}, {1.0f, {1, 0, 0}}})
        EXPECT_LT(glm::distance(at_share(arch, share).position, place), 1e-4f)
            << "it goes through its points";
    EXPECT_LT(glm::distance(at_share(arch, 0.5f).velocity, glm::vec3(3, 0, 0)), 1e-3f);
    EXPECT_LT(glm::distance(at_share(loop, 0.5f).position, glm::vec3(-1, 0, 0)), 1e-3f);
    EXPECT_LT(glm::distance(at_share(loop, 1).position, glm::vec3(1, 0, 0)), 1e-4f) << "it is closed";
    EXPECT_LT(glm::distance(at_share(loop, 0.5f).velocity, glm::vec3(0, 0, -3)), 1e-2f);
    EXPECT_EQ(at_share({{{1, 2, 3}, {1, 2, 3}}}, 0.3f).position, glm::vec3(1, 2, 3)) << "it has no length";
    const auto part =
        born_by({{"spline",
                  {{"points", constant(straight)}, {"share", constant(0.8f)}, {"spread", constant(0.4f)}}}});
    expect_even(part, [](const auto& p) { return std::fmod(p.position.x / 5 + 0.2f, 1.0f) / 0.4f; });
}

void attractor_spline() {
    const float reach = 0.7f, seconds = 1.0f / 60;
    for (const Spline& curve : {arch, loop}) {
        const auto particles = cloud(3), places = cloud(3);
        const auto on_curve = places_on(curve);
        const auto moved =
            run_modules({{"attractor-spline", {{"points", constant(curve)}, {"reach", constant(reach)}}}},
                        {.steps = 1}, particles);
        for (std::size_t i = 0; i < moved.size(); ++i) {
            const glm::vec3 way = nearest_on(on_curve, particles[i].position) - particles[i].position;
            const float r = glm::length(way), strength = 5 / (1 + r * r / (reach * reach));
            ASSERT_NEAR(glm::length(moved[i].velocity), strength * seconds, 0.002f) << i;
            // Between two parts of the curve both are near.
            const float after = glm::distance(moved[i].position, nearest_on(on_curve, moved[i].position));
            ASSERT_LT(after, r + 1e-4f) << i;
        }
    }
    const ModuleUse along{"attractor-spline",
                          {{"points", constant(arch)},
                           {"reach", constant(reach)},
                           {"strength", constant(0.0f)},
                           {"along", constant(6.0f)}}};
    const auto carried = run_modules({along}, {.steps = 1}, {at({0, 1, 0}), at({0, 1 + reach, 0})});
    EXPECT_LT(glm::distance(carried[0].velocity, glm::vec3(0.1f, 0, 0)), 1e-3f);
    EXPECT_LT(glm::distance(carried[1].velocity, glm::vec3(0.05f, 0, 0)), 1e-3f) << "half of it at its reach";
}

// --- fields -----------------------------------------------------------------------------------------------

void attractor_mesh() {
    const auto file = samples().write("ball.obj", test::ball_obj(24));
    const float scale = 2, reach = 0.7f;
    const ModuleUse use{"attractor-mesh",
                        {{"mesh", constant(file)},
                         {"scale", constant(scale)},
                         {"reach", constant(reach)},
                         {"centre", constant(put_at)}}};
    std::vector<ModuleParticle> particles = cloud(9);
    std::erase_if(particles, [](const ModuleParticle& p) { return glm::length(p.position) < 0.8f; });
    for (ModuleParticle& p : particles) p.position += put_at;
    const auto moved = run_modules({use}, {.steps = 1}, particles);
    for (std::size_t i = 0; i < moved.size(); ++i) {
        const glm::vec3 d = particles[i].position - put_at;
        const float away = glm::length(d) - scale;
        const float strength =
            std::clamp(away / (0.05f * reach), -1.0f, 1.0f) * 5 / (1 + away * away / (reach * reach));
        ASSERT_LT(glm::distance(moved[i].velocity, -glm::normalize(d) * strength / 60.0f), 0.006f) << i;
    }
    std::erase_if(particles, [](const ModuleParticle& p) { return glm::distance(p.position, put_at) > 4; });
    for (const ModuleParticle& p :
         run_modules({use, {"drag", {{"rate", constant(4.0f)}}}}, {.steps = 3000}, particles))
        EXPECT_NEAR(glm::distance(p.position, put_at), scale, 0.03f) << "they come to rest on the surface";
    const auto box = samples().write("long.obj", test::box_obj({1, 1, 2}));
    const ModuleUse turned{"attractor-mesh",
                           {{"mesh", constant(box)},
                            {"reach", constant(reach)},
                            {"axis", constant(glm::vec3(1, 0, 0))},
                            {"angle", constant(90.0f)}}};
    const float left = 0.3f, pull = 5 / (1 + left * left / (reach * reach));
    const auto drawn = run_modules({turned}, {.steps = 1}, {at({0, 2 + left, 0}), at({0, 0, 1 + left})});
    EXPECT_LT(glm::distance(drawn[0].velocity, glm::vec3(0, -pull / 60, 0)), 0.01f) << "its end is there";
    EXPECT_LT(glm::distance(drawn[1].velocity, glm::vec3(0, 0, -pull / 60)), 0.01f) << "its side is there";
    for (const ModuleParticle& p : run_modules({{"attractor-mesh"}}, {.steps = 1}, particles))
        EXPECT_EQ(p.velocity, glm::vec3(0)) << "there is no mesh";
}

void vector_field() {
    const glm::vec3 low(-1, 0, 2), high(1, 3, 4);
    const glm::mat3 slope(1, 2, 3, -2, 0.5f, 4, 0.3f, 0.7f, -1);
    const auto value = [&](glm::vec3 place) { return slope * place + glm::vec3(1, -2, 3); };
    const auto file = samples().write("field.fga", test::fga({2, 3, 4}, low, high, value));
    ModuleUse use{"vector-field",
                  {{"field", constant(file)}, {"acts", constant(1u)}, {"strength", constant(60.0f)}}};
    const auto at_place = [&](glm::vec3 place) {
        return run_modules({use}, {.steps = 1}, {at(place)})[0].velocity;
    };
    const glm::vec3 cell = (high - low) / glm::vec3(2, 3, 4), first = low + cell * 0.5f;
    for (const glm::vec3 k :
         {glm::vec3(0), glm::vec3(1, 2, 3), glm::vec3(1, 0, 2), glm::vec3(0.5f, 1.25f, 2.75f)})
        EXPECT_LT(glm::distance(at_place(first + k * cell), value(first + k * cell)), 1e-4f)
            << "at the cells' middles and between them";
    EXPECT_LT(glm::distance(at_place(low), value(first)), 1e-4f) << "constant at the faces";
    EXPECT_LT(glm::distance(at_place(high), value(high - cell * 0.5f)), 1e-4f);
    for (const glm::vec3 outside :
         {low - glm::vec3(0.01f, 0, 0), high + glm::vec3(0, 0.01f, 0), glm::vec3(9)})
        EXPECT_EQ(at_place(outside), glm::vec3(0));
    use.values["scale"] = constant(2.0f);
    use.values["centre"] = constant(put_at);
    use.values["axis"] = constant(glm::vec3(0, 0, 1));
    use.values["angle"] = constant(90.0f);
    const glm::vec3 inner = first + cell * 0.5f,
                    placed = put_at + 2.0f * glm::vec3(-inner.y, inner.x, inner.z);
    const glm::vec3 expected = value(inner);
    EXPECT_LT(glm::distance(at_place(placed), glm::vec3(-expected.y, expected.x, expected.z)), 1e-4f);
    const ModuleUse wind{
        "vector-field",
        {{"field", constant(file)}, {"rate", constant(1000.0f)}, {"strength", constant(2.0f)}}};
    EXPECT_LT(
        glm::distance(run_modules({wind}, {.steps = 1}, {at(inner, {9, 9, 9})})[0].velocity, 2.0f * expected),
        1.5f);
    EXPECT_EQ(run_modules({wind}, {.steps = 1}, {at(low - 1.0f, {9, 9, 9})})[0].velocity, glm::vec3(9));
}

}  // namespace

std::vector<ModuleCase> file_cases() {
    return {{"mask", mask},
            {"flip-book", flip_book},
            {"mesh-surface", mesh_surface},
            {"mesh-edges", mesh_edges},
            {"image", image},
            {"spline", spline},
            {"vector-field", vector_field},
            {"attractor-spline", attractor_spline},
            {"attractor-mesh", attractor_mesh}};
}

}  // namespace winnow::particles
