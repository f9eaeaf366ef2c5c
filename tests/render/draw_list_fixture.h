// Makes draw lists of a field of particles on the GPU, for the tests of culling and sorting.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "render/draw_list.h"
#include "render/renderer_fixture.h"

namespace winnow::render {

using test::Field;
using Words = std::vector<std::uint32_t>;

inline constexpr gl::Size size{320, 180};
inline constexpr std::uint32_t alive = 5000;  // more than two tiles
inline constexpr effects::View close{{0.3f, 1.2f, 0}, 1.1f, 40, 20, 1};

inline constexpr effects::View amid{{0.5f, 1.2f, 0.2f}, 0.2f, 40, 20, 1};  // from within the particles

inline SpriteBounds field_bounds() {
    return {Field::largest_radius, Field::longest_stretch};
}

inline glm::vec3 place_of(std::uint32_t i) {
    const particles::Particle p = Field::particle(i, alive);
    return {p.position[0], p.position[1], p.position[2]};
}

inline float depth_of(std::uint32_t i, const Camera& camera) {
    return -(camera.pose().view() * glm::vec4(place_of(i), 1)).z;
}

class DrawListTest : public test::ShaderTest {
  protected:
    void SetUp() override {
        ShaderTest::SetUp();
        if (!IsSkipped()) lists_ = std::make_unique<DrawLists>(facts(), shaders_, *passes_, *memory_);
    }

    /// Returns the listed slots, in their order.
    Words list(const Field& field, const ListRequest& listing, const Camera& camera, gl::Size frame = size) {
        return list(field, listing, camera_block(camera.sight(frame), frame, 0));
    }
    Words list(const Field& field, const ListRequest& listing, const shared::Camera& block) {
        const gl::Buffer buffer = gl::plain_memory()->allocate(sizeof block, "test camera");
        buffer.write_all(std::span(&block, 1));
        buffer.bind_uniform(shared::BIND_CAMERA);
        const Listed listed = lists_->make(field.living(), listing);
        const auto state = listed.state->read_all<shared::DrawList>(1).front();
        EXPECT_EQ(state.vertices, state.drawn * shared::VERTICES_PER_PARTICLE);
        EXPECT_EQ(state.instances, 1u);
        EXPECT_EQ(state.first + state.base, 0u);
        return listed.slots->read_all<std::uint32_t>(state.drawn);
    }

    static ListRequest culling() {
        ListRequest listing;
        listing.culls = true;
        listing.bounds = field_bounds();
        return listing;
    }
    static ListRequest sorting(std::uint32_t bits) {
        ListRequest listing;
        listing.sorts = true;
        listing.key_bits = bits;
        return listing;
    }

    /// Returns the numbers of the field's particles in these slots.
    static Words numbers(const Field& field, const Words& slots) {
        std::vector<std::uint32_t> number_at(field.living().capacity, ~0u);
        for (std::uint32_t i = 0; i < alive; ++i) number_at[field.slot_of(i)] = i;
        Words result;
        for (const std::uint32_t slot : slots) result.push_back(number_at.at(slot));
        return result;
    }

    Scene scene_of(const Field& field, const effects::View& view) const {
        Scene scene = render::scene_of(field, view);
        scene.order.bounds = field_bounds();
        return scene;
    }

    Image draw(const Scene& scene, Quality quality = Quality::low) {
        Renderer renderer(facts(), shaders_, *passes_);
        renderer.set_quality(quality);
        return frame_of(renderer, scene, size);
    }

    std::unique_ptr<gl::MemoryProvider> memory_ = gl::plain_memory();
    std::unique_ptr<DrawLists> lists_;
};

}  // namespace winnow::render
