#include "effects/data/obj_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "effects/data/text_words.h"
#include "effects/model/document.h"

namespace winnow::effects {
namespace {

constexpr std::size_t max_tests = 1'000'000'000;  // of corners against ears: a few seconds

/// Returns twice the signed area of a triangle.
double turn(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

class ObjReader {
  public:
    ObjReader(std::string_view text, const std::string& origin) : words_(text, origin), origin_(origin) {}

    Mesh read() {
        while (words_.next_line()) {
            const std::string_view kind = words_.word();
            if (kind == "v") mesh_.points.push_back(vector<glm::vec3>("a point"));
            if (kind == "vn") mesh_.normals.push_back(vector<glm::vec3>("a normal"));
            if (kind == "vt") mesh_.coordinates.push_back(vector<glm::vec2>("a texture coordinate"));
            if (kind == "f") add_face();
        }
        if (mesh_.triangles.empty()) effects::refuse(origin_, {}, {"", "has no faces; must be an OBJ mesh"});
        std::ranges::sort(mesh_.edges);
        mesh_.edges.erase(std::unique(mesh_.edges.begin(), mesh_.edges.end()), mesh_.edges.end());
        return std::move(mesh_);
    }

  private:
    /// A corner of a face: numbers of a point, a texture coordinate and a normal.
    struct Corner {
        std::uint32_t point = 0, coordinate = Mesh::no_index, normal = Mesh::no_index;
    };

    template <typename Vector>
    Vector vector(std::string_view what) {
        constexpr int length = Vector::length();
        Vector result;
        for (int i = 0; i < length; ++i) {
            const std::string_view word = words_.word();
            if (word.empty())
                words_.refuse(
                    fmt::format("{} must have {} numbers, not {}", what, length == 3 ? "three" : "two", i));
            result[i] = words_.number(word);
        }
        return result;
    }

    /// Returns the index of a number from 1, or from -1 backwards, among so many that stand before it.
    std::uint32_t index_of(std::string_view word, std::size_t number_of, std::string_view what) const {
        const auto count = static_cast<std::int64_t>(number_of);
        const std::int64_t given = words_.integer(word);
        const std::int64_t index = given < 0 ? count + given : given - 1;
        if (index < 0 || index >= count)
            words_.refuse(fmt::format("{} must be one of the {} {} before it, not {}",
                                      what == "points" ? "a corner" : "a corner's number", count, what,
                                      given));
        return static_cast<std::uint32_t>(index);
    }

    /// Reads POINT, POINT/COORDINATE, POINT//NORMAL or POINT/COORDINATE/NORMAL.
    Corner corner(std::string_view word) const {
        std::array<std::string_view, 3> parts;
        for (std::size_t i = 0;; ++i) {
            if (i == parts.size()) words_.refuse("a corner must have at most three numbers, as 1/2/3");
            const std::size_t slash = word.find('/');
            parts[i] = word.substr(0, slash);
            if (slash == std::string_view::npos) break;
            word.remove_prefix(slash + 1);
        }
        Corner corner{.point = index_of(parts[0], mesh_.points.size(), "points")};
        if (!parts[1].empty())
            corner.coordinate = index_of(parts[1], mesh_.coordinates.size(), "texture coordinates");
        if (!parts[2].empty()) corner.normal = index_of(parts[2], mesh_.normals.size(), "normals");
        return corner;
    }

    void add_face() {
        ring_.clear();
        for (std::string_view word = words_.word(); !word.empty(); word = words_.word()) {
            if (ring_.size() == max_corners)
                words_.refuse(fmt::format("a face must have at most {} corners", max_corners));
            ring_.push_back(corner(word));
        }
        if (ring_.size() < 3)
            words_.refuse(fmt::format("a face must have at least 3 corners, not {}", ring_.size()));
        if (mesh_.triangles.size() + ring_.size() - 2 > max_triangles)
            words_.refuse(fmt::format("a mesh must have at most {} triangles", max_triangles));
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            const auto [a, b] = std::minmax(ring_[i].point, ring_[(i + 1) % ring_.size()].point);
            if (a != b) mesh_.edges.push_back({a, b});
        }
        flatten();
        cut();
    }

    /// Projects the corners along the axis that is nearest to the face's normal (M. E. Newell's).
    void flatten() {
        glm::dvec3 normal(0);
        for (std::size_t i = 0; i < ring_.size(); ++i) {
            const glm::dvec3 a(mesh_.points[ring_[i].point]),
                b(mesh_.points[ring_[(i + 1) % ring_.size()].point]);
            normal += glm::cross(a, b);
        }
        const glm::dvec3 size = glm::abs(normal);
        const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        const double side = normal[axis] < 0 ? -1 : 1;
        flat_.clear();
        for (const Corner& corner : ring_) {
            const glm::vec3& point = mesh_.points[corner.point];
            flat_.emplace_back(point[(axis + 1) % 3], side * double{point[(axis + 2) % 3]});
        }
    }

    /// True if the triangle at the corner lies within the face and has no other corner in it. Corners on a
    /// line make one without an area, which can always go.
    bool is_ear(std::size_t before, std::size_t at, std::size_t behind) {
        const glm::dvec2 &a = flat_[before], &b = flat_[at], &c = flat_[behind];
        const double area = turn(a, b, c);
        if (area <= 0) return area == 0;
        tests_ += flat_.size();
        return std::ranges::none_of(flat_, [&](const glm::dvec2& p) {
            return p != a && p != b && p != c && turn(a, b, p) >= 0 && turn(b, c, p) >= 0 &&
                   turn(c, a, p) >= 0;
        });
    }

    /// Divides the face into triangles by cutting off ears.
    void cut() {
        std::size_t at = 0, failed = 0;
        while (ring_.size() > 3) {
            const std::size_t count = ring_.size();
            at %= count;
            const std::size_t before = (at + count - 1) % count, behind = (at + 1) % count;
            if (!is_ear(before, at, behind)) {
                ++at;
                if (++failed == count)
                    words_.refuse("a face crosses itself, so that it cannot be divided into triangles");
                if (tests_ > max_tests) words_.refuse("the faces have too many corners; divide them");
                continue;
            }
            add_triangle(ring_[before], ring_[at], ring_[behind]);
            ring_.erase(ring_.begin() + static_cast<std::ptrdiff_t>(at));
            flat_.erase(flat_.begin() + static_cast<std::ptrdiff_t>(at));
            failed = 0;
        }
        add_triangle(ring_[0], ring_[1], ring_[2]);
    }

    void add_triangle(const Corner& a, const Corner& b, const Corner& c) {
        mesh_.triangles.push_back({a.point, b.point, c.point});
        mesh_.corners.push_back({{a.normal, b.normal, c.normal}, {a.coordinate, b.coordinate, c.coordinate}});
    }

    TextWords words_;
    const std::string& origin_;
    Mesh mesh_;
    std::vector<Corner> ring_;      // corners of the face that are left
    std::vector<glm::dvec2> flat_;  // their places in a plane, counterclockwise
    std::size_t tests_ = 0;
};

bool any_index(const std::vector<Mesh::Corners>& all,
               std::array<std::uint32_t, 3> Mesh::Corners::*of_triangle) {
    return std::ranges::any_of(all, [&](const Mesh::Corners& corners) {
        return std::ranges::any_of(corners.*of_triangle,
                                   [](std::uint32_t index) { return index != Mesh::no_index; });
    });
}

}  // namespace

bool Mesh::has_normals() const {
    return any_index(corners, &Corners::normals);
}

bool Mesh::has_coordinates() const {
    return any_index(corners, &Corners::coordinates);
}

Mesh read_obj(std::string_view text, const std::string& origin) {
    return ObjReader(text, origin).read();
}

}  // namespace winnow::effects
