// Compares whole frames with golden images, and proves that the comparison detects faults.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "effects/format/effect_file.h"
#include "render/golden.h"
#include "render/golden_faults.h"
#include "render/played_effect.h"
#include "render/renderer_fixture.h"
#include "support/data_samples.h"
#include "support/gl_fixture.h"
#include "support/temporary_directory.h"

namespace winnow::render {
namespace {

namespace fs = std::filesystem;

constexpr gl::Size golden_size{320, 180};
constexpr std::uint32_t alive = 3000;
#ifdef __SANITIZE_ADDRESS__
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
constexpr double clearly_beyond = 2.5;  // the least difference that a mistake must make, in tolerances

class GoldenTest : public test::GlTest {
  protected:
    Image frame(const Scene& scene, const fs::path& shader_folder = {}) const {
        gl::ShaderLibrary shaders(shader_folder);
        gl::Passes passes(facts());
        Renderer renderer(facts(), shaders, passes);
        renderer.set_quality(Quality::low);  // on every device
        return frame_of(renderer, scene, golden_size);
    }

    /// Returns the frame of an effect after so many steps, from the effect's own view.
    Image frame_after(const effects::Effect& effect, int steps, const fs::path& shader_folder = {}) const {
        return frame(test::PlayedEffect(facts(), effect, steps).scene(), shader_folder);
    }

    /// Returns spheres and boxes of several colours that lie on the ground and above it, with sprites between
    /// them.
    effects::Effect solids() const {
        folder_.write("box.obj", test::box_obj({0.5f, 0.3f, 0.2f}));
        return effects::parse(R"({"format": 2, "blend": "alpha",
            "scenery": {"ground": "studio", "sky": "studio"},
            "view": {"target": [0, 0.6, 0], "distance": 4.5, "yaw": 20, "pitch": 16},
            "emitters": [
            {"name": "spheres", "rate": 0, "bursts": [{"count": 40}], "position": [0, 0.5, 0], "modules": [
              {"module": "box", "size": [3, 0.7, 3]},
              {"module": "colour", "colour": {"random": [[0.1, 0.1, 0.1, 1], [0.9, 0.9, 0.9, 1]]}},
              {"module": "size", "diameter": {"random": [0.1, 0.3]}}, {"module": "sphere"}]},
            {"name": "boxes", "rate": 0, "bursts": [{"count": 40}], "position": [0, 0.7, 0], "modules": [
              {"module": "box", "size": [3, 1, 3]},
              {"module": "colour", "colour": [0.7, 0.45, 0.2, 1]}, {"module": "size", "diameter": 0.4},
              {"module": "mesh", "mesh": "box.obj", "axis": {"random": [[-1, -1, -1], [1, 1, 1]]},
               "angle": {"random": [20, 70]}, "spin": 120}]},
            {"name": "dust", "rate": 0, "bursts": [{"count": 60}], "position": [0, 0.6, 0], "modules": [
              {"module": "box", "size": [3, 1, 3]}, {"module": "colour", "colour": {"random": [[0.8, 0.2, 0.1, 0.5], [0.1, 0.3, 0.8, 0.5]]}},
              {"module": "size", "diameter": 0.5}, {"module": "shading"}]}]})",
                              "solids", folder_.path().string());
    }

    /// Returns an effect with particles at rest and without light of their own.
    static effects::Effect ball() {
        effects::Effect effect;
        effect.blend = effects::Blend::alpha;
        effect.view = {{0, 1.2f, 0}, 5, 20, 8, 1.5f};
        effects::Emitter& e = effect.emitters[0];
        e.rate = 0;
        e.bursts = {{.time = 0, .count = 4000}};
        e.position = {0, 1.3f, 0};
        e.modules = {{"ball", true, {{"radius", 0.9}}},
                     {"colour", true, {{"colour", glm::vec4(0.3f, 0.3f, 0.3f, 0.2f)}}},
                     {"size", true, {{"diameter", 0.15}}},
                     {"shading"}};
        return effect;
    }

