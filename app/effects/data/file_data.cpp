#include "effects/data/file_data.h"

#include <fmt/format.h>

#include <glm/gtc/packing.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/png.h"
#include "effects/data/distance_field.h"
#include "effects/data/obj_mesh.h"
#include "effects/data/picture.h"
#include "effects/data/text_words.h"
#include "effects/data/texture.h"
#include "effects/model/colour.h"
#include "effects/model/document.h"
#include "shaders/effects/rows.h"

namespace winnow::effects {
namespace {

// --- meshes -----------------------------------------------------------------------------------------------

/// Appends the corners of each element, and its number in an alias table of the weights.
template <typename Elements>
void add_elements(FileData& rows, const Mesh& mesh, const Elements& elements,
                  std::span<const double> weights) {
    const std::vector<Alias> table = alias_table(weights);
    for (std::size_t i = 0; i < elements.size(); ++i)
        for (std::size_t k = 0; k < elements[i].size(); ++k) {
            const auto extra = k == 0 ? table[i].kept : k == 1 ? static_cast<float>(table[i].other) : 0.0f;
            rows.emplace_back(mesh.points[elements[i][k]], extra);
        }
}

/// Returns the distance of the farthest corner of a triangle from the origin.
float radius_of(const Mesh& mesh) {
    float radius = 0;
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t corner : triangle)
            radius = std::max(radius, glm::length(mesh.points[corner]));
    return radius;
}

glm::vec4 row_of_words(const std::array<std::uint32_t, 3>& words, float last) {
    return std::bit_cast<glm::vec4>(
        std::array{words[0], words[1], words[2], std::bit_cast<std::uint32_t>(last)});
}

/// Returns a unit vector in 32 bits: its place on an octahedron that is unfolded to a square (Z. H. Cigolle
/// et al., "A Survey of Efficient Representations for Independent Unit Vectors", 2014).
std::uint32_t packed_direction(const glm::vec3& v) {
    const glm::vec3 on = v / (std::abs(v.x) + std::abs(v.y) + std::abs(v.z));
    const auto side = [](float x) { return x < 0 ? -1.0f : 1.0f; };
    glm::vec2 at(on);
    if (on.z < 0) at = {(1 - std::abs(on.y)) * side(on.x), (1 - std::abs(on.x)) * side(on.y)};
    return glm::packSnorm2x16(at);
}

/// Returns the packed normals of a triangle's corners; where the file has none, that of the face.
glm::vec4 normals_row(const Mesh& mesh, std::size_t triangle) {
    const auto& [a, b, c] = mesh.triangles[triangle];
    const glm::dvec3 corner(mesh.points[a]);
    const glm::dvec3 upright =
        glm::cross(glm::dvec3(mesh.points[b]) - corner, glm::dvec3(mesh.points[c]) - corner);
    std::array<std::uint32_t, 3> words{};
    for (std::size_t k = 0; k < words.size(); ++k) {
        const std::uint32_t index = mesh.corners[triangle].normals[k];
        glm::dvec3 normal = index == Mesh::no_index ? upright : glm::dvec3(mesh.normals[index]);
        if (!(glm::length(normal) > 0)) normal = upright;
        const double length = glm::length(normal);
        words[k] = packed_direction(length > 0 ? glm::vec3(normal / length) : glm::vec3(0, 1, 0));
    }
    return row_of_words(words, 0);
}

/// The texture coordinates of a mesh as shares of the rectangle that they lie in.
class Coordinates {
  public:
    explicit Coordinates(const Mesh& mesh) : mesh_(mesh) {
        for (const auto& corners : mesh.corners)
            for (const std::uint32_t index : corners.coordinates) {
                low_ = glm::min(low_, at(index));
                high_ = glm::max(high_, at(index));
            }
    }

    glm::vec4 head() const { return {low_, high_ - low_}; }

