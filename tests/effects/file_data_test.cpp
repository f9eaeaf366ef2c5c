// Checks what files hold for modules: meshes, alias tables, images, vector fields, distances and splines.
#include "effects/data/file_data.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/gtc/packing.hpp>
#include <numeric>
#include <ostream>
#include <string>

#include "effects/data/distance_field.h"
#include "effects/data/obj_mesh.h"
#include "effects/data/spline.h"
#include "effects/data/triangle_tree.h"
#include "effects/expect_error.h"
#include "shaders/effects/rows.h"
#include "support/data_samples.h"

namespace winnow::effects {
namespace {

double area_of(const Mesh& mesh) {
    double sum = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        sum += glm::length(glm::cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a])) / 2;
    return sum;
}

Mesh face_of(const std::vector<glm::vec2>& corners) {
    std::string text, face = "f";
    for (std::size_t i = 0; i < corners.size(); ++i) {
        text += fmt::format("v {} 0 {}\n", corners[i].y, corners[i].x);
        face += fmt::format(" {}", i + 1);
    }
    return read_obj(text + face, "face");
}

TEST(ObjMesh, DividesFacesThatAreNotConvex) {
    const std::vector<glm::vec2> star{{0, 3}, {-1, 1}, {-3, 0}, {-1, -1}, {0, -3}, {1, -1}, {3, 0}, {1, 1}};
    EXPECT_EQ(face_of(star).triangles.size(), star.size() - 2);
    EXPECT_NEAR(area_of(face_of(star)), 12, 1e-5);
    std::vector<glm::vec2> comb{
        {0, 0}, {10, 0}, {10, 0.5f}};  // ten teeth of the area 1 on a bar of the area 5
    for (int i = 10; i-- > 0;) {
        comb.emplace_back(float(i) + 0.5f, 2.5f);
        comb.emplace_back(float(i), 0.5f);
    }
    EXPECT_NEAR(area_of(face_of(comb)), 15, 1e-4);
    const std::vector<glm::vec2> frame{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0},
                                       {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
    EXPECT_NEAR(area_of(face_of(frame)), 12, 1e-5) << "a slit leads to a hole";
    const Mesh line = face_of({{0, 0}, {1, 0}, {2, 0}, {2, 2}, {0, 2}, {0, 1}});
    EXPECT_NEAR(area_of(line), 4, 1e-5) << "corners may lie on a line";
    EXPECT_EQ(line.edges.size(), 6u) << "cuts are no edges";
}

TEST(ObjMesh, ReadsWhatOtherProgramsWrite) {
    const Mesh mesh = read_obj(
        "# comment\nmtllib a.mtl\r\no thing\nv +1 2e0 -3.5 1.0\nv 1 0 0 0.5 0.5 0.5\nvn 0 0 1\nvt 0 0\n"
        "v\t0  1 0\r\nusemtl x\ns off\nf 1/1/1 2//1 3/1\nf -1 -2 -3\nl 1 2\n",
        "a");
    ASSERT_EQ(mesh.points.size(), 3u);
    EXPECT_EQ(mesh.points[0], glm::vec3(1, 2, -3.5f));
    ASSERT_EQ(mesh.triangles.size(), 2u);
    EXPECT_EQ(mesh.triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
    EXPECT_EQ(mesh.triangles[1], (std::array<std::uint32_t, 3>{2, 1, 0}));
    EXPECT_EQ(mesh.edges.size(), 3u) << "both faces have the same";
    EXPECT_EQ(read_obj("\xEF\xBB\xBF" + test::box_obj(), "a").points.size(), 8u)
        << "behind a byte order mark";
    std::string lines = test::box_obj();
    std::ranges::replace(lines, '\n', '\r');
    EXPECT_EQ(read_obj(lines, "a").points.size(), 8u) << "with carriage returns alone";
    EXPECT_EQ(file_data("1,1,1\r0,0,0\r1,1,1\r# a comment\r4,5,6\r", FileKind::field, "a"),
              file_data("1,1,1\n0,0,0\n1,1,1\n# a comment\n4,5,6\n", FileKind::field, "a"));
}

TEST(ObjMesh, TakesCommentsBehindFacesAndLinesThatGoOn) {
    const Mesh mesh =
        read_obj("v 0 0 0 # the origin\nv 1 0 \\\n 0\nv 0 1 0\n#f 3 2 1\nf 1 2 \\\r\n3 #f\n", "a");
    EXPECT_EQ(mesh.points.size(), 3u);
    ASSERT_EQ(mesh.triangles.size(), 1u);
    EXPECT_NE(message_of([] { read_obj("v 0 0 \\", "a"); }).find("a:1: a point must have three numbers"),
              std::string::npos);
}

TEST(ObjMesh, ReadsNormalsAndTextureCoordinates) {
    const std::string points = "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n",
                      rest = "vn 0 0 2\nvn 1 0 0\nvt -1 0\nvt 3 0.5 0\n";
    const Mesh mesh = read_obj(points + rest + "f 1/1/1 2/2/-1 3//2 4\n", "a");
    ASSERT_EQ(mesh.corners.size(), 2u);
    EXPECT_TRUE(mesh.has_normals() && mesh.has_coordinates());
    EXPECT_EQ(mesh.normals[1], glm::vec3(1, 0, 0));
    EXPECT_EQ(mesh.coordinates[1], glm::vec2(3, 0.5f));
    for (std::size_t i = 0; i < mesh.corners.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) {
            constexpr std::uint32_t none = Mesh::no_index;
            constexpr std::uint32_t normals[] = {0, 1, 1, none}, coordinates[] = {0, 1, none, none};
            const std::uint32_t point = mesh.triangles[i][k];
            EXPECT_EQ(mesh.corners[i].normals[k], normals[point]) << point;
            EXPECT_EQ(mesh.corners[i].coordinates[k], coordinates[point]) << point;
        }
    EXPECT_FALSE(read_obj(points + rest + "f 1 2 3\n", "a").has_normals()) << "no corner has one";
    const auto refusal = [&](const std::string& text) {
        return message_of([&] { read_obj(points + rest + text, "a.obj"); });
    };
    EXPECT_EQ(refusal("f 1//0 2//1 3//1"),
              "a.obj:9: a corner's number must be one of the 2 normals before it, not 0");
    EXPECT_EQ(refusal("f 1//1 2//3 3//1"),
              "a.obj:9: a corner's number must be one of the 2 normals before it, not 3");
    EXPECT_EQ(refusal("f 1/1 2/-3 3/1"),
              "a.obj:9: a corner's number must be one of the 2 texture coordinates before it, not -3");
    EXPECT_EQ(refusal("f 1/1/1/1 2 3"), "a.obj:9: a corner must have at most three numbers, as 1/2/3");
    EXPECT_NE(refusal("vt nan 0").find("a.obj:9: "), std::string::npos);
    EXPECT_NE(refusal("vn 0 inf 1").find("a.obj:9: "), std::string::npos);
    EXPECT_EQ(refusal("vt 1"), "a.obj:9: a texture coordinate must have two numbers, not 1");
    EXPECT_EQ(refusal("vn 1 1"), "a.obj:9: a normal must have three numbers, not 2");
}

/// Returns the unit vector that a word holds, as shaders/render/solids/surface.glsl does.
glm::vec3 direction_of(float word) {
    const glm::vec2 at = glm::unpackSnorm2x16(std::bit_cast<std::uint32_t>(word));
    glm::vec3 v(at, 1 - std::abs(at.x) - std::abs(at.y));
    if (v.z < 0)
        v = {(1 - std::abs(at.y)) * (at.x < 0 ? -1.0f : 1.0f),
             (1 - std::abs(at.x)) * (at.y < 0 ? -1.0f : 1.0f), v.z};
    return glm::normalize(v);
}

TEST(MeshData, HasNormalsAndCoordinatesBehindItsEdges) {
    const std::string points = "v 0 0 0\nv 2 0 0\nv 0 2 0\n";
    const FileData plain = file_data(points + "vn 1 0 0\nvt 0 0\nf 1 2 3\n", FileKind::mesh, "a");
    EXPECT_EQ(plain[0].w, 0);
    const std::size_t behind = shared::MESH_HEAD + shared::TRIANGLE_ROWS + 3 * shared::MESH_EDGE_ROWS;
    ASSERT_EQ(plain.size(), behind) << "nothing more than before";
    const glm::vec3 normals[] = {{1, 2, -3}, {-0.5f, 0, -0.1f}, {0, 0, 0}};
    std::string text = points;
    for (const glm::vec3& n : normals) text += fmt::format("vn {} {} {}\n", n.x, n.y, n.z);
    text += "vt -1 0.25\nvt 3 0.25\nvt 0 0.75\n";
    const FileData rows = file_data(text + "f 1/1/1 2/2/2 3/3/3\n", FileKind::mesh, "a");
    EXPECT_EQ(rows[0].w, shared::MESH_HAS_NORMALS | shared::MESH_HAS_COORDINATES);
    ASSERT_EQ(rows.size(), behind + 3);
    EXPECT_EQ(rows[behind], glm::vec4(-1, 0.25f, 4, 0.5f)) << "the rectangle of the coordinates";
    const glm::vec4 coordinates = rows[behind + 1];
    const glm::vec2 expected[] = {{0, 0}, {1, 0}, {0.25f, 1}};
    for (int k = 0; k < 3; ++k) {
        const glm::vec2 at = glm::unpackUnorm2x16(std::bit_cast<std::uint32_t>(coordinates[k]));
        EXPECT_LT(glm::distance(at, expected[k]), 1e-4f) << k;
        const glm::vec3 normal = k == 2 ? glm::vec3(0, 0, 1) : glm::normalize(normals[k]);
        EXPECT_LT(glm::distance(direction_of(rows[behind + 2][k]), normal), 1e-4f)
            << k << ": one without a direction is that of the face";
    }
    EXPECT_FLOAT_EQ(coordinates.w, std::sqrt(2.0f / 4.0f)) << "the root of the areas' ratio";
    for (const char* corners : {"f 1/1 2/2 3/3\n", "f 1//1 2//2 3//3\n"}) {
        const std::size_t more = corners[3] == '/' && corners[4] == '/' ? 1 : 2;
        EXPECT_EQ(file_data(text + corners, FileKind::mesh, "a").size(), behind + more) << corners;
    }
}

TEST(AliasTable, DrawsByWeight) {
    const double weights[] = {1, 0, 5, 0.001, 2, 2, 7.5, 0, 3};
    const auto table = alias_table(weights);
    double probabilities[std::size(weights)] = {};
    for (std::size_t i = 0; i < table.size(); ++i) {
        ASSERT_GE(table[i].kept, 0);
        ASSERT_LE(table[i].kept, 1);
        probabilities[i] += double{table[i].kept};
        probabilities[table[i].other] += 1 - double{table[i].kept};
    }
    const double sum = std::accumulate(std::begin(weights), std::end(weights), 0.0);
    for (std::size_t i = 0; i < table.size(); ++i)
        EXPECT_NEAR(probabilities[i] / std::size(weights), weights[i] / sum, 1e-7) << i;
}

// --- distances --------------------------------------------------------------------------------------------

/// Calls check(place, distance) for each point of a distance field's grid.
void for_each_point(const FileData& rows, const std::function<void(glm::vec3, float)>& check) {
    const glm::ivec3 points(rows[0]);
    auto row = rows.begin() + shared::DISTANCE_HEAD;
    for (int z = 0; z < points.z; ++z)
        for (int y = 0; y < points.y; ++y)
            for (int x = 0; x < points.x; ++x)
                check(glm::vec3(rows[1]) + glm::vec3(x, y, z) * rows[0].w, (row++)->x);
    EXPECT_EQ(row, rows.end());
}

/// The signed distance from a box.
float from_box(glm::vec3 place, glm::vec3 half) {
    const glm::vec3 d = glm::abs(place) - half;
    return glm::length(glm::max(d, glm::vec3(0))) + std::min(std::max({d.x, d.y, d.z}), 0.0f);
}

TEST(DistanceField, IsExactAtTheGridsPoints) {
    const glm::vec3 half(1, 0.4f, 0.7f);
    const std::string box = test::box_obj(half);
    std::string inward = box;  // the same, with all faces turned round
    for (std::size_t at = inward.find('f'); at != std::string::npos; at = inward.find('f', at + 1)) {
        std::string corners = inward.substr(at + 2, 7);
        std::ranges::reverse(corners);
        inward.replace(at + 2, 7, corners);
    }
    for (const std::string& text : {box, inward}) {
        const FileData rows = file_data(text, FileKind::distance, "box.obj");
        EXPECT_FLOAT_EQ(rows[0].w, 2.0f / distance_cells);
        for_each_point(rows, [&](glm::vec3 place, float distance) {
            ASSERT_NEAR(distance, from_box(place, half), 1e-5f)
                << place.x << ' ' << place.y << ' ' << place.z;
        });
    }
}

TEST(DistanceField, HasTheRightSignAtEveryPart) {
    const Mesh ball = read_obj(test::ball_obj(9), "ball");
    const FileData rows = distance_data(ball, "ball");
    int inside = 0;
    for_each_point(rows, [&](glm::vec3 place, float distance) {
        double least = 1e9;
        for (const auto& [a, b, c] : ball.triangles) {
            const Corners corners{glm::dvec3(ball.points[a]), glm::dvec3(ball.points[b]),
                                  glm::dvec3(ball.points[c])};
            least = std::min(least, glm::distance(nearest_on(corners, place).place, glm::dvec3(place)));
        }
        ASSERT_NEAR(std::abs(distance), least, 1e-5);
        const float from_middle = glm::length(place);
        ASSERT_TRUE(from_middle < 1.001f || distance > 0) << from_middle;
        ASSERT_TRUE(from_middle > 0.9f || distance < 0) << from_middle;
        inside += distance < 0 ? 1 : 0;
    });
    EXPECT_GT(inside, 40000);
}

TEST(DistanceField, TakesPointsAtThePlaceOfOthersForThese) {
    std::string separate;  // each face has corners of its own
    const Mesh box = read_obj(test::box_obj(), "box");
    for (const auto& triangle : box.triangles) {
        for (const std::uint32_t corner : triangle) {
            const glm::vec3& p = box.points[corner];
            separate += fmt::format("v {} {} {}\n", p.x, p.y, p.z);
        }
        separate += "f -3 -2 -1\n";
    }
    EXPECT_EQ(file_data(separate, FileKind::distance, "x"),
              file_data(test::box_obj(), FileKind::distance, "x"));
}

// --- splines ----------------------------------------------------------------------------------------------

TEST(SplineTable, HasPlacesAtEqualDistances) {
    for (const bool is_closed : {false, true}) {
        const auto table = spline_table({{{0, 0, 0}, {2, 0, 0}, {6, 1, 2}, {5, 5, 2}, {2, 5, 0}}, is_closed});
        const std::size_t segments = shared::SPLINE_SEGMENTS;
        ASSERT_EQ(table.size(), segments + 4);
        EXPECT_EQ(table[0].y, shared::SPLINE_SEGMENTS);
        double sum = 0, longest = 0, shortest = 1e9;
        for (std::size_t k = 2; k < segments + 2; ++k) {
            const double chord = glm::distance(glm::vec3(table[k]), glm::vec3(table[k + 1]));
            longest = std::max(longest, chord);
            shortest = std::min(shortest, chord);
            sum += chord;
        }
        EXPECT_LT(longest, shortest * 1.02);
        EXPECT_NEAR(sum, double{table[0].x}, 0.01);
        EXPECT_EQ(table[2] == table[segments + 2], is_closed);
        EXPECT_EQ(glm::vec3(table[2]), glm::vec3(0));
    }
}

// --- what is refused --------------------------------------------------------------------------------------

struct Faulty {
    FileKind holds;
    std::string bytes, message;
};
void PrintTo(const Faulty& faulty, std::ostream* out) {
    *out << faulty.message;
}

class FaultyFileTest : public ::testing::TestWithParam<Faulty> {};

TEST_P(FaultyFileTest, IsRefusedWithItsLine) {
    const Faulty& file = GetParam();
    const std::string message = message_of([&] { file_data(file.bytes, file.holds, "a"); });
    EXPECT_EQ(message.substr(0, file.message.size()), file.message);
}

const std::string three = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

std::string polygon(std::size_t corners) {
    std::string face = "f";
    for (std::size_t i = 0; i < corners; ++i) face += " 1";
    return three + face;
}

/// Returns the box without its last face.
std::string open_box() {
    const std::string box = test::box_obj();
    return box.substr(0, box.rfind('f'));
}

std::string black(int width, int height) {
    return test::png(width, height, [](int, int) { return glm::u8vec4(25, 25, 25, 255); });
}

INSTANTIATE_TEST_SUITE_P(
    Each, FaultyFileTest,
    ::testing::Values(
        Faulty{FileKind::mesh, "nothing\n", "a: has no faces"},
        Faulty{FileKind::mesh, three, "a: has no faces"},
        Faulty{FileKind::mesh, "v 0 0\n", "a:1: a point must have three numbers, not 2"},
        Faulty{FileKind::mesh, "v 0 0 0\nv 1 x 0\n", "a:2: must be a number, not \"x\""},
        Faulty{FileKind::mesh, "v 0 0 nan\n", "a:1: must be a number, not \"nan\""},
        Faulty{FileKind::mesh, "v 0 0 inf\n", "a:1: must be -1e+06 to 1e+06, not inf"},
        Faulty{FileKind::mesh, "v 0 0 1e999\n", "a:1: must be -1e+06 to 1e+06, not 1e999"},
        Faulty{FileKind::mesh, three + "f 1 2 4\n",
               "a:4: a corner must be one of the 3 points before it, not 4"},
        Faulty{FileKind::mesh, three + "f 0 1 2\n",
               "a:4: a corner must be one of the 3 points before it, not 0"},
        Faulty{FileKind::mesh, three + "f -4 1 2\n",
               "a:4: a corner must be one of the 3 points before it, not -4"},
        Faulty{FileKind::mesh, three + "f 1 2 99999999999999999999\n", "a:4: must be a whole number"},
        Faulty{FileKind::mesh, three + "f 1 2 1.5\n", "a:4: must be a whole number, not \"1.5\""},
        Faulty{FileKind::mesh, three + "f 1 2\n", "a:4: a face must have at least 3 corners, not 2"},
        Faulty{FileKind::mesh, polygon(257), "a:4: a face must have at most 256 corners"},
        Faulty{FileKind::mesh, three + "f 1 1 2\n", "a: its faces have no area"},
        Faulty{FileKind::mesh, "v 1 1 0\nv 3 4 0\nv 4 3 0\nv 3 2 0\nv 0 4 0\nf 1 2 3 4 5\n",
               "a:6: a face crosses itself"},
        Faulty{FileKind::distance, open_box(), "a: must be a closed mesh for a distance: the edge from ("},
        Faulty{FileKind::distance, test::box_obj() + "f 1 2 4 3\n",
               "a: must be a closed mesh for a distance: the edge"},
        Faulty{FileKind::distance, open_box() + "f 6 8 4 2\n", "a: the faces at the edge from ("},
        Faulty{FileKind::distance, three + "f 1 1 2\n", "a: its faces have no area"},
        Faulty{FileKind::image, "\x89PNG", "a: not a PNG image"},
        Faulty{FileKind::image, black(3, 3).substr(0, 20), "a: the PNG image is cut short"},
        Faulty{FileKind::image, black(3, 3).substr(0, 33), "a: the PNG image is damaged or cut short"},
        Faulty{FileKind::image, black(3, 3).substr(0, 60), "a: the PNG image is damaged or cut short"},
        Faulty{FileKind::image, std::string(black(1, 1)).replace(16, 8, std::string(8, '\xFF')),
               "a: an image of 4294967295 x 4294967295 pixels is too large"},
        Faulty{FileKind::image, black(3, 3),
               "a: has no lit pixel: luminance times alpha is nowhere more than 0.01"},
        Faulty{FileKind::image,
               std::string(black(1, 1)).replace(16, 8, std::string("\0\0\x20\0\0\0\x10\0", 8)),
               "a: an image of 8192 x 4096 pixels is too large; 4194304 pixels are possible"},
        Faulty{FileKind::field, "2,2", "a:1: the file ends where three counts of cells must be"},
        Faulty{FileKind::field, "2,two,1", "a:1: must be a whole number, not \"two\""},
        Faulty{FileKind::field, "2,0,1,", "a:1: a count of cells must be 1 to 4194304, not 0"},
        Faulty{FileKind::field, "2000,2000,2", "a:1: there must be at most 4194304 cells, not 8000000"},
        Faulty{FileKind::field, "1,1,1,\n0,0,0,\n1,0,1,\n1,1,1",
               "a:3: the low corner must be below the high one"},
        Faulty{FileKind::field, "1,1,2,\n0,0,0,\n1,1,1,\n1,1,1,\n1,1",
               "a:5: the file ends where one of its 2 vectors"},
        Faulty{FileKind::field, "1,1,1\n0,0,0\n1,1,1\n1,1,1\n1", "a:5: the file goes on after its 1 vectors"},
        Faulty{FileKind::field, "1,1,1\n0,0,0\n1,1,1\n1,1,nan", "a:4: must be a number, not \"nan\""}));

TEST(FileData, HasAsManyTrianglesAsAreAllowed) {
    std::string mesh = three;
    for (int i = 0; i < 60; ++i) mesh += "f 1 2 3\n";
    EXPECT_EQ(file_data(mesh, FileKind::mesh, "a").size(), 1 + 60 * 3 + 3 * 2);
    std::string many = three;
    for (std::size_t i = 0; i <= max_distance_triangles; ++i) many += "f 1 2 3\n";
    EXPECT_EQ(message_of([&] { file_data(many, FileKind::distance, "a"); }),
              "a: a mesh for a distance must have at most 262144 triangles, not 262145");
}

}  // namespace
}  // namespace winnow::effects
