// The common part of both ways of drawing by tiles: the levels of tiles, the entries of sprites in tiles,
// sorted, and their division among work groups by a scan. Sizes are decided on the GPU; nothing waits for
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/draw_list.h"
#include "scan/scan.h"
#include "shaders/shared.h"
#include "sort/radix_sort.h"

namespace winnow::render {

/// A buffer, and the size that it must have; 0: it is freed.
struct BufferRequest {
    gl::Buffer* buffer;
    std::uint64_t bytes;
    const char* label;
    bool is_cleared = false;  // filled with zeros when it is made
};

/// Returns the levels of sprites whose light adds up, from the finest to those whose only tile is the frame.
/// `window` is the pixels per side that a work group adds up: LIGHT_WINDOW or SHADE_WINDOW.
std::vector<shared::TileLevel> light_levels(gl::Size frame, std::uint32_t window);
/// Returns the levels of sprites that cover each other, from tiles of one window to one tile.
std::vector<shared::TileLevel> cover_levels(gl::Size frame);

/// The levels of tiles of a frame, on the CPU and on the GPU.
class TileGrid {
  public:
    TileGrid() = default;
    /// `covers`: the levels are those of cover_levels(), of which one is used.
    TileGrid(gl::Size size, std::vector<shared::TileLevel> levels, bool covers);

    gl::Size size() const { return size_; }
    bool covers() const { return covers_; }
    const std::vector<shared::TileLevel>& levels() const { return levels_; }
    std::uint32_t keys() const;
    /// Returns the bits of the size class in a sort key; classes are left out where keys would not fit 16
    /// bits with them.
    std::uint32_t class_bits() const;
    /// Returns the bits of a sort key: 16 or 32.
    std::uint32_t key_bits() const;
    /// Binds the table, and sets the uniforms of levels.glsl and pixels.glsl.
    void bind_for(const gl::Program& program) const;

  private:
    gl::Size size_;
    std::vector<shared::TileLevel> levels_;
    bool covers_ = false;
    gl::Buffer table_;
};

std::uint64_t pixels_of(gl::Size frame);

/// The entries of the view that is being drawn.
class TileWork {
  public:
    TileWork(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);

    std::vector<BufferRequest> holdings(std::uint64_t max_entries, std::uint32_t max_keys);
    /// Allocates the scratch of scans and sorts for the buffers that are held. Throws Error(bad_input) if it
    /// does not fit.
    void reserve();

    /// Begins a view, or goes on with other particles if it appends: plans the dispatch over those that
    /// `shown` selects.
    void begin(const Shown& shown, const TileGrid& grid, bool appends = false) const;
    /// Binds what shaders read and write of the entries, the particles and the list.
    void bind(const Shown& shown) const;
    /// Sorts the entries by key and divides them among work groups. `divides` is the program of the section
    /// `ranges` of tile_work.comp.
    void sort(const TileGrid& grid, std::uint64_t max_entries);
    void divide(const TileGrid& grid, bool covers);
    /// Runs a program once for each particle of the view.
    void for_each_particle(const gl::Program& program) const;
    /// Runs a program's work groups over the divided entries.
    void for_each_part(const gl::Program& program) const;

    const gl::Buffer& plan() const { return plan_; }
    gl::PassId project_pass() const { return project_pass_; }
    gl::PassId resolve_pass() const { return resolve_pass_; }
    void forget_times() const;

  private:
    gl::Passes& passes_;
    gl::PassId project_pass_, sort_pass_, divide_pass_, resolve_pass_;
    gl::Program begin_, ranges_[2], plan_programs_[2];  // of light; of sprites that cover
    std::unique_ptr<scan::Scan> scan_;
    sort::RadixSort sort_;
    gl::Buffer plan_, keys_, other_keys_, entries_, other_entries_, ranges_of_keys_, work_;
};

}  // namespace winnow::render
