// Surfaces of meshes: smooth normals, pictures, two sides, gleam, colour by place, and how an orientation
// turns them, by triangles and by the rasteriser.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
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
    static constexpr effects::View front{{0, 0, 0}, 3, 0, 0, 1}, behind{{0, 0, 0}, 3, 180, 0, 1};
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

    /// Returns the picture of a mesh of these parameters and further modules.
    Image seen(const std::string& parameters, const std::string& modules = "", float lamp = 1,
               const effects::View& view = front, int steps = 1) {
        if (!suites_) suites_.emplace(gl::Tools{facts(), shaders_, *passes_});
        if (!memory_) memory_ = gl::plain_memory();
        const std::string text =
            R"({"format": 2, "emitters": [{"rate": 0, "lifetime": 99, "bursts": [{"count": 1}], "modules": [
                {"module": "point", "centre": [0, 0, 0]}, {"module": "size", "diameter": 1.6})" +
            modules + R"(, {"module": "mesh", )" + parameters + "}]}]}";
        particles::Simulation simulation(
            gl::Tools{facts(), shaders_, *passes_}, *memory_,
            effects::compile(effects::parse(text, "test", folder_.path().string())), 64, 1,
            suites_->make_compactor({Backend::glsl, {}, Compaction::staged}));
        for (int i = 0; i < steps; ++i) {
            simulation.settle();
            simulation.step();
        }
        Scene scene = render::scene_of(simulation.living(), view);
        scene.plane.enabled = false;
        scene.scenery = {effects::Ground::none, effects::Sky::black, lamp};
        scene.bloom = false;
        scene.by_tiles = GetParam();
        scene.order.bounds = bounds_of(*simulation.living().program);
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

    test::TemporaryDirectory folder_;
    std::optional<Suites> suites_;
    std::unique_ptr<gl::MemoryProvider> memory_;
};

INSTANTIATE_TEST_SUITE_P(, MeshSurfacesTest, testing::Bool(), path_of_drawing);

TEST_P(MeshSurfacesTest, NormalsOfTheFileMakeLightSmooth) {
    const Image flat = seen(R"("mesh": "flat.obj")"), smooth = seen(R"("mesh": "smooth.obj")");
    EXPECT_NEAR(at(flat, -0.25, 0).r, at(flat, 0.25, 0).r, 2) << "one normal, one light";
    EXPECT_GT(at(smooth, -0.25, 0).r, at(smooth, 0.25, 0).r + 20) << "the lamp is on the left";
    EXPECT_GT(at(smooth, -0.25, 0).r, at(smooth, 0, 0).r + 5) << "between corners they are blended";
    EXPECT_LT(compare(seen(R"("mesh": "square.obj")"), flat, 8).beyond, 20u)
        << "texture coordinates alone change nothing";
}

TEST_P(MeshSurfacesTest, APictureLiesOnTheMeshAndIsCutOut) {
    const std::string parameters = R"("mesh": "square.obj", "picture": "quarters.png", "glow": 1)";
    const Image image = seen(parameters, "", 0);
    const double off = 0.2, much = 100, little = 30;
    EXPECT_GT(at(image, -off, off).r, much) << "upper left, red";
    EXPECT_LT(at(image, -off, off).g, little);
    EXPECT_GT(at(image, off, off).g, much) << "upper right, green";
    EXPECT_GT(at(image, -off, -off).b, much) << "lower left, blue";
    EXPECT_EQ(at(image, off, -off), glm::dvec3(0)) << "lower right, clear";
    const std::string red = R"(, {"module": "colour", "colour": [1, 0, 0, 1]})";
    const Image tinted = seen(parameters, red, 0);
    EXPECT_GT(at(tinted, -off, off).r, much);
    EXPECT_EQ(at(tinted, off, off), glm::dvec3(0)) << "the particle's colour is a factor";
    const Image mirrored = seen(parameters, "", 0, behind);
    EXPECT_GT(at(mirrored, off, off).r, much) << "from behind it is mirrored";
    EXPECT_GT(at(mirrored, -off, off).g, much);
}

