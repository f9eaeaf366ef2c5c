// The particles that the pixels of a frame show, of a field of particles whose places are known.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "render/identity_pass.h"
#include "render/renderer_fixture.h"

namespace winnow::render {
namespace {

constexpr std::uint32_t in_field = 300;  // particles

class IdentityTest : public RendererTest, public testing::WithParamInterface<bool> {
  protected:
    static constexpr double step_seconds = 1.0 / 60, frame_seconds = 1.0 / 30;

    std::vector<shared::PixelParticle> particles_of(Scene scene, const Sight& before) const {
        scene.by_tiles = GetParam();
        scene.identifies = true;
        draw(scene);
        return renderer_->pixel_particles(scene, step_seconds, before, frame_seconds);
    }
    static glm::vec2 pixel_of(const glm::vec3& place, const Sight& sight) {
        const glm::vec4 clip = sight.projection * sight.view * glm::vec4(place, 1);
        return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * glm::vec2(size.width, size.height);
    }
};
INSTANTIATE_TEST_SUITE_P(By, IdentityTest, testing::Bool(), path_of_drawing);

TEST_P(IdentityTest, PixelsShowTheNearestParticleThatCovers) {
    const test::Field field(in_field);
    const Scene scene = covering_scene_of(field);
    const Sight sight = scene.camera.sight(size),
                before = Camera({{0, 0.8f, 0}, 5.2f, 21, 14, 1}).sight(size);
    const auto pixels = particles_of(scene, before);
    ASSERT_EQ(pixels.size(), std::size_t{160} * 90);
    int shown = 0;
    for (std::size_t at = 0; at < pixels.size(); ++at) {
        const shared::PixelParticle& one = pixels[at];
        if (one.emitter == shared::NO_EMITTER) {
            EXPECT_EQ(one.place.w, shared::NO_DEPTH);
            continue;
        }
        ++shown;
        std::uint32_t i = 0;
        while (i < in_field && (test::Field::particle(i, in_field).birth_step != one.birth_step ||
                                test::Field::particle(i, in_field).ordinal != one.ordinal))
            ++i;
        ASSERT_LT(i, in_field) << "a particle of the field";
        const particles::Particle known = test::Field::particle(i, in_field);
        const glm::vec3 place = particles::vector_of(known.position),
                        velocity = particles::vector_of(known.velocity);
        EXPECT_EQ(one.emitter, known.emitter);
        EXPECT_EQ(glm::vec3(one.place.x, one.place.y, one.place.z), place);
        EXPECT_NEAR(one.place.w, -(sight.view * glm::vec4(place, 1)).z, 1e-4f);
        const glm::vec2 middle = pixel_of(place, sight),
                        pixel(static_cast<float>(at % 160) + 0.5f, static_cast<float>(at / 160) + 0.5f);
        EXPECT_LT(glm::distance(middle, pixel), 12) << "it lies around its middle";
        const glm::vec2 moved =
            middle - pixel_of(place - velocity * static_cast<float>(frame_seconds), before);
        EXPECT_NEAR(one.velocity_x, moved.x, 1e-2f);
        EXPECT_NEAR(one.velocity_y, moved.y, 1e-2f);
    }
    EXPECT_GT(shown, 300);
}

TEST_P(IdentityTest, LightThatAddsUpGoesToTheBrightest) {
    const test::Field field(in_field);
    const Scene scene = scene_of(field);
    const auto pixels = particles_of(scene, scene.camera.sight(size));
    const auto light = renderer_->light();
    int shown = 0;
    for (const shared::PixelParticle& one : pixels) shown += one.emitter != shared::NO_EMITTER ? 1 : 0;
    EXPECT_GT(shown, 300);
    ASSERT_EQ(light.size(), pixels.size());
}

}  // namespace
}  // namespace winnow::render
