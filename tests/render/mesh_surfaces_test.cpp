// Surfaces of meshes: smooth normals, pictures, two sides, gleam, colour by place, and how an orientation
// turns them, by triangles and by the rasteriser.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compact/suite.h"
#include "effects/format/effect_file.h"
#include "render/renderer_fixture.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::render {
namespace {

/// A square in x and y that faces z, its corners 1 from the middle. Its normals lean to the left and right,
/// and its picture is upright.
std::string square_obj(bool has_normals, bool has_coordinates) {
    std::string text;
    constexpr float side = 0.70710678f;
    for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
        text += fmt::format("v {} {} 0\nvn {} 0 1\nvt {} {}\n", x * side, y * side, 2 * x, (x + 1) / 2,
                            (y + 1) / 2);
    }
    text += "f";
    for (int k = 1; k <= 4; ++k)
        text += has_coordinates ? has_normals ? fmt::format(" {0}/{0}/{0}", k) : fmt::format(" {0}/{0}", k)
                : has_normals ? fmt::format(" {0}//{0}", k)
                                : fmt::format(" {}", k);
    return text + "\n";
}

class MeshSurfacesTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    static constexpr float front = 0, behind = 180;  // degrees of yaw
    static constexpr float apart = 4;                // metres: none hides another or shades it
    static constexpr gl::Size frame_size{64, 64};

    MeshSurfacesTest() {
        folder_.write("flat.obj", square_obj(false, false));
        folder_.write("smooth.obj", square_obj(true, false));
        folder_.write("square.obj", square_obj(false, true));
        folder_.write("both.obj", square_obj(true, true));
        folder_.write("ball.obj", test::ball_obj(12));
        folder_.write("quarters.png", test::png(32, 32, [](int x, int y) {
                          if (y >= 16)
                              return x < 16 ? glm::u8vec4(0, 0, 255, 255) : glm::u8vec4(255, 0, 0, 0);
                          return x < 16 ? glm::u8vec4(255, 0, 0, 255) : glm::u8vec4(0, 255, 0, 255);
                      }));
    }

    /// Adds a mesh of these parameters and further modules. Returns its number.
    int add(const std::string& parameters, const std::string& modules = "") {
        const int number = meshes_++;
        emitters_ += fmt::format(
            R"({}{{"name": "e{}", "rate": 0, "lifetime": 99, "bursts": [{{"count": 1}}], "modules": [
                {{"module": "point", "centre": [{}, 0, 0]}}, {{"module": "size", "diameter": 1.6}}{},
                {{"module": "mesh", {}}}]}})",
            number == 0 ? "" : ", ", number, number * apart, modules, parameters);
        return number;
    }

    /// Simulates all meshes together, because the programs of one effect take long enough to compile.
    void play(int steps) {
        suites_.emplace(gl::Tools{facts(), shaders_, *passes_});
        memory_ = gl::plain_memory();
        const std::string text = R"({"format": 2, "emitters": [)" + emitters_ + "]}";
        simulation_ = std::make_unique<particles::Simulation>(
            gl::Tools{facts(), shaders_, *passes_}, *memory_,
            effects::compile(effects::parse(text, "test", folder_.path().string())), 64, 1,
            suites_->make_compactor({Backend::glsl, {}, Compaction::staged}));
        for (int i = 0; i < steps; ++i) {
            simulation_->settle();
            simulation_->step();
        }
    }

    /// Returns the picture of a mesh alone, seen from the front or from behind.
    Image seen(int mesh, float lamp = 1, float yaw = front) const {
        const float x = apart * static_cast<float>(mesh);
        Scene scene = render::scene_of(simulation_->living(), {{x, 0, 0}, 3, yaw, 0, 1});
        scene.plane.enabled = false;
        scene.scenery = {effects::Ground::none, effects::Sky::black, lamp};
        scene.bloom = false;
        scene.by_tiles = GetParam();
        scene.order.bounds = bounds_of(*simulation_->living().program);
        return draw(scene, frame_size);
    }

    /// Returns the mean of each channel around a place, -1 to 1 from the middle, up and right.
    static glm::dvec3 at(const Image& image, double x, double y) {
        glm::dvec3 sum(0);
        const int column = static_cast<int>((x + 1) / 2 * image.size.width),
                  row = static_cast<int>((1 - y) / 2 * image.size.height);
        for (int j = -1; j <= 1; ++j)
            for (int i = -1; i <= 1; ++i)
                for (int c = 0; c < 3; ++c)
                    sum[c] += image.pixels[static_cast<std::size_t>(
                        3 * ((row + j) * image.size.width + column + i) + c)];
        return sum / 9.0;
    }

    /// Returns how many pixels have a channel of at least so much more than the other picture.
    static int brighter(const Image& image, const Image& other, int by) {
        int count = 0;
        for (std::size_t i = 0; i < image.pixels.size(); i += 3)
            count += image.pixels[i] >= other.pixels[i] + by ? 1 : 0;
        return count;
    }

    /// Expects a spot on lacquer, and a wide faint sheen on satin.
    static void expect_gleam(const Image& matte, const Image& spot, const Image& sheen) {
        const auto most = [](const Image& image) { return *std::ranges::max_element(image.pixels); };
        EXPECT_GT(most(spot), most(sheen) + 10);
        EXPECT_GT(most(sheen), most(matte) + 2);
        EXPECT_GT(brighter(sheen, matte, 2), 2 * brighter(spot, matte, 2)) << "wide and faint";
        EXPECT_LT(brighter(spot, matte, 20), 300) << "a spot";
        EXPECT_GT(brighter(spot, matte, 20), 3);
    }

    test::TemporaryDirectory folder_;
    int meshes_ = 0;
    std::string emitters_;
    std::optional<Suites> suites_;
    std::unique_ptr<gl::MemoryProvider> memory_;
    std::unique_ptr<particles::Simulation> simulation_;
};

