#include "effects/data/triangle_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace winnow::effects {
namespace {

constexpr std::uint32_t leaf_triangles = 4;
constexpr std::size_t max_open = 64;  // boxes: each level halves up to 2^32 triangles

double square_of(const glm::dvec3& v) {
    return glm::dot(v, v);
}

/// Returns the square of the distance from a box, 0 inside.
double square_from(const glm::dvec3& low, const glm::dvec3& high, const glm::dvec3& place) {
    return square_of(glm::max(glm::max(low - place, place - high), glm::dvec3(0)));
}

glm::dvec3 middle_of(const Corners& triangle) {
    return (triangle[0] + triangle[1] + triangle[2]) / 3.0;
}

}  // namespace

Nearest nearest_on(const Corners& triangle, const glm::dvec3& place) {
    const auto& [a, b, c] = triangle;
    const glm::dvec3 ab = b - a, ac = c - a, ap = place - a, bp = place - b, cp = place - c;
    const double d1 = glm::dot(ab, ap), d2 = glm::dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return {a, 0};
    const double d3 = glm::dot(ab, bp), d4 = glm::dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return {b, 1};
    const double d5 = glm::dot(ab, cp), d6 = glm::dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return {c, 2};
    const double of_c = d1 * d4 - d3 * d2;
    if (of_c <= 0 && d1 >= 0 && d3 <= 0) return {a + ab * (d1 / (d1 - d3)), 3};
    const double of_a = d3 * d6 - d5 * d4;
    if (of_a <= 0 && d4 >= d3 && d5 >= d6) {
        const double from_b = d4 - d3, from_c = d5 - d6;
        return {b + (c - b) * (from_b / (from_b + from_c)), 4};
    }
    const double of_b = d5 * d2 - d1 * d6;
    if (of_b <= 0 && d2 >= 0 && d6 <= 0) return {a + ac * (d2 / (d2 - d6)), 5};
    const double all = of_a + of_b + of_c;
    return {a + ab * (of_b / all) + ac * (of_c / all), Nearest::face};
}

TriangleTree::TriangleTree(std::vector<Corners> triangles)
    : triangles_(std::move(triangles)), order_(triangles_.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    add(0, static_cast<std::uint32_t>(order_.size()));
}

void TriangleTree::add(std::uint32_t begin, std::uint32_t end) {
    const std::size_t at = boxes_.size();
    Box box{triangles_[order_[begin]][0], triangles_[order_[begin]][0], begin, end, 0};
    for (std::uint32_t i = begin; i < end; ++i)
        for (const glm::dvec3& corner : triangles_[order_[i]]) {
            box.low = glm::min(box.low, corner);
            box.high = glm::max(box.high, corner);
        }
    boxes_.push_back(box);
    if (end - begin <= leaf_triangles) return;
    const glm::dvec3 size = box.high - box.low;
    const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const std::uint32_t middle = begin + (end - begin) / 2;
    std::nth_element(order_.begin() + begin, order_.begin() + middle, order_.begin() + end,
                     [&](std::uint32_t x, std::uint32_t y) {
                         return middle_of(triangles_[x])[axis] < middle_of(triangles_[y])[axis];
                     });
    add(begin, middle);
    boxes_[at].second = static_cast<std::uint32_t>(boxes_.size());
    add(middle, end);
}

TriangleTree::Found TriangleTree::find(const glm::dvec3& place, double farthest) const {
    struct Open {
        std::uint32_t box;
        double square;
    };
    std::array<Open, max_open> open{Open{0, 0}};
    std::size_t count = 1;
    Found found;
    found.square = farthest * farthest;
    while (count > 0) {
        const auto [at, least] = open[--count];
        const Box& box = boxes_[at];
        if (least > found.square) continue;
        if (box.second == 0) {
            for (std::uint32_t i = box.begin; i < box.end; ++i) {
                const Nearest nearest = nearest_on(triangles_[order_[i]], place);
                const double square = square_of(place - nearest.place);
                if (square <= found.square) found = {order_[i], nearest, square};
            }
            continue;
        }
        Open near{at + 1, square_from(boxes_[at + 1].low, boxes_[at + 1].high, place)};
        Open far{box.second, square_from(boxes_[box.second].low, boxes_[box.second].high, place)};
        if (far.square < near.square) std::swap(near, far);
        open[count++] = far;
        open[count++] = near;
    }
    return found;
}

}  // namespace winnow::effects
