#include "effects/data/distance_field.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "effects/data/triangle_tree.h"
#include "effects/model/document.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

/// A side of a triangle, with its points in ascending order.
struct Side {
    std::uint32_t low, high, triangle;
    int number;       // from corner `number` to the next
    bool is_forward;  // from the low to the high point
};

/// Returns a unit vector; zero, if the vector has no length.
glm::dvec3 unit(const glm::dvec3& v) {
    const double size = glm::length(v);
    return size > 0 ? v / size : glm::dvec3(0);
}

/// A closed mesh, which knows on which side of its surface a place lies by the normals of its parts, those of
/// points weighted by angles (J. A. Baerentzen and H. Aanaes, "Signed Distance Computation Using the Angle
/// Weighted Pseudonormal", 2005).
class ClosedMesh {
  public:
    ClosedMesh(const Mesh& mesh, const std::string& origin) : origin_(origin) {
        unite_points(mesh);
        if (triangles_.empty()) refuse(origin_, {}, {"", "its faces have no area"});
        set_normals();
        join_sides();
        double volume = 0;
        for (const Corners& c : corners()) volume += glm::dot(c[0], glm::cross(c[1], c[2]));
        outward_ = volume < 0 ? -1 : 1;
    }

    std::vector<Corners> corners() const {
        std::vector<Corners> all;
        for (const auto& [a, b, c] : triangles_) all.push_back({places_[a], places_[b], places_[c]});
        return all;
    }

    bool is_inside(const glm::dvec3& place, const TriangleTree::Found& found) const {
        const auto part = static_cast<std::size_t>(found.nearest.part);
        const glm::dvec3& normal = part < 3   ? point_normals_[triangles_[found.triangle][part]]
                                   : part < 6 ? side_normals_[found.triangle][part - 3]
                                              : normals_[found.triangle];
        return outward_ * glm::dot(place - found.nearest.place, normal) < 0;
    }

  private:
    /// Leaves out triangles that have a point twice then.
    void unite_points(const Mesh& mesh) {
        const auto key = [&](std::uint32_t i) {
            const glm::vec3& p = mesh.points[i];
            return std::tuple(p.x, p.y, p.z);
        };
        std::vector<std::uint32_t> order(mesh.points.size()), numbers(mesh.points.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, key);
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i == 0 || key(order[i]) != key(order[i - 1])) places_.emplace_back(mesh.points[order[i]]);
            numbers[order[i]] = static_cast<std::uint32_t>(places_.size() - 1);
        }
        for (const auto& [a, b, c] : mesh.triangles) {
            const std::array<std::uint32_t, 3> united{numbers[a], numbers[b], numbers[c]};
            if (united[0] != united[1] && united[1] != united[2] && united[2] != united[0])
                triangles_.push_back(united);
        }
    }

    void set_normals() {
        point_normals_.resize(places_.size(), glm::dvec3(0));
        side_normals_.resize(triangles_.size());
        for (const auto& points : triangles_) {
            const auto at = [&](std::size_t i) { return places_[points[i % 3]]; };
            normals_.push_back(unit(glm::cross(at(1) - at(0), at(2) - at(0))));
            for (std::size_t i = 0; i < 3; ++i) {
                const double cosine = glm::dot(unit(at(i + 1) - at(i)), unit(at(i + 2) - at(i)));
                point_normals_[points[i]] += normals_.back() * std::acos(std::clamp(cosine, -1.0, 1.0));
            }
        }
    }

    void join_sides() {
        std::vector<Side> sides;
        for (std::uint32_t t = 0; t < triangles_.size(); ++t)
            for (int i = 0; i < 3; ++i) {
                const std::uint32_t a = triangles_[t][static_cast<std::size_t>(i)],
                                    b = triangles_[t][static_cast<std::size_t>(i + 1) % 3];
                sides.push_back({std::min(a, b), std::max(a, b), t, i, a < b});
            }
        const auto edge = [](const Side& side) { return std::pair(side.low, side.high); };
        std::ranges::sort(sides, {}, edge);
        for (auto begin = sides.begin(); begin != sides.end();) {
            const auto end = std::find_if(begin, sides.end(),
                                          [&](const Side& side) { return edge(side) != edge(*begin); });
            join(std::span(begin, end));
            begin = end;
        }
    }

    void join(std::span<const Side> sides) {
        const auto text = [](const glm::dvec3& p) {
            return fmt::format("({:g}, {:g}, {:g})", p.x, p.y, p.z);
        };
        const std::string where =
            fmt::format("the edge from {} to {}", text(places_[sides[0].low]), text(places_[sides[0].high]));
        if (sides.size() != 2)
            refuse(
                origin_, {},
                {"", fmt::format("must be a closed mesh for a distance: {} belongs to {} triangle{}, not 2",
                                 where, sides.size(), sides.size() == 1 ? "" : "s")});
        if (sides[0].is_forward == sides[1].is_forward)
            refuse(origin_, {}, {"", fmt::format("the faces at {} do not agree which side is out", where)});
        for (const Side& side : sides)
            side_normals_[side.triangle][static_cast<std::size_t>(side.number)] =
                normals_[sides[0].triangle] + normals_[sides[1].triangle];
    }

    const std::string& origin_;
    std::vector<glm::dvec3> places_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::vector<glm::dvec3> normals_, point_normals_;
    std::vector<Corners> side_normals_;
    double outward_ = 1;  // -1 if the faces point inwards
};