INSTANTIATE_TEST_SUITE_P(, MeshSurfacesTest, testing::Bool(), path_of_drawing);

TEST_P(MeshSurfacesTest, HaveNormalsPicturesSidesGleamAndColoursByPlace) {
    const std::string red = R"(, {"module": "colour", "colour": [1, 0, 0, 1]})",
                      grey = R"(, {"module": "colour", "colour": [0.1, 0.1, 0.1, 1]})";
    const int flat = add(R"("mesh": "flat.obj")"), smooth = add(R"("mesh": "smooth.obj")"),
              mapped = add(R"("mesh": "square.obj")");
    const std::string glowing = R"("mesh": "square.obj", "picture": "quarters.png", "glow": 1)";
    const int picture = add(glowing), tinted = add(glowing, red);
    const int flat_one = add(R"("mesh": "flat.obj", "sides": "one")"),
              both_one = add(R"("mesh": "both.obj", "sides": "one")");
    const int ball = add(R"("mesh": "ball.obj")", grey),
              ball_one = add(R"("mesh": "ball.obj", "sides": "one")", grey),
              lacquer = add(R"("mesh": "ball.obj", "roughness": 0.2)", grey),
              satin = add(R"("mesh": "ball.obj", "roughness": 0.6)", grey);
    const std::string green = red + R"(, {"module": "mesh-colour", "colour": [0, 1, 0, 1], "axis": )";
    const int across =
                  add(R"("mesh": "flat.obj", "glow": 1)", green + R"([1, 0, 0], "from": -0.4, "to": 0.4})"),
              upright = add(R"("mesh": "flat.obj", "glow": 1)", green + "[0, 1, 0]}");
    play(1);

    const auto light = [&](int mesh, double x, float yaw = front) { return at(seen(mesh, 1, yaw), x, 0).r; };
    EXPECT_NEAR(light(flat, -0.25), light(flat, 0.25), 2) << "one normal, one light";
    EXPECT_GT(light(smooth, -0.25), light(smooth, 0.25) + 20) << "the lamp is on the left";
    EXPECT_GT(light(smooth, -0.25), light(smooth, 0) + 5) << "between corners they are blended";
    EXPECT_NEAR(light(mapped, 0.25), light(flat, 0.25), 2) << "texture coordinates alone change nothing";

    const double off = 0.2, much = 100, little = 30;
    const Image shown = seen(picture, 0), mirrored = seen(picture, 0, behind);
    EXPECT_GT(at(shown, -off, off).r, much) << "upper left, red";
    EXPECT_LT(at(shown, -off, off).g, little);
    EXPECT_GT(at(shown, off, off).g, much) << "upper right, green";
    EXPECT_GT(at(shown, -off, -off).b, much) << "lower left, blue";
    EXPECT_EQ(at(shown, off, -off), glm::dvec3(0)) << "lower right, clear";
    EXPECT_GT(at(mirrored, off, off).r, much) << "from behind it is mirrored";
    EXPECT_GT(at(mirrored, -off, off).g, much);
    EXPECT_GT(at(seen(tinted, 0), -off, off).r, much);
    EXPECT_EQ(at(seen(tinted, 0), off, off), glm::dvec3(0)) << "the particle's colour is a factor";

    for (const int mesh : {flat, smooth, mapped}) EXPECT_GT(light(mesh, 0.1, behind), 5) << mesh;
    for (const int mesh : {flat_one, both_one}) {
        EXPECT_GT(light(mesh, 0.1), 20) << mesh;
        EXPECT_EQ(light(mesh, 0.1, behind), 0) << mesh;
    }
    EXPECT_GT(std::abs(light(smooth, 0.25, behind) - light(smooth, -0.25, behind)), 3)
        << "a back is lit as a back";
    EXPECT_LT(compare(seen(ball_one), seen(ball), 8).beyond, 8u) << "of a closed mesh no back is seen";

    expect_gleam(seen(ball), seen(lacquer), seen(satin));

    const Image blended = seen(across, 0);
    EXPECT_GT(at(blended, -0.3, 0).r, 200);
    EXPECT_LT(at(blended, -0.3, 0).g, little) << "before the blend";
    EXPECT_GT(at(blended, 0.3, 0).g, 200);
    EXPECT_LT(at(blended, 0.3, 0).r, little) << "behind it";
    EXPECT_NEAR(at(blended, 0, 0).r, at(blended, 0, 0).g, 25) << "the middle";
    EXPECT_GT(at(seen(upright, 0), 0, 0.3).g, at(seen(upright, 0), 0, -0.3).g + 40);
}

