// Checks culling against the edges of each particle's sprite, projected on the CPU, and checks that culling
// leaves frames unchanged.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "render/draw_list_fixture.h"

namespace winnow::render {
namespace {

/// Computes how far the sprites of a listing reach into a camera's frame. Like culling, it takes each sprite
/// to be as large as the largest, and stretched in proportion to its motion.
class CullModel {
  public:
    CullModel(const ListRequest& listing, const Camera& camera, gl::Size frame)
        : listing_(listing),
          view_(camera.pose().view()),
          projection_(camera.projection(frame)),
          pixel_(2.0 / frame.height / projection_[1][1]),
          near_plane_(camera.sight(frame).near) {}

    /// Returns the reach in half sides of the frame at the particle's depth; the particle is not seen if it
    /// is below 0.
    double reach(const particles::Particle& p) const {
        const glm::dvec3 place(p.position[0], p.position[1], p.position[2]);
        const glm::dvec3 motion =
            glm::dvec3(p.velocity[0], p.velocity[1], p.velocity[2]) * double{listing_.bounds.longest_stretch};
        const double radius = double{listing_.bounds.largest_radius} * listing_.size_factor;
        const double direct = reach(place, motion, radius);
        if (!listing_.is_mirrored) return direct;
        const double height = std::max(0.0, place.y - listing_.plane_height);
        const glm::dvec3 mirrored(place.x, listing_.plane_height - height, place.z);
        return std::max(direct, reach(mirrored, motion * glm::dvec3(1, -1, 1), radius + roughness * height));
    }

  private:
    static constexpr double min_radius = 0.8, roughness = 0.055;

    double reach(glm::dvec3 place, glm::dvec3 motion, double radius) const {
        const glm::dvec3 center = view_ * glm::dvec4(place, 1);
        if (-center.z < near_plane_) return (-center.z - near_plane_) / near_plane_;
        const glm::dvec3 moving = glm::dmat3(view_) * motion;
        const glm::dvec2 apparent = glm::dvec2(moving) + glm::dvec2(center) * (moving.z / -center.z);
        const double extent = std::max(radius, min_radius * pixel_ * -center.z) + length(apparent) / 2;
        double least = std::numeric_limits<double>::infinity();
        for (const double side : {-1.0, 1.0}) {
            const glm::dvec4 edge =
                projection_ * glm::dvec4(center + side * glm::dvec3(extent, extent, 0), 1);
            for (int axis = 0; axis < 2; ++axis) least = std::min(least, 1 + side * edge[axis] / edge.w);
        }
        return least;
    }

