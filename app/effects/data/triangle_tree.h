// The nearest place on many triangles.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace winnow::effects {

using Corners = std::array<glm::dvec3, 3>;

/// The nearest place on a triangle, and the part of the triangle that it lies on.
struct Nearest {
    static constexpr int face = 6;
    glm::dvec3 place{0};
    int part = face;  // 0 to 2: a corner; 3 to 5: the edge from corner part - 3 to the next; face
};

/// C. Ericson, "Real-Time Collision Detection", 2005, section 5.1.5.
Nearest nearest_on(const Corners& triangle, const glm::dvec3& place);

/// Triangles in a tree of boxes, each with a few triangles or two halves.
class TriangleTree {
  public:
    /// Precondition: there is a triangle.
    explicit TriangleTree(std::vector<Corners> triangles);

    struct Found {
        std::size_t triangle = 0;  // its index
        Nearest nearest;
        double square = 0;  // of the distance
    };
    /// Returns the nearest triangle. Precondition: it is no farther than `farthest`.
    Found find(const glm::dvec3& place, double farthest) const;

  private:
    struct Box {
        glm::dvec3 low, high;
        std::uint32_t begin, end;  // in order_
        std::uint32_t second;      // the second half, the first one follows; 0: a leaf
    };
    void add(std::uint32_t begin, std::uint32_t end);

    std::vector<Corners> triangles_;
    std::vector<std::uint32_t> order_;
    std::vector<Box> boxes_;
};

}  // namespace winnow::effects