TEST_P(MeshSurfacesTest, ReadAttributesOfEveryPlane) {
    // Steps change `other`, so its words come first, and those of `hue` lie in the second plane.
    const int mesh = add(R"("mesh": "flat.obj", "glow": 1)", R"json(,
        {"module": "attribute-vector", "name": "hue", "value": [0, 0, 1]},
        {"module": "attribute-vector", "name": "other", "value": [1, 0, 0]},
        {"module": "attribute", "name": "more", "value": 0},
        {"module": "set-vector", "attribute": "other", "value": "other"},
        {"module": "set", "attribute": "more", "value": "more"},
        {"module": "colour", "colour": "vec4(hue, 1)"})json");
    play(1);
    const glm::dvec3 colour = at(seen(mesh, 0), 0, 0);
    EXPECT_GT(colour.b, 100);
    EXPECT_LT(colour.r, 30);
}

TEST_P(MeshSurfacesTest, AnOrientationTurnsTheMesh) {
    const std::string mesh = R"("mesh": "both.obj", "picture": "quarters.png")",
                      axis = R"("axis": [1, 2, 0.5], "angle": 70)",
                      back = R"(, {"module": "orient", "axis": [-1, -2, -0.5], "angle": 70})",
                      tumble = R"(, {"module": "tumble", "spin": [0, 0, 90], "speed": 0})";
    const int still = add(mesh), own = add(mesh + ", " + axis),
              oriented = add(mesh, R"(, {"module": "orient", )" + axis + "}"),
              undone = add(mesh + ", " + axis, back), tumbled = add(mesh, tumble),
              turned = add(mesh + R"(, "axis": [0, 0, 1], "angle": 90)");
    play(61);
    EXPECT_GT(compare(seen(own), seen(still), 8).beyond, 200u);
    EXPECT_LT(compare(seen(oriented), seen(own), 8).beyond, 20u);
    EXPECT_LT(compare(seen(undone), seen(still), 8).beyond, 20u) << "it follows the mesh's own";
    EXPECT_LT(compare(seen(tumbled), seen(turned), 8).beyond, 120u) << "a second of it";
}

}  // namespace
}  // namespace winnow::render
