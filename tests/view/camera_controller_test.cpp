// Checks how the camera moves while the run is paused.
#include "view/camera_controller.h"

#include <gtest/gtest.h>

namespace winnow::view {
namespace {

constexpr gl::Size scene{800, 600};

effects::View turning() {
    effects::View view;
    view.orbit = 30;
    return view;
}

TEST(CameraController, DoesNotTurnByItselfWhilePaused) {
    CameraController camera(turning());
    const float yaw = camera.camera().pose().yaw;
    camera.move({}, scene, 1, false);
    EXPECT_EQ(camera.camera().pose().yaw, yaw);
    camera.move({}, scene, 1, true);
    EXPECT_NE(camera.camera().pose().yaw, yaw);
}

TEST(CameraController, FollowsTheHandWhilePaused) {
    CameraController camera(turning());
    const render::Pose before = camera.camera().pose();
    ui::SceneInput input;
    input.orbit_x = 40;
    input.wheel = 1;
    camera.move(input, scene, 1, false);
    EXPECT_NE(camera.camera().pose().yaw, before.yaw);
    EXPECT_LT(camera.camera().pose().distance, before.distance);
}

TEST(CameraController, GoesToAPoseTheNearerWayRoundAndLooksAlongAnAxis) {
    CameraController camera(turning());
    camera.go_to({{1, 2, 3}, 7, 370, 20, 5, 50});
    const render::Pose& goal = camera.camera().goal();
    EXPECT_NEAR(goal.yaw, 10, 1e-3f);
    EXPECT_EQ(goal.target, glm::vec3(1, 2, 3));
    EXPECT_EQ(std::pair(camera.camera().pose().roll, camera.camera().pose().field_of_view),
              std::pair(5.0f, 50.0f));
    camera.look_from({-1, 0, 0});
    EXPECT_NEAR(goal.yaw, -90, 1e-3f);
    EXPECT_EQ(std::pair(goal.distance, goal.pitch), std::pair(7.0f, 0.0f));
    camera.look_from({0, 1, 0});
    EXPECT_NEAR(goal.yaw, -90, 1e-3f) << "from above, all directions are as good";
    EXPECT_GT(goal.pitch, 80);
}

TEST(CameraController, AimsAtOnceOrGradually) {
    CameraController camera(turning());
    camera.aim({1, 2, 3}, true);
    EXPECT_EQ(camera.camera().pose().target, glm::vec3(1, 2, 3));
    camera.aim({4, 2, 3}, false);
    EXPECT_EQ(camera.camera().pose().target, glm::vec3(1, 2, 3));
    camera.move({}, scene, 0.1, false);
    EXPECT_GT(camera.camera().pose().target.x, 1);
}

}  // namespace
}  // namespace winnow::view
