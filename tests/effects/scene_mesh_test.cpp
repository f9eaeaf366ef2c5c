// The triangles of a scenery's objects.
#include "effects/data/scene_mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "effects/expect_error.h"
#include "effects/format/effect_file.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

/// Returns the volume inside the triangles; it is negative if their corners run the wrong way round.
double volume(const std::vector<SceneCorner>& corners) {
    double sum = 0;
    for (std::size_t i = 0; i < corners.size(); i += 3)
        sum += glm::dot(glm::dvec3(corners[i].place),
                        glm::cross(glm::dvec3(corners[i + 1].place), glm::dvec3(corners[i + 2].place)));
    return sum / 6;
}

SceneObject object_of(Solid shape) {
    SceneObject object;
    object.shape = shape;
    return object;
}

std::vector<SceneCorner> triangles_of(const SceneObject& object, const std::string& folder) {
    return put_into_world(own_triangles_of(object, folder), object);
}

TEST(SceneMesh, SolidsHaveTheVolumeOfTheirSize) {
    const double pi = std::numbers::pi;
    const auto volume_of = [](Solid shape) {
        SceneObject object = object_of(shape);
        object.size = {2, 3, 4};
        return volume(triangles_of(object, ""));
    };
    EXPECT_NEAR(volume_of(Solid::box), 24, 1e-4);
    EXPECT_NEAR(volume_of(Solid::ball), 24 * pi / 6, 0.15);
    EXPECT_NEAR(volume_of(Solid::cylinder), 24 * pi / 4, 0.1);
    EXPECT_NEAR(volume_of(Solid::cone), 24 * pi / 12, 0.05);
}

TEST(SceneMesh, NormalsPointOutwardsAndAreSmoothExceptAtSharpEdges) {
    for (const SceneCorner& corner : triangles_of(object_of(Solid::ball), ""))
        ASSERT_GT(glm::dot(corner.normal, 2.0f * corner.place), 0.99f);
    for (const SceneCorner& corner : triangles_of(object_of(Solid::box), ""))
        ASSERT_NEAR(glm::dot(corner.normal, corner.place), 0.5f, 1e-5f) << "a face of a box is flat";
}

TEST(SceneMesh, IsTurnedRoundItsAxisAndMoved) {
    SceneObject object;
    object.size = {4, 1, 1};
    object.angle = 90;
    object.position = {0, 10, 0};
    glm::vec3 low(1e9f), high(-1e9f);
    for (const SceneCorner& corner : triangles_of(object, "")) {
        low = glm::min(low, corner.place);
        high = glm::max(high, corner.place);
    }
    EXPECT_LT(glm::distance(low, glm::vec3(-0.5f, 9.5f, -2)), 1e-5f);
    EXPECT_LT(glm::distance(high, glm::vec3(0.5f, 10.5f, 2)), 1e-5f);
}

Effect with_object(const std::string& object, const std::string& folder = "") {
    return parse("{\"format\": 2, \"scenery\": {\"objects\": [\n" + object + "]}}", "effect.json", folder);
}

TEST(SceneMesh, MeshesAreReadFromTheEffectsFolderAndArePartOfTheEffect) {
    const test::TemporaryDirectory root;
    root.write("box.obj", test::box_obj(glm::vec3(1)));
    const Effect effect =
        with_object(R"({"shape": "mesh", "mesh": "box.obj", "size": [1, 1, 3]})", root.path().string());
    const double before = std::abs(volume(triangles_of(effect.scenery.objects[0], effect.folder.path)));
    EXPECT_GT(before, 0.1);
    root.write("box.obj", test::box_obj(glm::vec3(2)));
    const Effect again =
        with_object(R"({"shape": "mesh", "mesh": "box.obj", "size": [1, 1, 3]})", root.path().string());
    EXPECT_NE(again.folder.contents, effect.folder.contents);
    EXPECT_NEAR(std::abs(volume(triangles_of(again.scenery.objects[0], again.folder.path))), 8 * before,
                1e-3);
}

TEST(SceneMesh, WhatCannotBeShownIsRefusedInOneLine) {
    const auto refusal = [](const std::string& object, const std::string& folder = "") {
        return message_of([&] { with_object(object, folder); });
    };
    const test::TemporaryDirectory root;
    root.write("empty.obj", "");
    const std::string folder = root.path().string();
    EXPECT_NE(refusal(R"({"shape": "mesh", "mesh": "none.obj"})", folder).find("/scenery/objects/0/mesh: "),
              std::string::npos);
    EXPECT_NE(refusal(R"({"shape": "mesh", "mesh": "/etc/hostname"})", folder).find("must be a file below"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"shape": "mesh", "mesh": "empty.obj"})", folder).find("is empty"),
              std::string::npos);
    EXPECT_NE(refusal(R"({"shape": "mesh"})").find("/scenery/objects/0/mesh: must name an OBJ file"),
              std::string::npos);
    EXPECT_EQ(refusal(R"({"size": [0, 1, 1]})"),
              "effect.json:2: /scenery/objects/0/size/0: must be 0.0001 to 100000 m, not 0");
    EXPECT_EQ(refusal(R"({"axis": [0, 0, 0], "angle": 45})"),
              "effect.json:2: /scenery/objects/0/axis: must not be zero; [0, 1, 0] is up");
    EXPECT_NE(refusal(R"({"shape": "torus"})").find("must be box, ball, cylinder, cone or mesh"),
              std::string::npos);
}

}  // namespace
}  // namespace winnow::effects