    ListRequest listing_;
    glm::dmat4 view_, projection_;
    double pixel_;  // metres at a depth of one metre
    double near_plane_;
};

class CullTest : public DrawListTest {
  protected:
    /// Checks that the list holds, in order, exactly the particles whose sprites are in the frame, except for
    /// rounding.
    void expect_as_modelled(const ListRequest& listing, const Camera& camera, gl::Size frame = size) {
        constexpr double slack = 0.01;  // half sides
        const Field field(alive);
        const Words listed = numbers(field, list(field, listing, camera, frame));
        EXPECT_TRUE(std::is_sorted(listed.begin(), listed.end()));
        const std::set<std::uint32_t> set(listed.begin(), listed.end());
        EXPECT_EQ(set.size(), listed.size());
        const CullModel model(listing, camera, frame);
        std::uint32_t seen = 0, hidden = 0;
        for (std::uint32_t i = 0; i < alive; ++i) {
            const double reach = model.reach(Field::particle(i, alive));
            seen += reach >= 0;
            hidden += reach < -slack;
            if (reach >= 0) {
                EXPECT_TRUE(set.contains(i)) << i << " reaches " << reach;
            } else if (reach < -slack) {
                EXPECT_FALSE(set.contains(i)) << i << " is outside by " << -reach << " half sides";
            }
        }
        EXPECT_GT(seen, alive / 50);
        EXPECT_GT(hidden, alive / 20);
    }
};

TEST_F(CullTest, ListsWhoseSpritesShow) {
    expect_as_modelled(culling(), Camera(close));
}

TEST_F(CullTest, ListsWhoseSpritesShowAmidThem) {
    expect_as_modelled(culling(), Camera(amid));
}

TEST_F(CullTest, ListsWhoseSpritesShowBesideAPanel) {
    Camera camera(close);
    for (const OpenArea& area : {OpenArea{.left = 0.5f}, OpenArea{0.2f, 0.5f, 1, 0.9f}}) {
        camera.set_open_area(area);
        expect_as_modelled(culling(), camera);
    }
}

TEST_F(CullTest, SpritesReachAsFarAsTheirSizeAndMotion) {
    ListRequest listing = culling();
    for (const float longest : {0.0f, 0.3f})
        for (const float factor : {0.5f, 2.0f}) {
            listing.bounds.longest_stretch = longest;
            listing.size_factor = factor;
            expect_as_modelled(listing, Camera(close));
        }
}

/// A part of which fewer than one in 6 entries is listed is packed in another way.
TEST_F(CullTest, FewAreListedAsManyAre) {
    constexpr effects::View outwards{{0.8f, 1, 0}, 0.25f, -90, 0, 1};
    ListRequest listing = culling();
    for (const float longest : {0.0f, Field::longest_stretch}) {
        listing.bounds.longest_stretch = longest;
        expect_as_modelled(listing, Camera(outwards));
        EXPECT_LT(list(Field(alive), listing, Camera(outwards)).size(), alive / 8);
    }
}

TEST_F(CullTest, SpritesAreNoSmallerThanAPixel) {
    ListRequest listing = culling();
    listing.bounds = {};
    expect_as_modelled(listing, Camera(close), {16, 9});
}

TEST_F(CullTest, WhatThePlaneMirrorsIsSeen) {
    ListRequest listing = culling();
    listing.is_mirrored = true;
    for (const float height : {0.0f, 0.9f}) {
        listing.plane_height = height;
        for (const effects::View& view : {close, effects::View{{0.3f, 0, 0}, 1.1f, 40, 20, 1}})
            expect_as_modelled(listing, Camera(view));
    }
}

TEST_F(CullTest, WhatIsBehindIsNot) {
    const Field field(alive);
    EXPECT_TRUE(list(field, culling(), Camera(effects::View{{0, 1, 50}, 5, 180, 0, 1})).empty());
}

TEST_F(CullTest, KnowsTheLargestAndLongestOfAllEmitters) {
    effects::Effect effect;
    effect.emitters.resize(3);
    effect.emitters[0].modules = {{"size", true, {{"diameter", 0.3}}}, {"streak", true, {{"time", 0.1}}}};
    EXPECT_EQ(bounds_of(effects::program_of(effect)).largest_radius, 0.15f);
    effect.emitters[1].modules = {{"size", true, {{"diameter", effects::Curve{{{0, 0.02f}, {1, 0.5f}}, {}}}}},
                                  {"streak", true, {{"time", 0.2}}}};
    const SpriteBounds bounds = bounds_of(effects::program_of(effect));
    EXPECT_EQ(bounds.largest_radius, 0.25f);
    EXPECT_EQ(bounds.longest_stretch, 0.2f);
}

TEST_F(CullTest, DoesNotChangeTheFrame) {
    const Field field(alive);
    const auto expect_unchanged = [&](Scene scene, Quality quality) {
        const Image whole = draw(scene, quality);
        scene.order.culls = true;
        EXPECT_EQ(draw(scene, quality), whole);
    };
    const Field three(3);  // low quality reflects one of them
    Scene faint = scene_of(three, far);
    faint.exposure = 30;
    faint.density = 0.05f;
    expect_unchanged(faint, Quality::low);
    const Scene usual = scene_of(field, close);
    for (const Quality quality : {Quality::low, Quality::high}) expect_unchanged(usual, quality);
    Scene large = usual, high = usual, without = usual;
    large.density = 0.05f;  // its particles are larger
    high.plane.height = 0.9f;
    without.plane.enabled = false;
    for (const Scene& scene : {large, high, without}) expect_unchanged(scene, Quality::low);
}

}  // namespace
}  // namespace winnow::render
