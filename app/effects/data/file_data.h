// The data of files as modules read them: rows of four numbers, for shaders/effects/files.glsl.
#pragma once

#include <glm/glm.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "effects/model/parameter.h"

namespace winnow::effects {

using FileData = std::vector<glm::vec4>;

inline constexpr std::size_t max_data_bytes = std::size_t{64} << 20;  // of a file
inline constexpr std::size_t max_pixels = std::size_t{1} << 22;       // of an image
inline constexpr std::size_t max_cells = std::size_t{1} << 22;        // of a vector field
inline constexpr float min_lit = 0.01f;  // luminance times alpha of a lit pixel, linear, is more than this

/// An element of an alias table: it is kept with this probability, and else another stands in for it.
struct Alias {
    float kept = 1;
    std::uint32_t other = 0;
};

/// Returns the table with which elements are drawn in proportion to their weights, none of them negative and
/// not all of them 0 (M. D. Vose, "A Linear Algorithm for Generating Random Numbers with a Given
/// Distribution", 1991).
std::vector<Alias> alias_table(std::span<const double> weights);

/// The frames of a picture that lie in an image, side by side and above each other.
struct FrameGrid {
    std::uint32_t columns = 1, rows = 1;
    bool operator==(const FrameGrid&) const = default;
    bool operator<(const FrameGrid& other) const {
        return std::pair(columns, rows) < std::pair(other.columns, other.rows);
    }
};

/// Returns the rows of a file with these bytes; of a picture, with these frames. Throws Error(bad_input),
/// `origin: message` or `origin:line: message`, if they hold something else.
FileData file_data(const std::string& bytes, FileKind kind, const std::string& origin, FrameGrid grid = {});

}  // namespace winnow::effects
