// Checks what is refused in an effect's view, and where.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glm/glm.hpp>
#include <initializer_list>
#include <string>

#include "base/error.h"
#include "effects/format/effect_file.h"
#include "support/data_samples.h"
#include "support/temporary_directory.h"

namespace winnow::effects {
namespace {

/// Returns why a file is refused whose second line is that of the view, behind the file's name.
std::string refusal_of_view(const std::string& view, const std::string& scenery = "{}",
                            const test::TemporaryDirectory& folder = {}) {
    const std::string file = folder
                                 .write("e.json", R"({"format": 2, "scenery": )" + scenery +
                                                      ",\n\"view\": {" + view + "},\n\"emitters\": [{}]}")
                                 .string();
    try {
        load(file);
    } catch (const Error& error) {
        return std::string(error.what()).substr(file.size() + 1);
    }
    return "accepted";
}

TEST(EffectsView, TheNearPlaneIsBeforeTheFarOne) {
    EXPECT_EQ(refusal_of_view(R"("near": 2, "far": 2)"),
              "2:10: /view/near: must be below \"far\", 2 m, not 2");
    EXPECT_EQ(refusal_of_view(R"("field_of_view": 180)"),
              "2:10: /view/field_of_view: must be 1 to 170 degrees, not 180");
}

TEST(EffectsView, APathHasTwoPointsInTheOrderOfTheirTimes) {
    EXPECT_EQ(refusal_of_view(R"("path": [])"), "accepted");
    EXPECT_EQ(refusal_of_view(R"("path": [{"time": 1}, {"time": 2}])"), "accepted");
    EXPECT_EQ(refusal_of_view(R"("path": [{"time": 1}])"),
              "2:10: /view/path: must have no points, or 2 to 256, not 1");
    EXPECT_EQ(refusal_of_view(R"("path": [{"time": 1}, {"time": 1}])"),
              "2:33: /view/path/1/time: must be later than the 1 s of the one before, not 1");
    EXPECT_EQ(refusal_of_view(R"("path": [{"position": [0, 1, 0]}, {"time": 1}])"),
              "2:19: /view/path/0/target: must be another point than the position of the camera");
}

TEST(EffectsView, NoPointOfAPathLiesInsideAnObject) {
    const std::string path = R"("path": [{"position": [4, 0, 0]}, {"time": 2, "position": [0, 0.9, 2]}])";
    const auto with = [&](const std::string& object) {
        return refusal_of_view(path,
                               R"({"objects": [{"name": "a", "position": [0, 0, 2], )" + object + "}]}");
    };
    const std::string inside =
        "2:56: /view/path/1/position: must be outside the objects of the scenery; it lies inside \"a\"";
    EXPECT_EQ(with(R"("size": [2, 2, 2])"), inside);
    EXPECT_EQ(with(R"("shape": "ball", "size": [2, 2, 2])"), inside);
    EXPECT_EQ(with(R"("shape": "cylinder", "size": [0.1, 2, 0.1])"), inside);
    EXPECT_EQ(with(R"("shape": "cone", "size": [2, 2, 2])"), inside);
    EXPECT_EQ(with(R"("size": [2, 1.7, 2])"), "accepted") << "it is above";
    EXPECT_EQ(with(R"("shape": "ball", "size": [2, 1.7, 2])"), "accepted");
    EXPECT_EQ(with(R"("shape": "cone", "size": [2, 1.7, 2])"), "accepted");
    EXPECT_EQ(with(R"("size": [2, 1.7, 2], "axis": [0, 0, 1], "angle": 90)"), inside);
    EXPECT_EQ(with(R"x("size": [2, 2, 2], "motion": {"position": "vec3(time, 0, 0)"})x"), "accepted")
        << "it has gone by then";
}

/// A mesh of cubes of 2 m, at these places on the x axis.
std::string cubes_obj(std::initializer_list<float> places) {
    std::string text;
    for (const float x : places) {
        for (int k = 0; k < 8; ++k)
            text += fmt::format("v {} {} {}\n", x + static_cast<float>((k & 1) * 2 - 1), (k & 2) - 1,
                                (k & 4) / 2 - 1);
        text += "f -8 -6 -5 -7\nf -4 -3 -1 -2\nf -8 -7 -3 -4\nf -6 -2 -1 -5\nf -8 -4 -2 -6\nf -7 -5 -1 -3\n";
    }
    return text;
}

TEST(EffectsView, NoPointOfAPathLiesInsideAClosedMesh) {
    const test::TemporaryDirectory folder;
    const std::string path = R"("path": [{"position": [9, 0, 0]}, {"time": 2, "position": [0, 0.9, 2]}])";
    const auto with = [&](const std::string& mesh, const std::string& place) {
        folder.write("mesh.obj", mesh);
        return refusal_of_view(
            path, R"({"objects": [{"name": "a", "shape": "mesh", "mesh": "mesh.obj", )" + place + "}]}",
            folder);
    };
    const std::string inside =
        "2:56: /view/path/1/position: must be outside the objects of the scenery; it lies inside \"a\"";
    const std::string here = R"("position": [0, 0, 2])", box = cubes_obj({0});
    EXPECT_EQ(with(box, here), inside);
    EXPECT_EQ(with(box, R"("position": [0, 2, 2])"), "accepted") << "it is below";
    EXPECT_EQ(with(box, here + R"(, "size": [1, 0.8, 1])"), "accepted");
    EXPECT_EQ(with(box, here + R"(, "size": [1, 0.8, 1], "axis": [0, 0, 1], "angle": 90)"), inside);
    EXPECT_EQ(with(box.substr(0, box.rfind("\nf") + 1), here), "accepted") << "a face is absent";
    // Between two parts, inside one, and where both overlap; the point is at (0, 0.9, 0) of the mesh.
    EXPECT_EQ(with(cubes_obj({-1.5f, 1.5f}), here), "accepted");
    EXPECT_EQ(with(cubes_obj({-0.5f, 2.5f}), here), inside);
    EXPECT_EQ(with(cubes_obj({-0.5f, 0.5f}), here), inside);
    EXPECT_EQ(with(test::box_obj({1, -1, 1}), here), inside) << "its faces point inwards";
}

}  // namespace
}  // namespace winnow::effects