    /// Returns the packed coordinates of a triangle's corners, and how long a unit of the mesh is in those of
    /// the picture.
    glm::vec4 row(std::size_t triangle) const {
        const auto& [a, b, c] = mesh_.triangles[triangle];
        const auto& indices = mesh_.corners[triangle].coordinates;
        std::array<std::uint32_t, 3> words{};
        for (std::size_t k = 0; k < words.size(); ++k)
            words[k] = glm::packUnorm2x16((at(indices[k]) - low_) / glm::max(high_ - low_, 1e-20f));
        const glm::vec3 side = mesh_.points[b] - mesh_.points[a], other = mesh_.points[c] - mesh_.points[a];
        const glm::vec2 flat = at(indices[1]) - at(indices[0]), flat_other = at(indices[2]) - at(indices[0]);
        const float area = glm::length(glm::cross(side, other)),
                    flat_area = std::abs(flat.x * flat_other.y - flat.y * flat_other.x);
        return row_of_words(words, area > 0 ? std::sqrt(flat_area / area) : 0);
    }

  private:
    glm::vec2 at(std::uint32_t index) const {
        return index == Mesh::no_index ? glm::vec2(0) : mesh_.coordinates[index];
    }

    const Mesh& mesh_;
    glm::vec2 low_{std::numeric_limits<float>::infinity()}, high_{-std::numeric_limits<float>::infinity()};
};

/// Appends what triangles have beside their corners' places.
void add_details(FileData& rows, const Mesh& mesh) {
    const bool has_normals = mesh.has_normals(), has_coordinates = mesh.has_coordinates();
    const Coordinates coordinates(mesh);
    if (has_coordinates) rows.push_back(coordinates.head());
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        if (has_coordinates) rows.push_back(coordinates.row(i));
        if (has_normals) rows.push_back(normals_row(mesh, i));
    }
}

FileData mesh_data(const std::string& bytes, const std::string& origin) {
    const Mesh mesh = read_obj(bytes, origin);
    std::vector<double> areas, lengths;
    for (const auto& [a, b, c] : mesh.triangles) {
        const glm::dvec3 corner(mesh.points[a]);
        areas.push_back(glm::length(
            glm::cross(glm::dvec3(mesh.points[b]) - corner, glm::dvec3(mesh.points[c]) - corner)));
    }
    for (const auto& [a, b] : mesh.edges)
        lengths.push_back(glm::distance(glm::dvec3(mesh.points[a]), glm::dvec3(mesh.points[b])));
    if (std::accumulate(areas.begin(), areas.end(), 0.0) <= 0)
        refuse(origin, {}, {"", "its faces have no area"});
    FileData rows;
    rows.reserve(shared::MESH_HEAD + areas.size() * shared::TRIANGLE_ROWS +
                 lengths.size() * shared::MESH_EDGE_ROWS);
    const std::uint32_t details = (mesh.has_normals() ? shared::MESH_HAS_NORMALS : 0) |
                                  (mesh.has_coordinates() ? shared::MESH_HAS_COORDINATES : 0);
    rows.emplace_back(areas.size(), lengths.size(), radius_of(mesh), details);
    add_elements(rows, mesh, mesh.triangles, areas);
    add_elements(rows, mesh, mesh.edges, lengths);
    if (details != 0) add_details(rows, mesh);
    return rows;
}

// --- images -----------------------------------------------------------------------------------------------

FileData image_data(const std::string& bytes, const std::string& origin) {
    constexpr int channels = 4;
    const glm::vec3 luminance(0.2126f, 0.7152f, 0.0722f);  // of linear light (ITU-R BT.709)
    const Pixels image = decode_png(bytes, channels, max_pixels, origin);
    std::vector<glm::vec2> places;
    std::vector<glm::vec4> colours;
    std::vector<double> weights;
    for (std::size_t i = 0; i < image.bytes.size() / channels; ++i) {
        const std::uint8_t* const p = &image.bytes[i * channels];
        const glm::vec4 colour(linear(p[0]), linear(p[1]), linear(p[2]), static_cast<float>(p[3]) / 255);
        const float brightness = glm::dot(luminance, glm::vec3(colour)) * colour.a;
        if (brightness <= min_lit) continue;
        const auto width = static_cast<std::size_t>(image.width);
        places.emplace_back(i % width, i / width);
        colours.push_back(colour);
        weights.push_back(brightness);
    }
    if (weights.empty())
        refuse(origin, {},
               {"", fmt::format("has no lit pixel: luminance times alpha is nowhere more than {}", min_lit)});
    const std::vector<Alias> table = alias_table(weights);
    FileData rows{{weights.size(), image.width, image.height, 0}};
    for (std::size_t i = 0; i < weights.size(); ++i) {
        rows.emplace_back(places[i], colours[i].a, table[i].kept);
        rows.emplace_back(glm::vec3(colours[i]), table[i].other);
    }
    return rows;
}