    /// Compares the scene's frame with its golden image, and proves that the image notices mistakes. They are
    /// made in buffers and calls, which are the same on all devices, so llvmpipe's narrow tolerance suffices.
    /// The proof is about pictures alone, so sanitizers need not see it.
    /// `unseen`: mistakes that nobody sees, such as a wrong order of particles so small and so alike that it
    /// does not show which lies before which.
    void expect_golden(const std::string& name, const Scene& scene, std::size_t emitters,
                       const test::Tolerance& tolerance, const std::set<std::string>& unseen = {}) {
        gl::ShaderLibrary shaders;
        gl::Passes passes(facts());
        Renderer renderer(facts(), shaders, passes);
        renderer.set_quality(Quality::low);  // on every device
        const Image actual = frame_of(renderer, scene, golden_size);
        const std::uint64_t loads = shaders.loads();
        frame_of(renderer, scene, golden_size);
        EXPECT_EQ(shaders.loads(), loads) << name << ": a frame like the one before loads programs";
        const test::Verdict verdict = test::compare_with_golden(name, actual, tolerance);
        EXPECT_TRUE(verdict.same) << verdict.words;
        RecordProperty(name, verdict.words);
        if (!is_llvmpipe() || is_sanitized) return;
        for (const test::Fault& fault : test::faults_of(scene, emitters)) {
            if (unseen.contains(fault.name)) continue;
            const double excess = test::excess_of_mistake(
                name, fault.name, test::frame_of(renderer, fault, golden_size), tolerance, clearly_beyond);
            EXPECT_GE(excess, clearly_beyond) << name << " hardly notices this mistake: " << fault.name;
            RecordProperty(name + ": " + fault.name, fmt::format("{:.1f} of the tolerance", excess));
        }
    }
    void expect_golden(const std::string& name, const effects::Effect& effect, int steps) {
        expect_golden(name, test::PlayedEffect(facts(), effect, steps).scene(), effect.emitters.size(),
                      test::tolerance_of(facts()));
    }
    void expect_golden(const std::string& name, const Scene& scene) {
        expect_golden(name, scene, test::Field::kinds, test::tolerance_of(facts()));
    }

    bool is_llvmpipe() const { return facts().renderer.find("llvmpipe") != std::string::npos; }

    /// Replaces one text in one shader file and expects the frame to differ.
    void expect_fault_seen(const std::string& file, const std::string& text, const std::string& by) const {
        const test::ShippedShaders shaders;
        shaders.replace(file, text, by);
        const test::Field field(alive);
        const Image actual = frame(scene_of(field.living()), shaders.path());
        const test::Verdict verdict = test::compare_with_golden("field", actual, test::tolerance_of(facts()));
        EXPECT_FALSE(verdict.same) << verdict.words;
        for (const char* kind : {"actual", "expected", "difference"})
            EXPECT_EQ(read_png(verdict.evidence + "-" + kind + ".png").size, golden_size);
    }

    test::TemporaryDirectory folder_;
};

TEST_F(GoldenTest, Field) {
    const test::Field field(alive);
    expect_golden("field", scene_of(field.living()));
}

TEST_F(GoldenTest, AlphaWithoutPlaneAndBloom) {
    const test::Field field(alive);
    Scene scene = covering_scene_of(field);
    scene.order.sorts = true;
    scene.plane.enabled = false;
    scene.bloom = false;
    expect_golden("alpha", scene);
}

