// An export of a run for other programs: what is written, of which frames, and where. The command line and
// files make the same description.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.h"
#include "session/choices.h"

namespace winnow::bake {

/// An export writes one of these of each frame.
enum class Product { points, flipbook };
inline constexpr std::array products{
    Named<Product>{Product::points, "points", "the particles, one file a frame"},
    Named<Product>{Product::flipbook, "flipbook", "a sheet of frames, to be played as a picture"},
};

/// How the colours of a flip-book relate to its alpha.
enum class AlphaMode { straight, premultiplied };
inline constexpr std::array alpha_modes{
    Named<AlphaMode>{AlphaMode::straight, "straight", "colours are not multiplied by alpha"},
    Named<AlphaMode>{AlphaMode::premultiplied, "premultiplied",
                     "colours are; light that only glows has alpha 0"},
};

/// The meaning of its colours' numbers.
enum class Encoding { srgb, linear };
inline constexpr std::array encodings{
    Named<Encoding>{Encoding::srgb, "srgb", "as a frame looks: behind the tone curve, sRGB-coded"},
    Named<Encoding>{Encoding::linear, "linear", "light times exposure, clipped at 1"},
};

/// The motion of what cells show, as a second sheet: where each pixel moves until the next cell, in shares of
/// the cell's sides, from -strength to strength as red and green from 0 to 255.
enum class MotionConvention { none, unity, unreal };
inline constexpr std::array motion_conventions{
    Named<MotionConvention>{MotionConvention::none, "none", "no motion"},
    Named<MotionConvention>{MotionConvention::unity, "unity", "red to the right, green up"},
    Named<MotionConvention>{MotionConvention::unreal, "unreal", "red to the right, green down"},
};

inline constexpr std::uint32_t max_cells_each_way = 64, min_cell_side = 8, max_cell_side = 4096;  // pixels

struct Flipbook {
    std::uint32_t columns = 4, rows = 4;      // 1 to max_cells_each_way
    std::uint32_t width = 256, height = 256;  // of a cell with its padding, min_cell_side to max_cell_side
    std::uint32_t padding = 0;                // empty pixels at each side of a cell, less than half of it
    AlphaMode alpha = AlphaMode::straight;
    Encoding encoding = Encoding::srgb;
    MotionConvention motion = MotionConvention::none;
    bool loops = false;                                // the last cell leads into the first
    std::vector<std::string> emitters;                 // by name; empty: all
    std::optional<session::CameraChoice> camera = {};  // empty: looks at all that the particles reach
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
    Flipbook flipbook;
    std::string output;  // NAME_#.ply, .npz or .csv, or NAME.usda; of a flip-book NAME.png or NAME.exr
};

/// Throws Error(bad_input), one line, if the range ends before it begins or holds a number that no frame has.
void check(const FrameRange& frames);

/// Reads the description in a file: JSON, which may have comments. Paths in it are relative to its folder.
/// Throws Error(bad_input), one line with file, place and key, if a key is unknown or a value is not
/// possible.
Bake read_bake(const std::string& path);

}  // namespace winnow::bake
