// Draws sprites whose light adds up, by tiles: each has one entry, in the tile of its centre of the level
// that fits its reach, and work groups add up the tiles' light in shared memory. The sums are whole numbers,
// so the order of the particles does not change the frame, not even its last bit.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gl/buffer.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "render/sprite_look.h"
#include "render/targets.h"
#include "render/tile_work.h"

namespace winnow::render {

class LightTiles {
  public:
    /// A view shows the particles, their reflection in the plane, or the opacity that the lamp sees.
    enum class View { direct, mirrored, shade };

    LightTiles(gl::ShaderLibrary& shaders, gl::Passes& passes, TileWork& work);

    std::vector<BufferRequest> holdings(std::uint32_t capacity, std::uint64_t sum_bytes, bool has_pictures);
    /// Returns how many channels of light a view adds up.
    static std::uint32_t channels_of(View view) { return view == View::shade ? 4 : 3; }
    /// Returns the bytes of the sums of a view of this size.
    static std::uint64_t sum_bytes(View view, gl::Size frame);
    /// Returns the levels of a view of this size.
    const TileGrid& grid_of(View view, gl::Size frame);

    /// Loads the programs that draw a view of all particles, as pictures or not.
    void load(bool has_pictures, View view);
    /// Loads those, and the one that draws a view of these particles.
    void load(const particles::ParticleView& living, bool listed, View view, const gl::Defines& air);

    /// A sum of light in a view.
    struct Sum {
        View view = View::direct;
        float brightest = 1;            // the greatest component of light that a sprite in it can have
        bool has_pictures = false;      // all particles in it may be drawn as pictures, or none
        std::uint64_t max_entries = 0;  // of those that were added
    };
    // Preconditions of these: the buffers are held; the camera's block is bound. Between begin() and end()
    // nothing else is drawn by tiles.

    /// Begins a sum, of particles of which none were added.
    void begin(const Sum& sum) { sum_ = sum; }
    /// Adds the shown particles.
    void add(const Shown& shown, const SpriteLook& look, const Target& target);
    /// Adds the sum to the target, which is of Format::hdr.
    void end(const Target& target);
    /// Does all of it for the shown particles alone.
    void draw(const Shown& shown, const SpriteLook& look, View view, const Target& target);

    void forget_times() const;

  private:
    static constexpr std::size_t views = 3;

    // These return the programs that project the particles of a view, add up its light, and bring it to its
    // frame. They load what is new.
    const gl::Program& project_program(const particles::ParticleView& living, bool listed, View view,
                                       const gl::Defines& air);
    const gl::Program& light_program(View view, bool has_pictures);
    const gl::Program& resolve_program(View view);

    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    TileWork& work_;
    gl::PassId light_pass_;
    LookProgram project_, project_listed_, project_shade_;
    std::optional<gl::Program> light_, shade_, light_of_pictures_;  // since they were needed
    std::optional<gl::Program> resolve_[2];                         // of three channels; of the shade's four
    std::array<TileGrid, views> grids_;
    Sum sum_;
    gl::Buffer sprites_, sums_;
};

}  // namespace winnow::render