TEST_F(GoldenTest, GroundsAndSkies) {
    using effects::Ground, effects::Sky;
    const test::Field field(alive);
    const auto expect_seen = [&](const std::string& name, const effects::Scenery& scenery,
                                 bool grid = false) {
        Scene scene = scene_of(field.living());
        scene.scenery = scenery;
        scene.grid = grid;
        expect_golden(name, scene);
    };
    expect_seen("wet", {Ground::wet, Sky::night, 1});
    expect_seen("sand", {Ground::sand, Sky::dusk, 0.3f});
    expect_seen("studio", {Ground::studio, Sky::studio, 1});
    expect_seen("bare", {Ground::none, Sky::black, 1});
    expect_seen("grid", {}, true);
    effects::SceneObject box, lantern;
    box.position = {-0.8f, 0.4f, 0.5f};
    box.size = glm::vec3(0.8f);
    box.angle = 30;
    lantern.shape = effects::Solid::ball;
    lantern.position = {0.9f, 0.5f, 0.3f};
    lantern.size = glm::vec3(0.6f);
    lantern.glow = 2;
    expect_seen("objects", {Ground::wet, Sky::dusk, 1, {box, lantern}});
}

/// Beyond so many seconds of its prewarm an effect is not simulated, which would take too long.
constexpr float max_prewarm = 4, seconds_seen = 1.5f;

/// When and from where an effect's golden image shows it.
struct Look {
    float seconds;
    float distance = 1;  // as a factor on that of the effect's view
    std::set<std::string> unseen = {};
};

/// Returns the look of effects that are dark most of the time, or whose usual picture hides mistakes: far
/// stars that cover nothing, flakes that do not yet lie on each other, ink that multiplies, ribbons
/// without sprites, leaves that are meshes.
Look look_at(const effects::Effect& effect, const std::string& name) {
    static const std::map<std::string, Look> chosen{
        {"chaff", {1.5f, 1, {"not sorted"}}},
        {"explosion", {1}},
        {"fireworks", {5.6f, 0.7f}},
        {"galaxy", {1, 0.3f}},
        {"ink", {5.5f, 1, {"not sorted", "opacity twice", "wrong blend"}}},
        {"lake", {1.5f, 1, {"not sorted"}}},
        {"leaves", {5.5f, 1, {"not sorted", "wrong blend"}}},
        {"lightning", {2.25f}},
        {"murmuration", {5.5f, 1, {"not sorted"}}},
        {"rocket", {4}},
        {"snow", {12, 1, {"not sorted"}}},
        {"spellblade", {1, 1, {"not sorted"}}},
        {"storm", {5.5f, 0.7f}},
        {"waterfall", {3, 0.7f, {"not sorted"}}}};
    const auto found = chosen.find(name);
    if (found != chosen.end()) return found->second;
    return {std::min(effect.prewarm, max_prewarm) + seconds_seen};
}

class EffectGoldenTest : public GoldenTest, public ::testing::WithParamInterface<std::string> {};

/// Small differences between drivers grow with every step of an effect that is chaotic, so elsewhere than on
/// llvmpipe only the light of the whole picture is compared.
TEST_P(EffectGoldenTest, LooksAsBefore) {
    effects::Effect effect = effects::load(GetParam());
    const Look look = look_at(effect, GetParam());
    effect.view.distance *= look.distance;
    const float steps = look.seconds * static_cast<float>(effect.steps_per_second);
    const test::PlayedEffect played(facts(), effect, static_cast<int>(steps));
    const test::Tolerance tolerance =
        is_llvmpipe() ? test::tolerance_of(facts()) : test::Tolerance{255, 100, 12};
    expect_golden("effect-" + GetParam(), played.scene(), effect.emitters.size(), tolerance, look.unseen);
}

/// Returns every second built-in effect from this one on, so that two tests share the longest suite.
std::vector<std::string> every_second_from(std::size_t first) {
    const std::vector<std::string> all = effects::built_in_names();
    std::vector<std::string> some;
    for (std::size_t i = first; i < all.size(); i += 2) some.push_back(all[i]);
    return some;
}

