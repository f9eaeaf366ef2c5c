#include "effects/data/scene_mesh.h"

#include <fmt/format.h>
#include <glm/gtc/matrix_transform.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <span>
#include <tuple>

#include "base/error.h"
#include "effects/data/data_files.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

using Triangle = MeshTriangle;

constexpr int segments = 48;  // of a circle
constexpr float sharp =
    0.77f;  // cosine of the angle between faces from which their edge is sharp: 40 degrees

/// Returns the point of a circle of diameter 1.
glm::vec2 on_circle(int segment) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(segment % segments) / segments;
    return 0.5f * glm::vec2(std::cos(angle), std::sin(angle));
}

void add_quad(std::vector<Triangle>& all, const glm::vec3& a, const glm::vec3& b, const glm::vec3& c,
              const glm::vec3& d) {
    all.push_back({a, b, c});
    all.push_back({a, c, d});
}

std::vector<Triangle> box() {
    std::vector<Triangle> all;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-0.5f, 0.5f}) {
            const auto corner = [&](float u, float v) {
                glm::vec3 place;
                place[axis] = side;
                place[(axis + 1) % 3] = side > 0 ? u : v;
                place[(axis + 2) % 3] = side > 0 ? v : u;
                return place;
            };
            add_quad(all, corner(-0.5f, -0.5f), corner(0.5f, -0.5f), corner(0.5f, 0.5f), corner(-0.5f, 0.5f));
        }
    return all;
}

/// Returns the surface that a line of points turns round the y axis. A point has a share of the radius and
/// the height; the first and the last lie on the axis.
std::vector<Triangle> turned(std::span<const glm::vec2> line) {
    std::vector<Triangle> all;
    const auto place = [&](std::size_t i, int segment) {
        const glm::vec2 around = on_circle(segment) * line[i].x;
        return glm::vec3(around.x, line[i].y, -around.y);
    };
    for (std::size_t i = 0; i + 1 < line.size(); ++i)
        for (int s = 0; s < segments; ++s) {
            if (line[i].x > 0) all.push_back({place(i, s), place(i, s + 1), place(i + 1, s + 1)});
            if (line[i + 1].x > 0) all.push_back({place(i, s), place(i + 1, s + 1), place(i + 1, s)});
        }
    return all;
}

std::vector<Triangle> ball() {
    std::vector<glm::vec2> line;
    for (int i = 0; i <= segments / 2; ++i) {
        const float angle = std::numbers::pi_v<float> * static_cast<float>(i) / (segments / 2.0f);
        const bool is_pole = i == 0 || i == segments / 2;
        line.emplace_back(is_pole ? 0 : std::sin(angle), -0.5f * std::cos(angle));
    }
    return turned(line);
}

}  // namespace

std::vector<MeshTriangle> mesh_triangles(const SceneObject& object, const std::string& folder) {
    const auto rows = read_data(folder, object.mesh, FileKind::mesh);
    std::vector<Triangle> all(static_cast<std::size_t>(rows->front().x));
    const glm::vec4* corner = rows->data() + shared::MESH_HEAD;
    for (Triangle& triangle : all)
        for (glm::vec3& place : triangle) place = glm::vec3(*corner++);
    return all;
}

ShapeBounds bounds_of(const SceneObject& object, const std::string& folder) {
    struct Known {
        std::weak_ptr<const FileData> data;
        ShapeBounds bounds;
    };
    static std::vector<Known> known;
    if (object.shape != Solid::mesh) return {};
    const auto rows = read_data(folder, object.mesh, FileKind::mesh);
    std::erase_if(known, [](const Known& one) { return one.data.expired(); });
    for (const Known& one : known)
        if (one.data.lock() == rows) return one.bounds;
    const auto corners =
        std::span(*rows).subspan(shared::MESH_HEAD, 3 * static_cast<std::size_t>(rows->front().x));
    ShapeBounds bounds{glm::vec3(std::numeric_limits<float>::max()),
                       glm::vec3(std::numeric_limits<float>::lowest())};
    for (const glm::vec4& corner : corners) {
        bounds.low = glm::min(bounds.low, glm::vec3(corner));
        bounds.high = glm::max(bounds.high, glm::vec3(corner));
    }
    known.push_back({rows, bounds});
    return bounds;
}

