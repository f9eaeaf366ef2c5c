// Whole pictures against golden ones, and proof that the comparison sees faults.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "compact/suite.h"
#include "effects/json.h"
#include "particles/simulation.h"
#include "render/field.h"
#include "render/golden.h"
#include "render/renderer.h"
#include "support/gl_fixture.h"

namespace winnow::render {
namespace {

namespace fs = std::filesystem;

constexpr gl::Size size{320, 180};
constexpr std::uint32_t alive = 3000;

class GoldenTest : public test::GlTest {
  protected:
    Image picture(const Scene& scene, const fs::path& shader_folder = {}) const {
        gl::ShaderLibrary shaders(shader_folder);
        gl::Passes passes(facts());
        Renderer renderer(facts(), shaders, passes);
        renderer.set_quality(Quality::low);  // whatever the device
        const TargetImage target(size);
        renderer.draw(scene, target);
        return target.read();
    }

    static Scene scene_of(const particles::Living& living) {
        Scene scene;
        scene.living = living;
        scene.camera = Camera(effects::View{{0, 0.9f, 0}, 5, 20, 14, 1});
        return scene;
    }

    /// The shaders of the source tree with one text replaced in one file.
    fs::path broken_shaders(const std::string& file, const std::string& text, const std::string& by) const {
        const auto* info = ::testing::UnitTest::GetInstance()->current_test_info();
        const fs::path folder = fs::path(WINNOW_TEST_OUTPUT) / (std::string(info->name()) + "-shaders");
        fs::remove_all(folder);
        fs::create_directories(folder.parent_path());
        fs::copy(fs::path(WINNOW_TEST_DIR) / "../../shaders", folder, fs::copy_options::recursive);
        std::ifstream in(folder / file);
        std::string source{std::istreambuf_iterator<char>(in), {}};
        const auto at = source.find(text);
        if (at == std::string::npos) throw std::logic_error(file + " has no \"" + text + "\" to break");
        source.replace(at, text.size(), by);
        std::ofstream(folder / file) << source;
        return folder;
    }

    void expect_golden(const std::string& name, const Image& actual) const {
        const test::Verdict verdict = test::compare_with_golden(name, actual, test::tolerance_of(facts()));
        EXPECT_TRUE(verdict.same) << verdict.words;
        RecordProperty(name, verdict.words);
    }

    void expect_fault_seen(const fs::path& shaders) const {
        const test::Field field(alive);
        const Image actual = picture(scene_of(field.living()), shaders);
        const test::Verdict verdict = test::compare_with_golden("field", actual, test::tolerance_of(facts()));
        EXPECT_FALSE(verdict.same) << verdict.words;
        for (const char* kind : {"actual", "expected", "difference"})
            EXPECT_EQ(read_png(verdict.evidence + "-" + kind + ".png").size, size);
    }
};

TEST_F(GoldenTest, Field) {
    const test::Field field(alive);
    expect_golden("field", picture(scene_of(field.living())));
}

TEST_F(GoldenTest, AlphaWithoutFloorAndBloom) {
    const test::Field field(alive);
    Scene scene = scene_of(field.living());
    scene.blend = effects::Blend::alpha;
    scene.floor.enabled = false;
    scene.bloom = false;
    expect_golden("alpha", picture(scene));
}

TEST_F(GoldenTest, Fountain) {
    constexpr int steps = 150;
    constexpr std::uint32_t capacity = 32768, seed = 1;
    gl::ShaderLibrary shaders;
    gl::Passes passes(facts());
    const auto memory = gl::plain_memory();
    std::unique_ptr<compact::Compactor> compactor;
    for (const auto& suite : make_suites({facts(), shaders, passes}))
        if (suite->backend() == Backend::glsl) compactor = suite->make_compactor(Compaction::staged, {});
    const effects::Effect effect = effects::load("fountain");
    particles::Simulation simulation({facts(), shaders, passes}, *memory, effect, capacity, seed,
                                     std::move(compactor));
    for (int i = 0; i < steps; ++i) {
        simulation.settle();
        simulation.step();
    }
    Scene scene = scene_of(simulation.living());
    scene.floor = effect.floor;
    scene.blend = effect.blend;
    scene.camera = Camera(effect.view);
    scene.exposure = effect.view.exposure;
    expect_golden("fountain", picture(scene));
}

TEST_F(GoldenTest, ShiftedColoursAreSeen) {
    expect_fault_seen(broken_shaders("render/sprites.frag", "color = light *", "color = light.gbra *"));
}

TEST_F(GoldenTest, MissingParticlesAreSeen) {
    expect_fault_seen(broken_shaders("render/sprites.vert", "return n * every < pool.alive;",
                                     "return n * every < pool.alive && (n < 1000u || n > 1500u);"));
}

TEST_F(GoldenTest, AWrongFloorIsSeen) {
    expect_fault_seen(broken_shaders("render/floor.frag", "* reflectance(cosine)", "* 0.0"));
}

}  // namespace
}  // namespace winnow::render