std::string with_underscores(const ::testing::TestParamInfo<std::string>& one) {
    std::string name = one.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(EvenBuiltIn, EffectGoldenTest, ::testing::ValuesIn(every_second_from(0)),
                         with_underscores);
INSTANTIATE_TEST_SUITE_P(OddBuiltIn, EffectGoldenTest, ::testing::ValuesIn(every_second_from(1)),
                         with_underscores);

TEST_F(GoldenTest, ABallIsLitOnTheSideOfTheLamp) {
    expect_golden("ball", ball(), 2);
}

TEST_F(GoldenTest, Needles) {
    effects::Effect effect = ball();
    effect.blend = effects::Blend::additive;
    effect.emitters[0].bursts = {{.time = 0, .count = 150}};
    effect.emitters[0].modules = {{"ball", true, {{"radius", 0.9}}},
                                  {"colour", true, {{"colour", glm::vec4(0.9f, 0.6f, 0.3f, 1)}}},
                                  {"size", true, {{"diameter", 0.4}}},
                                  {"slenderness", true, {{"width", 0.1}}},
                                  {"rotation", true, {{"angle", effects::Formula("100 * position.x")}}}};
    expect_golden("needles", effect, 2);
}

TEST_F(GoldenTest, Solids) {
    expect_golden("solids", solids(), 2);
}

TEST_F(GoldenTest, ParticlesAsLights) {
    // In the dark, red sparks at the left and blue ones at the right light sand, objects and the smoke
    // between.
    const auto sparks = [](const std::string& centre, const std::string& colour) {
        return R"({"rate": 0, "bursts": [{"count": 5}], "modules": [
  {"module": "box", "centre": )" +
               centre + R"(, "size": [0.3, 0.5, 0.3]}, {"module": "colour", "colour": )" + colour + R"(},
  {"module": "size", "diameter": 0.05}, {"module": "light", "strength": 0.12, "radius": 2}]}, )";
    };
    expect_golden("light",
                  effects::parse(R"({"format": 2,
"scenery": {"ground": "sand", "sky": "black", "lamp": 0.02, "objects": [
  {"shape": "ball", "position": [-1.4, 0.45, -0.5], "size": [0.9, 0.9, 0.9], "colour": [0.7, 0.7, 0.7]},
  {"position": [1.6, 0.3, -0.3], "size": [0.5, 0.6, 0.5], "angle": 30, "colour": [0.7, 0.7, 0.7]}]},
"view": {"target": [0.1, 0.5, 0], "distance": 4.4, "yaw": 15, "pitch": 14, "exposure": 3},
"emitters": [)" + sparks("[-0.8, 0.5, 0.2]", "[9, 1.2, 0.6, 1]") +
                                     sparks("[1.0, 0.5, 0.3]", "[0.6, 2, 9, 1]") +
                                     R"(
{"rate": 0, "bursts": [{"count": 120}], "blend": "alpha", "modules": [
  {"module": "box", "centre": [0.1, 0.7, -0.4], "size": [1.6, 0.9, 0.6]},
  {"module": "colour", "colour": {"random": [[0.1, 0.1, 0.1, 0.3], [0.6, 0.6, 0.6, 0.3]]}},
  {"module": "size", "diameter": {"random": [0.2, 0.4]}}, {"module": "shading"}]}]})",
                                 "light"),
                  2);
}

