#include "render/camera.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "effects/model/fields.h"

namespace winnow::render {
namespace {

constexpr gl::Size window{800, 600};

/// Returns where a point of the world appears, in pixels from the upper left.
glm::vec2 pixel_of(const Camera& camera, glm::vec3 point) {
    const glm::vec4 clip = camera.projection(window) * camera.pose().view() * glm::vec4(point, 1);
    const glm::vec2 ndc = glm::vec2(clip) / clip.w;
    return {(ndc.x + 1) / 2 * window.width, (1 - ndc.y) / 2 * window.height};
}

void expect_near(glm::vec3 a, glm::vec3 b, float tolerance = 1e-4f) {
    EXPECT_LT(glm::distance(a, b), tolerance) << a.x << ' ' << a.y << ' ' << a.z;
}

TEST(Camera, TheViewSaysWhereItStands) {
    Camera camera(effects::View{{1, 2, 3}, 5, 0, 0, 1});
    expect_near(camera.pose().eye(), {1, 2, 8});  // yaw 0 looks along -z
    camera.reset({{1, 2, 3}, 5, 90, 0, 1});
    expect_near(camera.pose().eye(), {6, 2, 3});
    camera.reset({{0, 0, 0}, 2, 0, 30, 1});
    expect_near(camera.pose().eye(), {0, 1, std::sqrt(3.0f)});
    const glm::vec2 middle = pixel_of(camera, {0, 0, 0});
    EXPECT_NEAR(middle.x, 400, 0.01);
    EXPECT_NEAR(middle.y, 300, 0.01);
}

TEST(Camera, TheTargetStandsInTheMiddleOfWhatIsNotCovered) {
    Camera camera(effects::View{});
    camera.set_open_area({.left = 0.25f});
    const glm::vec2 target = pixel_of(camera, camera.pose().target);
    EXPECT_NEAR(target.x, 800 * (0.25 + 0.75 / 2), 0.01);
    EXPECT_NEAR(target.y, 300, 0.01);
}

TEST(Camera, ALowOpenAreaShowsAllThatTheFrameWouldShow) {
    Camera camera(effects::View{});
    const glm::mat4 view = camera.pose().view();
    const glm::vec3 up(view[0].y, view[1].y, view[2].y);
    const glm::vec3 above = camera.pose().target + up;
    const float whole = 300 - pixel_of(camera, above).y;
    camera.set_open_area({0.5f, 0.6f, 1, 1});
    const glm::vec2 target = pixel_of(camera, camera.pose().target);
    EXPECT_NEAR(target.x, 800 * 0.75, 0.01);
    EXPECT_NEAR(target.y, 600 * 0.8, 0.01);
    EXPECT_NEAR(target.y - pixel_of(camera, above).y, whole * 0.4, 0.01);
    camera.pan({30, -20}, window);
    camera.arrive();
    EXPECT_NEAR(pixel_of(camera, above - up).x - target.x, 30, 0.05) << "it stays under the pointer";
}

TEST(Camera, TheHorizonIsWhereThingsFarAwayAreAtTheHeightOfTheEye) {
    for (const float pitch : {-60.0f, 0.0f, 12.0f, 85.0f}) {
        Camera camera(effects::View{{1, 2, 3}, 5, 40, pitch, 1});
        camera.set_open_area({.bottom = 0.6f});
        const glm::vec3 eye = camera.pose().eye(), ahead = camera.pose().target - eye;
        const glm::vec3 beside(-ahead.z, 0, ahead.x);
        const glm::vec3 far = eye + 1e4f * (glm::vec3(ahead.x, 0, ahead.z) + 0.3f * beside);
        const float height = 1 - pixel_of(camera, far).y / window.height;
        EXPECT_NEAR(camera.horizon(window), height, 1e-3f * std::max(1.0f, std::abs(height))) << pitch;
    }
}

TEST(Camera, InputIsFollowedSmoothlyAndArrives) {
    Camera camera(effects::View{});
    const Pose before = camera.pose();
    EXPECT_FALSE(camera.moving());
    camera.orbit({100, -20}, window);
    camera.zoom(2);
    EXPECT_EQ(camera.pose(), before) << "the camera moves only as time passes";
    EXPECT_TRUE(camera.moving());
    camera.advance(0.02f);
    EXPECT_GT(before.yaw, camera.pose().yaw);
    EXPECT_GT(camera.pose().yaw, camera.goal().yaw);
    for (int i = 0; i < 200; ++i) camera.advance(0.02f);
    EXPECT_FALSE(camera.moving());
    camera.arrive();
    EXPECT_EQ(camera.pose(), camera.goal());
    EXPECT_LT(camera.pose().distance, before.distance);
    camera.reset(effects::View{});
    EXPECT_EQ(camera.pose(), before);
}

TEST(Camera, OrbitsAllTheWayRound) {
    Camera camera(effects::View{.yaw = 10, .orbit = 45});
    camera.advance(2);
    EXPECT_NEAR(camera.pose().yaw, 100, 1e-3);
    camera.advance(8);
    EXPECT_NEAR(camera.pose().yaw, 100, 1e-3) << "a round later";
    EXPECT_EQ(camera.pose(), camera.goal());
}

TEST(Camera, SwaysToEitherSide) {
    Camera camera(effects::View{.yaw = 10, .orbit = 4, .sway = 15});
    camera.advance(0.01f);
    EXPECT_NEAR(camera.pose().yaw, 10.04, 1e-3) << "it begins at its full speed";
    float least = 10, most = 10;
    for (int i = 0; i < 1000; ++i) {
        camera.advance(0.1f);
        least = std::min(least, camera.pose().yaw);
        most = std::max(most, camera.pose().yaw);
    }
    EXPECT_NEAR(least, -5, 0.01);
    EXPECT_NEAR(most, 25, 0.01);
}

TEST(Camera, APersonEndsTheOrbitUntilTheViewIsReset) {
    const effects::View view{.orbit = 30};
    const std::vector<std::function<void(Camera&)>> inputs{
        [](Camera& camera) {
            camera.orbit({0, 1}, window);
        },
        [](Camera& camera) {
            camera.pan({0, 1}, window);
        },
        [](Camera& camera) { camera.zoom(1); }, [](Camera& camera) { camera.move({.up = 1}, 0.01f); }};
    for (const auto& input : inputs) {
        Camera camera(view);
        camera.move({}, 1);
        camera.advance(1);
        EXPECT_NEAR(camera.pose().yaw, view.yaw + 30, 1e-3);
        input(camera);
        camera.arrive();
        const Pose left = camera.pose();
        camera.advance(1);
        EXPECT_EQ(camera.pose(), left);
        camera.reset(view);
        camera.advance(1);
        EXPECT_NEAR(camera.pose().yaw, view.yaw + 30, 1e-3);
    }
}

TEST(Camera, APersonMovesItWhileTheOrbitRests) {
    effects::View view;
    view.orbit = 90;
    Camera camera(view);
    camera.advance(1, false);
    EXPECT_EQ(camera.pose().yaw, view.yaw);
    camera.orbit({-100, 0}, {800, 600});
    camera.advance(10, false);
    EXPECT_GT(camera.pose().yaw, view.yaw + 10);
}

TEST(Camera, ABoxIsSeenWhole) {
    Camera camera{effects::View()};
    const glm::vec3 least(4, 0, -3), greatest(6, 5, -1);
    const float yaw = camera.pose().yaw;
    camera.frame(least, greatest);
    camera.arrive();
    EXPECT_EQ(camera.pose().yaw, yaw) << "from the same side";
    const gl::Size frame{800, 600};
    float farthest = 0;
    for (int i = 0; i < 8; ++i) {
        const glm::vec3 corner((i & 1) != 0 ? least.x : greatest.x, (i & 2) != 0 ? least.y : greatest.y,
                               (i & 4) != 0 ? least.z : greatest.z);
        const glm::vec4 clip = camera.projection(frame) * camera.view() * glm::vec4(corner, 1);
        ASSERT_GT(clip.w, 0);
        farthest = std::max({farthest, std::abs(clip.x / clip.w), std::abs(clip.y / clip.w)});
    }
    EXPECT_LT(farthest, 1);
    EXPECT_GT(farthest, 0.6f);
}

TEST(Camera, APannedTargetStaysUnderThePointer) {
    Camera camera(effects::View{{0, 3, 0}, 4, 25, 10, 1});
    const glm::vec3 held = camera.pose().target;
    camera.pan({60, -45}, window);
    camera.arrive();
    const glm::vec2 now = pixel_of(camera, held);
    EXPECT_NEAR(now.x, 460, 0.05);
    EXPECT_NEAR(now.y, 255, 0.05);
}

TEST(Camera, LimitsHold) {
    effects::Plane plane;
    plane.height = 0.5f;
    Camera camera(effects::View{});
    camera.set_plane(plane);
    for (int i = 0; i < 50; ++i) {
        camera.orbit({0, i % 2 == 0 ? -3000.0f : 700.0f}, window);
        camera.zoom(i < 25 ? -9.0f : 30.0f);
        camera.move({0, -1, 0, 0, 1, -1}, 3);
        camera.arrive();
        const Pose pose = camera.pose();
        ASSERT_GE(pose.eye().y, plane.height);
        ASSERT_LT(std::abs(pose.pitch), 90);
        ASSERT_GE(pose.distance, static_cast<float>(effects::view_distances.least));
        ASSERT_LE(pose.distance, static_cast<float>(effects::view_distances.most));
        ASSERT_FALSE(std::isnan(pose.view()[0].x));
    }
}

TEST(Camera, ShowsWhatTheRangesOfAViewAllow) {
    effects::Plane none;
    none.enabled = false;
    const glm::vec3 centre(0), high(0, 1200, 0), corner(1e6f, -1e6f, 1e6f);
    for (const auto& [target, distance] :
         {std::pair(centre, 0.01f), std::pair(centre, 0.1f), std::pair(high, 600.0f), std::pair(centre, 1e5f),
          std::pair(corner, 1e5f)}) {
        Camera camera;
        camera.set_plane(none);
        camera.reset(effects::View{target, distance, 0, 0, 1});
        EXPECT_EQ(camera.pose().target, target);
        EXPECT_EQ(camera.pose().distance, distance);
        for (const float behind : {0.0f, 1100.0f, 1e6f}) {
            const glm::vec4 place(target - glm::vec3(0, 0, behind), 1);
            const glm::vec4 seen = camera.projection(window) * camera.pose().view() * place;
            EXPECT_GT(seen.z, -seen.w) << "at " << distance << " m, nearer than the near plane";
            EXPECT_LE(seen.z, seen.w)
                << "at " << distance << " m, beyond the far plane, " << behind << " m behind";
        }
    }
}

TEST(Camera, WithoutAPlaneItMayGoBelow) {
    effects::Plane none;
    none.enabled = false;
    Camera camera(effects::View{{0, 0, 0}, 3, 0, 0, 1});
    camera.set_plane(none);
    camera.orbit({0, -150}, window);
    camera.arrive();
    EXPECT_LT(camera.pose().eye().y, -0.5f);
}

TEST(Camera, TheShorterSideHasTheFieldOfView) {
    const Camera camera;
    const float half = std::tan(glm::radians(Pose{}.field_of_view) / 2);
    EXPECT_NEAR(camera.projection({1000, 500})[1].y, 1 / half, 1e-4);
    EXPECT_NEAR(camera.projection({1000, 500})[0].x, 0.5f / half, 1e-4);
    EXPECT_NEAR(camera.projection({500, 1000})[0].x, 1 / half, 1e-4);
    const Camera right(effects::View{.field_of_view = 90});
    EXPECT_NEAR(right.projection({1000, 500})[1].y, 1, 1e-4);
}

TEST(Camera, TurnsAboutItsLineOfSight) {
    const Camera camera(effects::View{.distance = 5, .yaw = 0, .pitch = 0, .roll = 90});
    const glm::vec2 above = pixel_of(camera, {0, 1.5f, 0});
    EXPECT_LT(above.x, 350) << "what is above appears to the left of a camera that is turned to the right";
    EXPECT_NEAR(above.y, 300, 0.01);
}

TEST(Camera, AllLiesAboveTheHorizonWhereItSaysSo) {
    for (const float roll : {-60.0f, -10.0f, 25.0f}) {
        const Camera camera(
            effects::View{.target = {1, 2, 3}, .distance = 5, .yaw = 40, .pitch = 5, .roll = roll});
        const glm::mat4 back = glm::inverse(camera.projection(window) * camera.pose().view());
        const auto rise = [&](float x,
                              float height) {  // of the way from the eye through a place of the frame
            const glm::vec4 seen = back * glm::vec4(2 * x - 1, 2 * height - 1, 1, 1);
            return seen.y / seen.w - camera.pose().eye().y;
        };
        const float row = camera.horizon(window);
        EXPECT_GT(std::min(rise(0, row + 0.01f), rise(1, row + 0.01f)), 0) << roll;
        EXPECT_LT(std::min(rise(0, row - 0.01f), rise(1, row - 0.01f)), 0) << roll;
    }
    const Camera upright(effects::View{.roll = 90});
    EXPECT_GT(upright.horizon(window), 1e6f) << "no row is wholly above it";
}

TEST(Camera, DrawsBetweenItsPlanes) {
    const Camera camera(effects::View{.near = 0.5f, .far = 20});
    const shared::Camera block = camera_block(camera.sight(window), window, 0);
    EXPECT_FLOAT_EQ(block.planes.x, 0.5f);
    EXPECT_FLOAT_EQ(block.planes.y, 20);
    const auto depth_of = [&](float metres) {
        const glm::vec4 clip = camera.projection(window) * glm::vec4(0, 0, -metres, 1);
        return clip.z / clip.w;
    };
    EXPECT_NEAR(depth_of(0.5f), -1, 1e-4);
    EXPECT_NEAR(depth_of(20), 1, 1e-4);
}

TEST(Camera, AChangedLensIsTakenWhereTheCameraStands) {
    effects::View view;
    Camera camera(view);
    camera.orbit({100, -20}, window);
    camera.arrive();
    const glm::vec3 eye = camera.pose().eye();
    view.field_of_view = 80;
    view.roll = 10;
    camera.follow(view);
    expect_near(camera.pose().eye(), eye);
    EXPECT_FLOAT_EQ(camera.pose().field_of_view, 80);
    EXPECT_FLOAT_EQ(camera.pose().roll, 10);
    view.yaw = -70;
    camera.follow(view);
    EXPECT_FLOAT_EQ(camera.goal().yaw, -70) << "another pose is where it moves to";
    EXPECT_FLOAT_EQ(camera.goal().distance, view.distance);
}

TEST(Camera, ThroughTheLensOnlyWhatIsInFocusStaysInPlace) {
    Camera camera(effects::View{{0, 1, 0}, 5, 0, 0, 1});
    const auto seen = [&](glm::vec3 point) {
        const glm::vec4 clip = camera.projection(window) * camera.view() * glm::vec4(point, 1);
        return glm::vec2(clip) / clip.w;
    };
    const glm::vec3 target(0.5f, 1.2f, 0), near(0.5f, 1.2f, 3), far(0.5f, 1.2f, -20);
    const glm::vec2 before[]{seen(target), seen(near), seen(far)};
    camera.look_through({0.1f, 0.05f}, 0);
    EXPECT_LT(glm::distance(seen(target), before[0]), 1e-5f);
    EXPECT_LT(seen(near).x, before[1].x - 0.01f);
    EXPECT_GT(seen(far).x, before[2].x + 0.01f);
    const shared::Camera block = camera_block(camera.sight(window), window, 0);
    EXPECT_NEAR(block.eye.x, 0.1f, 1e-5);
    EXPECT_NEAR(block.eye.y, 1.05f, 1e-5);
    camera.look_through({0.1f, 0.05f}, 2);
    EXPECT_LT(glm::distance(seen(near), before[1]), 1e-5f) << "2 m before the eye";
}

/// A way with a cut at its third point.
effects::View view_with_path() {
    effects::View view;
    view.orbit = 20;
    view.path = {{.time = 1, .position = {0, 1, 6}},
                 {.time = 2, .position = {3, 1, 6}, .roll = 20},
                 {.time = 4, .position = {-6, 2, 0}, .field_of_view = 20, .cut = true},
                 {.time = 5, .position = {-6, 3, 0}, .target = {0, 2, 0}, .field_of_view = 60},
                 {.time = 7, .position = {-6, 3, 4}, .target = {0, 2, 0}}};
    return view;
}

TEST(CameraPath, GoesThroughItsPointsAtTheirTimes) {
    const effects::View view = view_with_path();
    Camera camera(view);
    for (const effects::Waypoint& point : view.path) {
        camera.play(point.time);
        expect_near(camera.pose().eye(), point.position);
        expect_near(camera.pose().target, point.target);
        EXPECT_NEAR(camera.pose().roll, point.roll, 1e-4);
        EXPECT_NEAR(camera.pose().field_of_view, point.field_of_view > 0 ? point.field_of_view : 40, 1e-4);
    }
    camera.play(0);
    expect_near(camera.pose().eye(), {0, 1, 6});
    camera.advance(3);
    expect_near(camera.pose().eye(), {0, 1, 6});  // it does not orbit
    camera.play(100);
    expect_near(camera.pose().eye(), {-6, 3, 4});
}

TEST(CameraPath, MovesEvenlyBetweenPointsAndRestsBeforeACut) {
    Camera camera(view_with_path());
    camera.play(1.5);
    expect_near(camera.pose().eye(), {1.5f, 1, 6});  // two points are a straight line
    EXPECT_NEAR(camera.pose().roll, 10, 1e-4);
    camera.play(3.999);
    expect_near(camera.pose().eye(), {3, 1, 6});
    const auto eye_at = [&](double seconds) {
        camera.play(seconds);
        return camera.pose().eye();
    };
    const glm::vec3 before = eye_at(4.999) - eye_at(4.998), behind = eye_at(5.002) - eye_at(5.001);
    EXPECT_LT(glm::distance(before, behind), 0.02f * glm::length(before)) << "the speed does not jump";
}

TEST(CameraPath, APersonLeavesItUntilTheViewIsResetOrThePathChanges) {
    effects::View view = view_with_path();
    Camera camera(view);
    camera.play(1.5);
    camera.zoom(2);
    camera.arrive();
    const Pose own = camera.pose();
    camera.play(5);
    EXPECT_EQ(camera.pose(), own);
    view.exposure = 2;
    camera.follow(view);
    camera.play(5);
    expect_near(camera.pose().eye(), own.eye());
    view.path.back().time = 8;
    camera.follow(view);
    camera.play(5);
    expect_near(camera.pose().eye(), {-6, 3, 0});
}

TEST(Camera, TheBlockIsWhatShadersMultiplyWith) {
    const Camera camera(effects::View{});
    const shared::Camera block = camera_block(camera.sight(window), window, 2.5f);
    const glm::mat4 view = camera.pose().view();
    EXPECT_FLOAT_EQ(block.view[3].z, view[3].z);
    EXPECT_FLOAT_EQ(block.projection[1].y, camera.projection(window)[1].y);
    EXPECT_FLOAT_EQ(block.eye.w, 2.5f);
    EXPECT_FLOAT_EQ(block.viewport.x * block.viewport.z, 1);
}

}  // namespace
}  // namespace winnow::render
