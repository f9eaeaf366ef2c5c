// Reads meshes from Wavefront OBJ files.
#pragma once

#include <glm/glm.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace winnow::effects {

inline constexpr std::size_t max_triangles = std::size_t{1} << 22;
inline constexpr std::size_t max_corners = 256;  // of a face

struct Mesh {
    using Edge = std::array<std::uint32_t, 2>;
    std::vector<glm::vec3> points;
    std::vector<std::array<std::uint32_t, 3>> triangles;  // points counterclockwise, seen from outside
    std::vector<Edge> edges;                              // of the faces, each once, the lesser point first

    /// The normals and texture coordinates of a triangle's corners.
    struct Corners {
        std::array<std::uint32_t, 3> normals{no_index, no_index, no_index};
        std::array<std::uint32_t, 3> coordinates{no_index, no_index, no_index};
    };
    static constexpr std::uint32_t no_index = 0xFFFFFFFF;  // the corner has none
    std::vector<Corners> corners;                          // of each triangle
    std::vector<glm::vec3> normals;                        // of any length
    std::vector<glm::vec2> coordinates;  // in a picture: 0 to 1 from the left, and from below

    /// True if some corner has a normal, or a texture coordinate.
    bool has_normals() const;
    bool has_coordinates() const;
};

/// Returns the mesh of a file's text: its points, normals and texture coordinates, and its faces divided into
/// triangles. Lines about anything else mean nothing here. Throws Error(bad_input), `origin:line: message`,
/// if a line is wrong, a face crosses itself so that it cannot be divided, there is no face, or there are
/// more than max_triangles.
Mesh read_obj(std::string_view text, const std::string& origin);

}  // namespace winnow::effects