TEST_F(GoldenTest, AFineMeshLooksLikeASphere) {
    folder_.write("ball.obj", test::ball_obj(24));
    const auto drawn = [&](const std::string& module) {
        return frame_after(effects::parse(R"({"format": 2, "scenery": {"ground": "studio", "sky": "studio"},
            "view": {"target": [0, 1, 0], "distance": 5}, "emitters": [
            {"rate": 0, "bursts": [{"count": 1}], "position": [0, 1, 0], "modules": [
              {"module": "size", "diameter": 1.6}, )" +
                                              module + "]}]}",
                                          "one", folder_.path().string()),
                           2);
    };
    const Difference difference =
        compare(drawn(R"({"module": "mesh", "mesh": "ball.obj"})"), drawn(R"({"module": "sphere"})"), 24);
    EXPECT_LT(difference.beyond, 300u) << "of " << golden_size.width * golden_size.height;
    EXPECT_LT(difference.mean, 0.6);
}

TEST_F(GoldenTest, AFlippedAxisIsSeen) {
    const test::ShippedShaders shaders;
    shaders.replace("render/solids/solids.comp", "vec4(look.solid.axis *",
                    "vec4(look.solid.axis * vec3(1.0, -1.0, 1.0) *");
    const Image actual = frame_after(solids(), 2, shaders.path());
    EXPECT_FALSE(test::compare_with_golden("solids", actual, test::tolerance_of(facts())).same);
}

TEST_F(GoldenTest, Ribbons) {
    expect_golden("ribbons",
                  effects::parse(R"j({"format": 2,
"view": {"target": [0, 1.2, 0], "distance": 5.5, "yaw": 20, "pitch": 10},
"emitters": [{"name": "brush", "rate": 960, "lifetime": 2, "modules": [
  {"module": "strands", "count": 8},
  {"module": "point",
   "centre": "vec3(1.6 * sin(time * 5 + strand), 1.2 + 1.1 * sin(time * 3.1 + strand * 2), 1.6 * cos(time * 4.3))"},
  {"module": "ribbon"},
  {"module": "colour", "colour": {"gradient": [[0, [4, 1, 0.4, 1]], [1, [0.3, 0.8, 3, 0.6]]], "by": "strand / 7"}},
  {"module": "size", "diameter": {"curve": [[0, 0.02], [0.1, 0.16], [1, 0]]}}]
}]
})j",
                                 "test"),
                  150);
}

/// Leaves that are turned and slender, smoke that boils, and streaks whose light adds up.
TEST_F(GoldenTest, Pictures) {
    folder_.write("leaf.png", test::png(48, 32, [](int x, int y) {
                      const float along = (static_cast<float>(x) + 0.5f) / 48;
                      const float half = 16 * 2.4f * std::sqrt(along) * (1 - along);
                      const bool is_vein = std::abs(y - 16) < 2 || (x + std::abs(y - 16)) % 12 < 2;
                      const bool is_leaf = std::abs(static_cast<float>(y) - 15.5f) < half;
                      return glm::u8vec4(is_vein ? 200 : 60, is_vein ? 230 : 120, 40, is_leaf ? 255 : 0);
                  }));
    expect_golden("pictures",
                  effects::parse(R"j({"format": 2, "blend": "alpha",
"scenery": {"ground": "wet"},
"view": {"target": [0, 0.8, 0], "distance": 4, "yaw": 15, "pitch": 12},
"emitters": [
 {"name": "leaves", "rate": 0, "lifetime": 9, "position": [0, 0.9, 0], "bursts": [{"count": 60}], "modules": [
  {"module": "box", "size": [4, 1.6, 2]}, {"module": "mask", "file": "leaf.png"},
  {"module": "rotation", "angle": {"random": [0, 360]}}, {"module": "slenderness", "width": {"random": [0.4, 1]}},
  {"module": "colour", "colour": {"random": [[1, 0.3, 0.1, 1], [1, 1, 1, 1]]}}, {"module": "shading"},
  {"module": "size", "diameter": {"random": [0.15, 0.5]}}]},
 {"name": "smoke", "rate": 30, "lifetime": 1.2, "position": [0.9, 0.1, 0.6], "modules": [
  {"module": "jet", "speed": 1.5, "spread": 12}, {"module": "rotation", "angle": {"random": [0, 360]}},
  {"module": "flip-book", "file": "built-in/smoke.png", "columns": 4, "rows": 4}, {"module": "shading"},
  {"module": "colour", "colour": [0.6, 0.6, 0.65, 0.7]}, {"module": "size", "diameter": {"curve": [[0, 0.2], [1, 0.9]]}}]},
 {"name": "sparks", "rate": 100, "lifetime": 1, "position": [-1, 0.2, 0.7], "blend": "additive", "modules": [
  {"module": "jet", "speed": 3, "spread": 25}, {"module": "mask", "file": "leaf.png"},
  {"module": "streak", "time": 0.06}, {"module": "colour", "colour": [4, 2, 1, 1]},
  {"module": "size", "diameter": 0.1}]}]
})j",
                                 "test", folder_.path().string()),
                  80);
    ;
}