TEST_P(MeshSurfacesTest, BothSidesAreSeenOrOne) {
    const auto bright = [&](const std::string& sides, const effects::View& view, const char* mesh) {
        return at(seen(fmt::format(R"("mesh": "{}", "sides": "{}", "glow": 0.1)", mesh, sides), "", 1, view),
                  0, 0)
            .g;
    };
    for (const char* mesh : {"flat.obj", "both.obj"}) {
        EXPECT_GT(bright("two", front, mesh), 20) << mesh;
        EXPECT_GT(bright("two", behind, mesh), 20) << mesh;
        EXPECT_GT(bright("one", front, mesh), 20) << mesh;
        EXPECT_EQ(bright("one", behind, mesh), 0) << mesh;
    }
    const Image lit = seen(R"("mesh": "smooth.obj")", "", 1, behind);
    EXPECT_NE(lit, seen(R"("mesh": "smooth.obj")")) << "the back has a light of its own";
    const std::string ball = R"("mesh": "ball.obj", "sides": ")";
    EXPECT_LT(compare(seen(ball + "one\""), seen(ball + "two\""), 8).beyond, 8u)
        << "of a closed mesh no back is seen";
}

TEST_P(MeshSurfacesTest, RoughnessWidensTheGleam) {
    const std::string grey = R"(, {"module": "colour", "colour": [0.1, 0.1, 0.1, 1]})";
    const auto rough = [&](const std::string& roughness) {
        return seen(R"("mesh": "ball.obj", "roughness": )" + roughness, grey);
    };
    const Image matte = rough("1"), lacquer = rough("0.2"), satin = rough("0.6");
    EXPECT_EQ(matte, seen(R"("mesh": "ball.obj")", grey)) << "the default";
    const auto most = [](const Image& image) { return *std::ranges::max_element(image.pixels); };
    EXPECT_GT(most(lacquer), most(satin) + 10);
    EXPECT_GT(most(satin), most(matte) + 2);
    EXPECT_GT(brighter(satin, matte, 2), 2 * brighter(lacquer, matte, 2)) << "wide and faint";
    EXPECT_LT(brighter(lacquer, matte, 20), 300) << "a spot";
    EXPECT_GT(brighter(lacquer, matte, 20), 3);
}

TEST_P(MeshSurfacesTest, ColourIsBlendedByPlace) {
    const auto along = [&](const std::string& axis, const std::string& ends) {
        return seen(R"("mesh": "flat.obj", "glow": 1)",
                    R"(, {"module": "colour", "colour": [1, 0, 0, 1]}, {"module": "mesh-colour",
                       "colour": [0, 1, 0, 1], "axis": )" +
                        axis + ends + "}",
                    0);
    };
    const Image across = along("[1, 0, 0]", R"(, "from": -0.4, "to": 0.4)");
    EXPECT_GT(at(across, -0.3, 0).r, 200);
    EXPECT_LT(at(across, -0.3, 0).g, 25) << "before the blend";
    EXPECT_GT(at(across, 0.3, 0).g, 200);
    EXPECT_LT(at(across, 0.3, 0).r, 25) << "behind it";
    EXPECT_NEAR(at(across, 0, 0).r, at(across, 0, 0).g, 25) << "the middle";
    const Image upright = along("[0, 1, 0]", "");
    EXPECT_GT(at(upright, 0, 0.3).g, at(upright, 0, -0.3).g + 40);
    EXPECT_NEAR(at(upright, -0.3, 0).g, at(upright, 0.3, 0).g, 3);
}

TEST_P(MeshSurfacesTest, AnOrientationTurnsTheMesh) {
    const std::string mesh = R"("mesh": "both.obj", "picture": "quarters.png")",
                      axis = R"("axis": [1, 2, 0.5], "angle": 70)";
    const Image still = seen(mesh), own = seen(mesh + ", " + axis);
    EXPECT_GT(compare(own, still, 8).beyond, 200u);
    EXPECT_LT(compare(seen(mesh, R"(, {"module": "orient", )" + axis + "}"), own, 8).beyond, 20u);
    const std::string back = R"(, {"module": "orient", "axis": [-1, -2, -0.5], "angle": 70})";
    EXPECT_LT(compare(seen(mesh + ", " + axis, back), still, 8).beyond, 20u) << "it follows the mesh's own";
    const std::string tumble = R"(, {"module": "tumble", "spin": [0, 0, 90], "speed": 0})";
    EXPECT_LT(compare(seen(mesh, tumble, 1, front, 61), seen(mesh + R"(, "axis": [0, 0, 1], "angle": 90)"), 8)
                  .beyond,
              120u)
        << "a second of it";
}

}  // namespace
}  // namespace winnow::render
