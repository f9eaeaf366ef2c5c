// Silhouettes of solid surfaces are smooth: nearer to a frame that was drawn large and averaged.
#include <gtest/gtest.h>

#include <vector>

#include "render/image.h"
#include "render/renderer_fixture.h"
#include "support/temporary_directory.h"
#include "verify/sprite_set.h"

namespace winnow::render {
namespace {

constexpr gl::Size edges_size{320, 180};
constexpr int samples_per_side = 4;

class EdgesTest : public RendererTest, public ::testing::WithParamInterface<bool> {
  protected:
    void SetUp() override {
        RendererTest::SetUp();
        if (IsSkipped()) return;
        std::vector<effects::Emitter> emitters(1);
        emitters[0].modules = {{"size", true, {{"diameter", 1e-4}}}, {"sphere", true, {}}};
        set_.emplace(std::vector<particles::Particle>{{{0, 9, 0}, 10, {0, 0, 0}, 120, 1, 1, 0, 0}}, emitters);
    }

    /// Bright and dark solids before each other and before the sky. Only their silhouettes are sharp.
    Scene scene() const {
        Scene scene = scene_of(set_->living(), {{0, 0.9f, 0}, 5, 20, 14, 1});
        scene.by_tiles = GetParam();
        scene.bloom = false;
        scene.plane.enabled = false;
        effects::SceneObject ball, cone, disc;
        ball.shape = effects::Solid::ball;
        ball.position = {0.5f, 0.8f, 0.6f};
        ball.size = {1, 1, 1};
        ball.colour = {0.1f, 0.1f, 0.12f};
        cone.shape = effects::Solid::cone;
        cone.position = {1, 0.8f, -0.8f};
        cone.size = {1.4f, 1.6f, 1.4f};
        cone.glow = 1;
        disc.shape = effects::Solid::cylinder;
        disc.position = {-0.6f, 0.8f, 0};
        disc.size = {1.2f, 0.01f, 1.2f};
        disc.axis = {0.4f, 0.1f, 1};
        disc.angle = 50;
        scene.scenery = {effects::Ground::stone, effects::Sky::dusk, 1, {ball, cone, disc}};
        return scene;
    }

    Image drawn_with(gl::ShaderLibrary& shaders, const Scene& scene, gl::Size size) const {
        gl::Passes passes(facts());
        Renderer renderer(facts(), shaders, passes);
        renderer.set_quality(Quality::high);
        return frame_of(renderer, scene, size);
    }

    std::optional<verify::SpriteSet> set_;
};

TEST_P(EdgesTest, AreNearerToTheMeanOfManySamples) {
    const test::ShippedShaders folder;
    folder.replace("render/frame/tone_map.comp", "neighbour.share > 0.0", "false");
    gl::ShaderLibrary jagged_shaders(folder.path());
    Scene large = scene();
    large.supersample = samples_per_side;
    const Image wanted =
        averaged(drawn_with(shaders_, large,
                            {edges_size.width * samples_per_side, edges_size.height * samples_per_side}),
                 samples_per_side);
    const Image jagged = drawn_with(jagged_shaders, scene(), edges_size),
                smooth = drawn_with(shaders_, scene(), edges_size);
    const auto squares = [&](const Image& image) {
        double sum = 0;
        for (std::size_t i = 0; i < wanted.pixels.size(); ++i) {
            const double difference = static_cast<double>(image.pixels[i]) - wanted.pixels[i];
            sum += difference * difference;
        }
        return sum;
    };
    EXPECT_LT(squares(smooth), 0.45 * squares(jagged));
}

INSTANTIATE_TEST_SUITE_P(Paths, EdgesTest, ::testing::Bool(), path_of_drawing);

}  // namespace
}  // namespace winnow::render
