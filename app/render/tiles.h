// Draws particles whose light adds up, by tiles instead of triangles: project, sort by tile, find each tile's
// particles, and add up their light in shared memory. The sums are whole numbers, so the order of the
// particles does not change the frame, not even its last bit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "gl/buffer.h"
#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/draw_list.h"
#include "render/sprites.h"
#include "render/targets.h"
#include "scan/scan.h"
#include "sort/radix_sort.h"

namespace winnow::render {

/// Returns the levels of tiles of a frame, from the finest to the one whose only tile is the frame. A sprite
/// belongs to the tile of its centre in the finest level whose apron it does not overreach.
std::vector<shared::TileLevel> tile_levels(gl::Size frame);

class Tiles {
  public:
    Tiles(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes);

    /// Says if frames of this size can be drawn here with that many particles; the reason names what is
    /// short.
    Availability offers(gl::Size frame, std::uint32_t capacity) const;

    enum class View { direct, mirrored };

    /// Adds the light of the drawn particles to the target, which is of Format::hdr. Preconditions: offers();
    /// the caller has bound the camera's block; the look's blend is additive. `every` as in Sprites. Throws
    /// Error(bad_input) if the buffers do not fit in memory; nothing is drawn then.
    void draw(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
              View view, std::uint32_t every, const Target& target);

    /// Forgets the times and releases the buffers of frames that other renderers draw now.
    void release();
    std::uint64_t memory_bytes() const;

  private:
    /// What depends on the frame's size.
    struct Grid {
        gl::Size size;
        std::vector<shared::TileLevel> levels;
        gl::Buffer table;  // of the levels
        std::uint32_t keys() const;
        std::uint32_t class_bits() const;
    };
    struct Programs {
        gl::Program project, whole;
    };

    const Programs& programs(bool listed, View view) const;
    Grid& grid_of(View view, gl::Size frame);
    void reserve(std::uint32_t capacity, const Grid& grid);
    void bind(const particles::Living& living, const std::optional<Listed>& list, const Grid& grid) const;
    void project(const particles::Living& living, const std::optional<Listed>& list, const SpriteLook& look,
                 View view, std::uint32_t every, const Grid& grid) const;
    void sort(std::uint32_t capacity, const Grid& grid);
    void divide(const Grid& grid);
    void resolve(const Target& target, float brightest) const;

    const gl::Facts& facts_;
    gl::Passes& passes_;
    gl::PassId project_pass_, sort_pass_, divide_pass_, light_pass_, resolve_pass_;
    Programs programs_[2][2];  // listed or not; direct or mirrored
    gl::Program begin_, ranges_, plan_program_, light_, resolve_;
    std::unique_ptr<scan::Scan> scan_;
    sort::RadixSort sort_;
    Grid grids_[2];  // of the two views
    gl::Buffer plan_, keys_, other_keys_, entries_, other_entries_, sprites_, ranges_of_keys_, work_, sums_;
};

}  // namespace winnow::render
