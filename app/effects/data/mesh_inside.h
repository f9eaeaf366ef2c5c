// Tells which places lie inside a closed mesh.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <optional>
#include <vector>

namespace winnow::effects {

using MeshTriangle = std::array<glm::vec3, 3>;

class MeshInside {
  public:
    /// Precondition: there is a triangle.
    explicit MeshInside(std::vector<MeshTriangle> mesh);

    /// Returns true if the mesh is closed and a place lies inside: there its winding number is not 0,
    /// whichever way the faces point. A mesh is closed if each edge is passed as often in one direction as in
    /// the other; corners at the same place count as one.
    bool contains(const glm::vec3& place);

  private:
    bool is_closed() const;
    double winding_number(const glm::dvec3& place) const;

    std::vector<MeshTriangle> mesh_;
    glm::vec3 low_, high_;
    std::optional<bool> is_closed_;  // known once a place lies between low_ and high_
};

}  // namespace winnow::effects