struct Grid {
    glm::dvec3 low;
    double cell;
    glm::ivec3 points;

    std::size_t index(int x, int y, int z) const {
        const glm::uvec3 at(glm::min(glm::ivec3(x, y, z), points - 1)), size(points);
        return (std::size_t{at.z} * size.y + at.y) * size.x + at.x;
    }
    std::size_t count() const { return index(points.x, points.y, points.z) + 1; }
};

Grid grid_around(const std::vector<Corners>& triangles) {
    glm::dvec3 low = triangles[0][0], high = low;
    for (const Corners& triangle : triangles)
        for (const glm::dvec3& corner : triangle) {
            low = glm::min(low, corner);
            high = glm::max(high, corner);
        }
    const glm::dvec3 size = high - low;
    const double cell = std::max({size.x, size.y, size.z}) / distance_cells;
    const glm::ivec3 cells(glm::ceil(size / cell));
    return {low - double{distance_margin} * cell, cell, cells + 2 * distance_margin + 1};
}

/// Calls visit(x, y, z) for all points, x fastest.
void for_each_point(const Grid& grid, const auto& visit) {
    for (int z = 0; z < grid.points.z; ++z)
        for (int y = 0; y < grid.points.y; ++y)
            for (int x = 0; x < grid.points.x; ++x) visit(x, y, z);
}

}  // namespace

FileData distance_data(const Mesh& mesh, const std::string& origin) {
    if (mesh.triangles.size() > max_distance_triangles)
        refuse(origin, {},
               {"", fmt::format("a mesh for a distance must have at most {} triangles, not {}",
                                max_distance_triangles, mesh.triangles.size())});
    const ClosedMesh closed(mesh, origin);
    const TriangleTree tree(closed.corners());
    const Grid grid = grid_around(closed.corners());
    std::vector<float> distances;
    distances.reserve(grid.count());
    double farthest = std::numeric_limits<double>::infinity();
    for_each_point(grid, [&](int x, int y, int z) {
        const glm::dvec3 place = grid.low + glm::dvec3(x, y, z) * grid.cell;
        const auto found = tree.find(place, x == 0 ? std::numeric_limits<double>::infinity() : farthest);
        const double distance = std::sqrt(found.square);
        farthest = (distance + grid.cell) * 1.0001;  // of the next point, with room for rounding
        distances.push_back(static_cast<float>(closed.is_inside(place, found) ? -distance : distance));
    });
    FileData rows{{grid.points, grid.cell}, {grid.low, 0}};
    rows.reserve(shared::DISTANCE_HEAD + distances.size());
    for_each_point(grid, [&](int x, int y, int z) {
        const auto at = [&](int dx, int dy) { return distances[grid.index(x + dx, y + dy, z)]; };
        rows.emplace_back(at(0, 0), at(1, 0), at(0, 1), at(1, 1));
    });
    return rows;
}

}  // namespace winnow::effects
