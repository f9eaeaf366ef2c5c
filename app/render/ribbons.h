// Draws ribbons: particles that are joined in the order of their births.
#pragma once

#include <cstdint>
#include <memory>

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/sprite_look.h"
#include "render/targets.h"
#include "scan/glsl_tiles.h"
#include "sort/radix_sort.h"

namespace winnow::render {

/// The ribbons that a program draws: all of them, where none covers; or one kind of them.
enum class RibbonKind { all, adds, covers };

/// A view of ribbons: the programs that draw it, and the layer of those that cover, which are drawn with
/// depth, apart from all else. In each pixel the nearest that is opaque by half or more lies over all ribbons
/// behind it, and what is less opaque before it over that. A sprite behind them loses as much light as they
/// are opaque.
struct RibbonView {
    VariantProgram after;   // what is drawn after sprites
    VariantProgram covers;  // the layer
    bool is_blurred;        // what is drawn
    Target layer;           // made by the first frame that has one
};

/// Makes the ribbons of a frame on the GPU: lists their particles in the order of births by votes and a scan,
/// sorts them stably by the numbers of their ribbons, and computes a point of each. Neighbours with one
/// number are joined. Nothing is read back. Memory per particle of the capacity: 48 bytes, and 16 where some
/// ribbons have a picture; none while no ribbon is asked for. Ribbons need a pool in the order of births.
class Ribbons {
  public:
    /// Precondition: the arguments outlive it. Programs are built by the first make().
    Ribbons(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
            gl::MemoryProvider& memory);

    /// Loads the programs that draw ribbons, if there are any; those of a layer only where some cover.
    void load(const particles::ParticleView& living, bool covers, bool mirrored, const gl::Defines& air);
    /// Makes the ribbons of this frame. Preconditions: some of the particles are drawn as ribbons; the maps
    /// that light particles are bound. Throws Error(bad_input) if the memory does not fit; what was held
    /// before is kept.
    void make(const particles::ParticleView& living, const SpriteLook& look);

    // Precondition of all that draws: the camera's block is bound. A mirror may have fewer pixels than the
    // frame.

    /// Draws the layer of the ribbons that cover for a target of this size, and binds it for sprites.
    void draw_layer(const SpriteLook& look, gl::Size size, const VertexPulling& vertices);
    /// Puts that layer over what the target has, for sprites that are drawn over the background.
    void put_layer_over(const Target& target) const;
    /// Likewise what the plane mirrors, and puts it over what the mirror has, which is of Format::hdr.
    void draw_mirrored_layer(const SpriteLook& look, gl::Size frame, const Target& mirror,
                             const VertexPulling& vertices);

    /// Each draws the ribbons that make() made into a target of Format::hdr. If look.before_ribbons, these
    /// are only those whose light adds up; then draw() puts the layer behind all that the target has, unless
    /// that was drawn over the background.
    void draw(const SpriteLook& look, const Target& target, const VertexPulling& vertices);
    void draw_mirrored(const SpriteLook& look, gl::Size frame, const Target& mirror,
                       const VertexPulling& vertices);

    /// Lets them claim the pixels of the bound target. Precondition: set_claiming().
    void draw_identities(const SpriteLook& look, const VertexPulling& vertices);

    /// Frees the memory and forgets the times.
    void release();
    std::uint64_t memory_bytes() const;

    /// The buffers, for tests: one word per point with the number of its ribbon, sorted; its index in the
    /// columns; and shared::DrawList.
    const gl::Buffer& numbers() const { return held_.keys; }
    const gl::Buffer& slots() const { return held_.slots; }
    const gl::Buffer& state() const { return held_.state; }

  private:
    struct Buffers {
        gl::Buffer slots, keys, other_slots, other_keys;  // a word per particle of the capacity
        gl::Buffer places, looks;                         // COLUMN_BYTES each, likewise
        gl::Buffer pictures;                              // likewise, if some have a picture
        gl::Buffer state;                                 // the list, and indirect arguments of draws
    };

    void load_views();
    void load_layers();
    const gl::Program& points_of(const particles::ParticleView& living, const gl::Defines& air);
    void reserve(std::uint32_t capacity, bool has_pictures);
    void list(const particles::ParticleView& living);
    void sort();
    void compute_points(const particles::ParticleView& living, const SpriteLook& look);
    gl::Defines defines_of(RibbonKind kind, bool before_ribbons) const;
    const gl::Program& after_of(RibbonView& view, const SpriteLook& look);
    void release_layers();
    void prepare(const gl::Program& program, const SpriteLook& look, float coarseness) const;
    void draw_after(RibbonView& view, const SpriteLook& look, float coarseness,
                    const VertexPulling& vertices);
    void draw_parts(RibbonView& view, gl::Size size, const SpriteLook& look, float coarseness,
                    const VertexPulling& vertices);

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::MemoryProvider& memory_;
    gl::PassId make_pass_, draw_pass_;
    LookProgram points_;
    gl::Program list_, under_, over_;
    RibbonView direct_, mirrored_;
    VariantProgram identities_;
    bool loaded_layers_ = false;  // with the first ribbons that cover
    bool has_pictures_ = false;   // some ribbons of the newest make() have
    scan::TileWords tiles_;
    std::unique_ptr<sort::RadixSort> sort_;  // made by the first make()
    Buffers held_;
    std::uint32_t capacity_ = 0;
};

}  // namespace winnow::render