namespace {

std::vector<Triangle> shape_of(const SceneObject& object, const std::string& folder) {
    constexpr std::array cylinder{glm::vec2(0, -0.5f), glm::vec2(1, -0.5f), glm::vec2(1, 0.5f),
                                  glm::vec2(0, 0.5f)};
    constexpr std::array cone{glm::vec2(0, -0.5f), glm::vec2(1, -0.5f), glm::vec2(0, 0.5f)};
    switch (object.shape) {
        case Solid::ball:
            return ball();
        case Solid::cylinder:
            return turned(cylinder);
        case Solid::cone:
            return turned(cone);
        case Solid::mesh:
            return mesh_triangles(object, folder);
        case Solid::box:
            break;
    }
    return box();
}

/// Returns the normal of a triangle, as long as twice its area.
glm::vec3 normal_of(const Triangle& triangle) {
    return glm::cross(triangle[1] - triangle[0], triangle[2] - triangle[0]);
}

glm::vec3 unit(const glm::vec3& v) {
    const float length = glm::length(v);
    return length > 0 ? v / length : glm::vec3(0, 1, 0);
}

/// Gives each corner the mean normal of the faces around it, weighted by area, between which no edge is
/// sharp.
std::vector<SceneCorner> with_normals(const std::vector<Triangle>& triangles) {
    using Key = std::tuple<float, float, float>;
    std::map<Key, std::vector<glm::vec3>> around;
    const auto key = [](const glm::vec3& place) { return Key{place.x, place.y, place.z}; };
    for (const Triangle& triangle : triangles)
        for (const glm::vec3& place : triangle) around[key(place)].push_back(normal_of(triangle));
    std::vector<SceneCorner> corners;
    corners.reserve(triangles.size() * 3);
    for (const Triangle& triangle : triangles) {
        const glm::vec3 own = unit(normal_of(triangle));
        for (const glm::vec3& place : triangle) {
            glm::vec3 sum(0);
            for (const glm::vec3& other : around[key(place)])
                if (glm::dot(own, unit(other)) >= sharp) sum += other;
            corners.push_back({place, unit(sum)});
        }
    }
    return corners;
}

/// Checks the object. Returns the number of its triangles.
std::size_t triangles_of_checked(const SceneObject& object, const std::string& folder, const Path& path) {
    const Path axis(path, "axis"), mesh(path, "mesh");
    if (glm::length(object.axis) < shortest_direction)
        throw Invalid{axis.pointer(), "must not be zero; [0, 1, 0] is up"};
    if (object.shape == Solid::mesh && object.mesh.empty())
        throw Invalid{mesh.pointer(), "must name an OBJ file, because the shape is mesh"};
    try {
        return shape_of(object, folder).size();
    } catch (const Error& error) {
        throw Invalid{mesh.pointer(), error.what()};
    }
}

}  // namespace

std::vector<SceneCorner> own_triangles_of(const SceneObject& object, const std::string& folder) {
    std::vector<Triangle> triangles = shape_of(object, folder);
    for (Triangle& triangle : triangles)
        for (glm::vec3& place : triangle) place *= object.size;
    return with_normals(triangles);
}

glm::mat3 axes_of(const SceneObject& object) {
    return glm::mat3(glm::rotate(glm::mat4(1), glm::radians(object.angle), object.axis));
}

std::vector<SceneCorner> put_into_world(std::vector<SceneCorner> own, const SceneObject& object) {
    const glm::mat3 turn = axes_of(object);
    for (SceneCorner& corner : own) corner = {object.position + turn * corner.place, turn * corner.normal};
    return own;
}

void check_objects(const Scenery& scenery, const std::string& folder, const Path& path) {
    std::size_t all = 0;
    for (std::size_t i = 0; i < scenery.objects.size(); ++i) {
        const Path here(path, i);
        here.attempt_if_sound([&] {
            all += triangles_of_checked(scenery.objects[i], folder, here);
            if (all > max_scene_triangles)
                throw Invalid{
                    here.pointer(),
                    fmt::format("the objects must have at most {} triangles together", max_scene_triangles)};
        });
    }
}

}  // namespace winnow::effects