/// Bands that cover, with holes, among dust, and brushes whose light adds up and on which the picture is
/// stretched.
TEST_F(GoldenTest, RibbonPictures) {
    folder_.write("chevrons.png", test::png(32, 32, [](int x, int y) {
                      const int row = std::abs(2 * y - 31);
                      const bool is_chevron = (x + row / 2) % 32 < 16;
                      if (row > 27) return glm::u8vec4(230, 220, 200, 255);
                      return is_chevron ? glm::u8vec4(200, 60, 40, 255)
                                        : glm::u8vec4(40, 50, 120, y < 16 ? 255 : 0);
                  }));
    expect_golden("ribbon-pictures",
                  effects::parse(R"j({"format": 2, "scenery": {"ground": "wet", "sky": "dusk"},
"view": {"target": [0, 0.9, 0], "distance": 4.2, "yaw": 25, "pitch": 12},
"emitters": [
 {"name": "heads", "rate": 0, "lifetime": 99, "bursts": [{"count": 2}], "modules": [
  {"module": "attribute", "name": "turn", "value": {"random": [0.4, 1]}},
  {"module": "point", "centre": "vec3(1.3 * turn, 0.4 + 0.7 * turn, 0)"},
  {"module": "gravity", "acceleration": "vec3(-position.z, 0, position.x) * 1.2 - vec3(position.x, 0, position.z) * 6 + vec3(0, 3 * cos(time * 3 + turn * 5), 0)"},
  {"module": "drag"}, {"module": "size", "diameter": 0}],
  "children": [{"emitter": "band", "on": "distance", "distance": 0.04}]},
 {"name": "band", "rate": 0, "lifetime": 3, "blend": "alpha", "modules": [
  {"module": "ribbon", "edge": 0, "picture_length": 0.34}, {"module": "mask", "file": "chevrons.png"},
  {"module": "size", "diameter": 0.32}]},
 {"name": "brush", "rate": 480, "lifetime": 1.6, "modules": [{"module": "strands", "count": 4},
  {"module": "point", "centre": "vec3(1.5 * sin(time * 4 + strand), 1 + 0.9 * sin(time * 2.7 + strand * 2), 1.2 * cos(time * 3.3))"},
  {"module": "ribbon", "edge": 0.4}, {"module": "mask", "file": "chevrons.png"},
  {"module": "colour", "colour": [0.4, 2, 3, 1]}, {"module": "size", "diameter": 0.2}]},
 {"name": "dust", "rate": 0, "lifetime": 99, "position": [0, 0.9, 0], "blend": "alpha", "bursts": [{"count": 150}], "modules": [
  {"module": "box", "size": [3, 1.4, 3]}, {"module": "colour", "colour": {"random": [[0.05, 0.05, 0.05, 1], [1, 0.9, 0.3, 1]]}},
  {"module": "size", "diameter": 0.4}]}]}
)j",
                                 "test", folder_.path().string()),
                  150);
}

TEST_F(GoldenTest, ShiftedColoursAreSeen) {
    expect_fault_seen("render/sprites/sprites.glsl", "color = light *", "color = light.gbra *");
}

TEST_F(GoldenTest, MissingParticlesAreSeen) {
    expect_fault_seen("render/sprites/sprite.glsl", "if (n >= pool.alive) return false;",
                      "if (n >= pool.alive || n / 500u == 2u) return false;");
}

TEST_F(GoldenTest, AWrongPlaneIsSeen) {
    expect_fault_seen("render/surfaces/floor.comp", "* reflectance(surface.mirror, -direction.y)", "* 0.0");
}

}  // namespace
}  // namespace winnow::render
