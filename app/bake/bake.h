// An export of a run for other programs: what is written, of which frames, and where. The command line and
// files make the same description.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/named.h"
#include "session/choices.h"

namespace winnow::bake {

/// What an export writes of each frame.
enum class Product { points };
inline constexpr std::array products{
    Named<Product>{Product::points, "points", "the particles, one file a frame"},
};

/// Frames by their numbers, as `winnow render` counts them: from 1, the last one included.
struct FrameRange {
    std::uint32_t first = 1, last = 1;
    std::uint64_t count() const { return std::uint64_t{last} - first + 1; }
};

struct Bake {
    Product product = Product::points;
    session::StartChoice run;
    FrameRange frames;
    std::uint32_t fps = 60;               // frames per simulated second, 1 to session::max_frames_per_second
    std::vector<std::string> attributes;  // beside the position; empty: the usual ones
    std::string output;                   // NAME_#.ply, .npz or .csv, or NAME.usda
};

/// Throws Error(bad_input), one line, if the range ends before it begins or holds a number that no frame has.
void check(const FrameRange& frames);

/// Reads the description in a file: JSON, which may have comments. Paths in it are relative to its folder.
/// Throws Error(bad_input), one line with file, place and key, if a key is unknown or a value is not
/// possible.
Bake read_bake(const std::string& path);

}  // namespace winnow::bake
