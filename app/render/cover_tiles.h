// Draws sprites that cover each other, by tiles, as renderers of Gaussian splats do (Kerbl, Kopanas,
// Leimkuehler and Drettakis, "3D Gaussian Splatting for Real-Time Radiance Field Rendering", 2023): a sprite
// has an entry in each tile that it touches, entries are sorted stably by tile, and work groups blend each
// tile's sprites from front to back. A tile's entries are divided into chunks that are blended apart, because
// to blend is associative. Sprites whose light adds up take part with an opacity of 0.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "render/sprite_look.h"
#include "render/targets.h"
#include "render/tile_work.h"
#include "scan/scan.h"

namespace winnow::render {

class CoverTiles {
  public:
    enum class View { direct, mirrored };

    CoverTiles(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes, TileWork& work);

    /// Returns the most entries of particles in tiles; where finer tiles need more, a frame is drawn by
    /// coarser ones. The coarsest need one entry per particle.
    static std::uint64_t max_entries(std::uint32_t capacity);
    /// Returns the most windows of the tiles of any level of a view of this size.
    std::uint64_t max_windows(View view, gl::Size frame);
    std::vector<BufferRequest> holdings(std::uint32_t capacity, std::uint64_t windows, bool has_pictures,
                                        bool tints);
    /// Throws Error(bad_input) if the scratch of the scan does not fit.
    void reserve(std::uint32_t capacity);
    const TileGrid& grid_of(View view, gl::Size frame);

    /// Returns the program that projects the particles; loads it if their looks are new.
    const gl::Program& project_program(const particles::ParticleView& living, bool listed,
                                       const gl::Defines& air) {
        return project_[listed].of(living, air);
    }
    /// Says with which other things the sprites of a frame are blended, and how.
    struct Blended {
        bool has_objects = false, before_ribbons = false, has_pictures = false, tints = false;
    };
    /// Returns the programs that blend the sprites of a tile, and the chunks of a tile; likewise.
    const gl::Program& cover_program(const Blended& blended);
    const gl::Program& resolve_program(bool tints);

    /// Draws the shown particles, the last in front, over the target, which is of Format::hdr. Preconditions:
    /// the buffers are held; the camera's block is bound.
    void draw(const Shown& shown, const SpriteLook& look, View view, const Target& target);

    void forget_times() const;

  private:
    static constexpr std::size_t views = 2;

    void project(const Shown& shown, const SpriteLook& look, View view, const TileGrid& grid);
    void expand(const Shown& shown, const TileGrid& grid);

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    TileWork& work_;
    gl::PassId expand_pass_, cover_pass_;
    LookProgram project_[2];  // by whether they are listed
    gl::Program count_, expand_;
    std::array<std::optional<gl::Program>, 16> cover_;   // by a bit for each member of Blended
    std::array<std::optional<gl::Program>, 2> resolve_;  // by whether some tint
    std::unique_ptr<scan::Scan> scan_;
    std::array<TileGrid, views> grids_;
    gl::Buffer sprites_, boxes_, offsets_, chunks_;
};

}  // namespace winnow::render