// --- vector fields ----------------------------------------------------------------------------------------

class FgaReader {
  public:
    FgaReader(const std::string& text, const std::string& origin) : words_(text, origin, ",") {}

    FileData read() {
        glm::vec3 counts;
        for (int i = 0; i < 3; ++i) {
            const std::int64_t count = words_.integer(next("three counts of cells"));
            if (count < 1 || count > std::int64_t{max_cells})
                words_.refuse(fmt::format("a count of cells must be 1 to {}, not {}", max_cells, count));
            counts[i] = static_cast<float>(count);
        }
        const double cells = double{counts.x} * double{counts.y} * double{counts.z};
        if (cells > max_cells)
            words_.refuse(fmt::format("there must be at most {} cells, not {}", max_cells, cells));
        const glm::vec3 low = vector("the low corner"), high = vector("the high corner");
        if (!(low.x < high.x && low.y < high.y && low.z < high.z))
            words_.refuse("the low corner must be below the high one along each axis");
        FileData rows{{counts, 0}, {low, 0}, {high, 0}};
        const std::string what = fmt::format("one of its {} vectors", cells);
        for (std::size_t i = 0; i < static_cast<std::size_t>(cells); ++i) rows.emplace_back(vector(what), 0);
        if (!words_.word_of_any_line().empty())
            words_.refuse(fmt::format("the file goes on after its {} vectors", cells));
        return rows;
    }

  private:
    std::string_view next(std::string_view what) {
        const std::string_view word = words_.word_of_any_line();
        if (word.empty()) words_.refuse(fmt::format("the file ends where {} must be", what));
        return word;
    }

    glm::vec3 vector(std::string_view what) {
        glm::vec3 result;
        for (int i = 0; i < 3; ++i) result[i] = words_.number(next(what));
        return result;
    }

    TextWords words_;
};

}  // namespace

std::vector<Alias> alias_table(std::span<const double> weights) {
    const double mean =
        std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
    std::vector<double> shares;
    std::vector<std::uint32_t> small, large;
    for (std::uint32_t i = 0; i < weights.size(); ++i) {
        shares.push_back(weights[i] / mean);
        (shares[i] < 1 ? small : large).push_back(i);
    }
    std::vector<Alias> table(weights.size());
    while (!small.empty() && !large.empty()) {
        const std::uint32_t one = small.back(), other = large.back();
        small.pop_back();
        table[one] = {static_cast<float>(shares[one]), other};
        shares[other] -= 1 - shares[one];
        if (shares[other] >= 1) continue;
        large.pop_back();
        small.push_back(other);
    }
    return table;  // what is left has a share of 1, but for rounding
}

FileData file_data(const std::string& bytes, FileKind kind, const std::string& origin, FrameGrid grid) {
    switch (kind) {
        case FileKind::mesh:
            return mesh_data(bytes, origin);
        case FileKind::image:
            return image_data(bytes, origin);
        case FileKind::picture:
            return picture_data(bytes, grid, origin);
        case FileKind::field:
            return FgaReader(bytes, origin).read();
        case FileKind::texture:
            return texture_data(bytes, origin);
        case FileKind::distance:
            break;
    }
    return distance_data(read_obj(bytes, origin), origin);
}

}  // namespace winnow::effects
