#include "effects/data/mesh_inside.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <tuple>
#include <utility>

namespace winnow::effects {
namespace {

using Point = std::tuple<float, float, float>;

/// An edge of a triangle, with its points in ascending order.
struct DirectedEdge {
    Point low, high;
    int direction;  // 1 if the triangle passes it from low to high, else -1
};

Point point_of(const glm::vec3& place) {
    return {place.x, place.y, place.z};
}

}  // namespace

MeshInside::MeshInside(std::vector<MeshTriangle> mesh)
    : mesh_(std::move(mesh)), low_(mesh_[0][0]), high_(low_) {
    for (const MeshTriangle& triangle : mesh_)
        for (const glm::vec3& corner : triangle) {
            low_ = glm::min(low_, corner);
            high_ = glm::max(high_, corner);
        }
}

bool MeshInside::contains(const glm::vec3& place) {
    if (glm::any(glm::lessThan(place, low_)) || glm::any(glm::greaterThan(place, high_))) return false;
    if (!is_closed_) is_closed_ = is_closed();
    return *is_closed_ && std::round(winding_number(place)) != 0;
}

bool MeshInside::is_closed() const {
    std::vector<DirectedEdge> edges;
    edges.reserve(3 * mesh_.size());
    for (const MeshTriangle& triangle : mesh_)
        for (std::size_t i = 0; i < 3; ++i) {
            const Point a = point_of(triangle[i]), b = point_of(triangle[(i + 1) % 3]);
            if (a != b) edges.push_back({std::min(a, b), std::max(a, b), a < b ? 1 : -1});
        }
    const auto points = [](const DirectedEdge& edge) { return std::tie(edge.low, edge.high); };
    std::ranges::sort(edges, {}, points);
    for (auto edge = edges.begin(); edge != edges.end();) {
        const auto first = edge;
        int sum = 0;
        for (; edge != edges.end() && points(*edge) == points(*first); ++edge) sum += edge->direction;
        if (sum != 0) return false;
    }
    return true;
}

/// Returns the sum of the solid angles of the triangles (A. van Oosterom and J. Strackee, "The Solid Angle of
/// a Plane Triangle", 1983) by that of a sphere.
double MeshInside::winding_number(const glm::dvec3& place) const {
    double halves = 0;  // of the solid angles
    for (const MeshTriangle& triangle : mesh_) {
        const glm::dvec3 a = glm::dvec3(triangle[0]) - place, b = glm::dvec3(triangle[1]) - place,
                         c = glm::dvec3(triangle[2]) - place;
        const double u = glm::length(a), v = glm::length(b), w = glm::length(c);
        halves += std::atan2(glm::dot(a, glm::cross(b, c)),
                             u * v * w + glm::dot(a, b) * w + glm::dot(b, c) * u + glm::dot(c, a) * v);
    }
    return halves / (2 * std::numbers::pi);
}

}  // namespace winnow::effects
