// The files that particles are written as. Numbers are little-endian.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "bake/bake.h"
#include "bake/columns.h"
#include "base/output_file.h"

namespace winnow::bake {

static_assert(std::endian::native == std::endian::little, "columns are written as they lie in memory");

/// A file says this of where it comes from.
struct Origin {
    std::string effect;  // its name, for people
    std::uint32_t fps = 60;
};

/// Each writes one frame. The file is not committed; if it cannot be written, more is not made.
void write_ply(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
               const Origin& origin);
void write_npz(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
               const Origin& origin);
void write_csv(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
               const Origin& origin);
void write_usda(OutputFile& file, std::span<const Column> columns, const PointFrame& frame,
                const Origin& origin);

/// Writes the stage that plays the files of frames as value clips. `name_of` returns the name of a frame's
/// file in the stage's folder.
void write_usda_stage(OutputFile& file, std::span<const Column> columns, const FrameRange& frames,
                      const Origin& origin, const std::function<std::string(std::uint64_t)>& name_of);

struct Format {
    std::string_view suffix;
    void (*write)(OutputFile&, std::span<const Column>, const PointFrame&, const Origin&);
    bool is_text = false;
    bool has_stage = false;       // beside the files of frames, which are then named after it
    std::uint64_t max_bytes = 0;  // of one file; 0: any number
};

inline constexpr std::array formats{
    Format{".ply", write_ply, false, false, 0},
    Format{".npz", write_npz, false, false, 0xFFFFFFFF},
    Format{".csv", write_csv, true, false, 0},
    Format{".usda", write_usda, true, true, 0},
};

/// Makes blocks of rows as text or bytes on several threads, and writes them in order.
void write_rows(OutputFile& file, std::uint64_t count,
                const std::function<std::string(std::uint64_t begin, std::uint64_t end)>& make);

inline constexpr std::uint64_t max_word_text = 20;  // bytes of a word with what stands between words
/// Appends the numbers of a value, as short as they can be read back to the bit.
void append_numbers(std::string& text, const Column& column, std::span<const std::uint32_t> words,
                    std::string_view between);

}  // namespace winnow::bake
