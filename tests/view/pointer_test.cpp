// Checks where the ray through a point of the window meets the plane through the target that faces the
// camera.
#include "view/pointer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "view/live_particles.h"

namespace winnow::view {
namespace {

constexpr gl::Size screen{800, 600};
const effects::View straight{{1, 2, 3}, 5, 0, 0, 1};  // looks along -z

void expect_near(glm::vec3 a, glm::vec3 b, float tolerance = 1e-4f) {
    EXPECT_LT(glm::distance(a, b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

/// Returns how far in front of the eye the place lies.
float depth_of(const render::Camera& camera, glm::vec3 place) {
    return -(camera.pose().view() * glm::vec4(place, 1)).z;
}

/// Presses at several places, some of them outside the frame, and expects that each lies on the plane and
/// appears where it was pressed.
void expect_under_the_mouse(const render::Camera& camera, gl::Size size) {
    for (const glm::vec2 share : {glm::vec2(0.5f), {0, 0}, {1, 0.25f}, {0.9f, 1}, {-0.5f, 1.5f}, {2, 0.5f}}) {
        const particles::Pointer pointer = press_at(camera, size, share);
        ASSERT_EQ(pointer.strength, 1);
        const float distance = camera.pose().distance;
        EXPECT_NEAR(depth_of(camera, pointer.place), distance, 1e-4f * distance);
        const auto seen = place_in_frame(camera, size, pointer.place).value();
        EXPECT_NEAR(seen.x, share.x, 1e-3f);
        EXPECT_NEAR(seen.y, share.y, 1e-3f);
    }
}

TEST(PressAt, TheMiddleIsTheTarget) {
    const particles::Pointer pointer = press_at(render::Camera(straight), screen, {0.5f, 0.5f});
    EXPECT_EQ(pointer.strength, 1);
    expect_near(pointer.place, {1, 2, 3});
}

TEST(PressAt, TheEdgeIsHalfTheFieldOfViewAway) {
    const float half = 5 * std::tan(glm::radians(render::Pose{}.field_of_view) / 2);
    const render::Camera camera(straight);
    expect_near(press_at(camera, screen, {0.5f, 0}).place, {1, 2 + half, 3});
    expect_near(press_at(camera, screen, {1, 0.5f}).place, {1 + half * 800 / 600, 2, 3});
}

TEST(PressAt, ThePlaneFacesTheCamera) {
    render::Camera camera({{1, 2, 3}, 5, 90, 0, 1});  // looks along -x
    expect_near(press_at(camera, screen, {0.5f, 0.5f}).place, {1, 2, 3});
    EXPECT_NEAR(press_at(camera, screen, {0.9f, 0.1f}).place.x, 1, 1e-4f);
    EXPECT_LT(press_at(camera, screen, {0.9f, 0.5f}).place.z, 3) << "the right is where -z is";
}

TEST(PressAt, ItIsUnderTheMouseFromEverywhere) {
    effects::Plane none;
    none.enabled = false;
    for (const float pitch : {-89.0f, -30.0f, 0.0f, 45.0f, 89.0f})
        for (const float distance : {0.2f, 6.0f, 200.0f}) {
            SCOPED_TRACE(testing::Message() << "pitch " << pitch << ", distance " << distance);
            render::Camera camera;
            camera.set_plane(none);
            camera.reset({{1, 2, 3}, distance, 137, pitch, 1});
            expect_under_the_mouse(camera, screen);
            expect_under_the_mouse(camera, {300, 900});
        }
}

TEST(PressAt, ItIsUnderTheMouseBesideThePanel) {
    render::Camera camera(straight);
    camera.set_open_area({0.3f, 0.6f, 1, 0.9f});
    expect_under_the_mouse(camera, screen);
    expect_near(press_at(camera, screen, {0.65f, 0.75f}).place, {1, 2, 3});
}

TEST(PressAt, ItFollowsThePoseThatIsSeen) {
    render::Camera camera(straight);
    camera.pan({100, 0}, screen);
    expect_near(press_at(camera, screen, {0.5f, 0.5f}).place, {1, 2, 3});
    camera.arrive();
    expect_near(press_at(camera, screen, {0.5f, 0.5f}).place, camera.pose().target);
}

TEST(PressAt, AnEmptyFrameReleasesIt) {
    const render::Camera camera(straight);
    for (const gl::Size empty : {gl::Size{0, 0}, {800, 0}, {0, 600}, {-1, 600}})
        EXPECT_EQ(press_at(camera, empty, {0.5f, 0.5f}), particles::Pointer{});
}

TEST(PressAt, AMouseOutOfRangeReleasesIt) {
    const render::Camera camera(straight);
    constexpr float infinite = std::numeric_limits<float>::infinity(),
                    none = std::numeric_limits<float>::quiet_NaN(), most = std::numeric_limits<float>::max();
    for (const glm::vec2 share :
         {glm::vec2(none, 0), {0, none}, {infinite, 0}, {0, -infinite}, {-most, -most}})
        EXPECT_EQ(press_at(camera, screen, share), particles::Pointer{});
}

}  // namespace
}  // namespace winnow::view
