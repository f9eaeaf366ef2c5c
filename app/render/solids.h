// Draws particles that are solid things: spheres, and meshes of the effect's files.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "gl/context.h"
#include "gl/passes.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/objects.h"
#include "render/targets.h"
#include "scan/scan.h"

namespace winnow::render {

/// Texels around a place that shaders/render/lighting/lamp.glsl reads, so that no surface shades itself.
constexpr float shadow_filter = 2.5f;

/// Returns the defines of programs that know solids; see shaders/render/solids/solids.h.
gl::Defines surface_defines(std::uint32_t surfaces);

/// At most MAX_SOLIDS solid particles, MAX_SOLID_BATCHES batches of triangles, and MAX_SEEN_TRIANGLES in
/// one view are drawn: those that were born first. Memory: 56 bytes for each solid that can be drawn, 88
/// where meshes have surfaces, 12 for each batch, 8 for each triangle in view, and 1 for 64 particles of the
/// capacity; none while the looks of the particles have no solids.
class Solids {
  public:
    /// Precondition: the arguments outlive it.
    Solids(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
           gl::MemoryProvider& memory);

    /// Loads the programs that draw solids, if there are any, in light of these kinds, and the maps of their
    /// shadows, by SolidShadows::defines().
    void load(const particles::ParticleView& living, const gl::Defines& light = {},
              const gl::Defines& shadows = {});
    /// Lists the solids among the living and makes them from their looks. Throws Error(bad_input) if their
    /// memory does not fit.
    void prepare(const particles::ParticleView& living, float density, double seconds);
    /// True if the looks of the particles have solids.
    bool any() const { return any_; }
    /// Binds what prepare() has made for other programs that draw it.
    void bind() const;
    /// Holds shared::SolidList, with the arguments of dispatches over the solids and their batches.
    const gl::Buffer& list() const { return state_; }
    /// Returns what meshes have beside a colour: SolidLooks::surfaces.
    std::uint32_t surfaces() const { return sizes_.surfaces; }
    /// Returns the most batches of triangles; 0: none of the solids has a mesh.
    std::uint32_t max_batches() const { return sizes_.batches; }
    /// Returns the maps of their shadows for others to draw.
    const Target& maps_of_shadows(const SolidShadows& shadows, DepthKind depth);
    /// Draws the maps. Precondition: the particles are bound.
    void cast_shadows(const SolidShadows& shadows, const VertexPulling& vertices);
    /// Binds the maps as TEXTURE_SOLID_SHADOW.
    void bind_shadows() const;
    /// Each draws over what the target has, which is of Format::hdr and has a depth. Preconditions: there are
    /// solids; the camera's block and the particles are bound.
    void draw(const ObjectLight& light, const Target& target, const VertexPulling& vertices);
    void draw_mirrored(const ObjectLight& light, float plane_height, const Target& target,
                       const VertexPulling& vertices);
    /// Lets them claim the pixels of the bound target, of this size, where the depths that are bound as
    /// TEXTURE_DEPTH have nothing nearer. Preconditions: as for draw(); set_claiming().
    void draw_identities(gl::Size size, const VertexPulling& vertices);
    std::uint64_t memory_bytes() const;

  private:
    /// The programs of one view.
    struct View {
        VariantProgram cull;             // of shadows: by SolidShadows::defines()
        VariantProgram spheres, meshes;  // likewise; others by the kinds of light
        float pixels_away = 0;           // see set_solid()
    };
    struct Views {
        View direct, mirrored, shadow, identity;  // the last one is built when it is drawn
        bool are_loaded = false;
    };
    /// The sizes that follow from the capacity and the effect's meshes; batches and seen are 0 without
    /// meshes.
    struct Sizes {
        std::uint32_t capacity = 0, solids = 0, batches = 0, seen = 0;
        bool have_spheres = false;
        std::uint32_t surfaces = 0;  // as SolidLooks::surfaces
        bool operator==(const Sizes&) const = default;
    };

    struct Buffers {
        gl::Buffer offsets, slots, solids, counts, batches, votes, ranks, seen;
    };

    static Sizes sizes_of(const particles::ParticleView& living);
    void reserve(const Sizes& sizes);
    void load_lists();
    void load_views(Views& views, std::uint32_t surfaces);
    const gl::Program& make_program(const particles::ParticleView& living);
    Views& views() { return views_[surfaces()]; }
    void list(const particles::ParticleView& living);
    void make(const particles::ParticleView& living, float density, double seconds);
    void expand();
    void scan(const gl::Buffer& counts, std::uint64_t bound, std::size_t count_offset,
              std::size_t total_offset);
    void cull(const gl::Program& program, gl::Size size);
    template <typename Set>
    void draw(View& view, const gl::Defines& variant, const VertexPulling& vertices, const Set& set);

    const gl::Facts& facts_;
    gl::ShaderLibrary& shaders_;
    gl::Passes& passes_;
    gl::MemoryProvider& memory_;
    gl::PassId pass_;
    bool any_ = false, is_loaded_ = false;  // with the first solids
    gl::Program count_, list_, expand_, pack_;
    LookProgram make_;
    std::map<std::uint32_t, Views> views_;  // by what surfaces have
    std::unique_ptr<winnow::scan::Scan> scan_;
    Sizes sizes_;
    gl::Buffer state_;  // shared::SolidList
    Buffers held_;
    Target maps_;
};

}  // namespace winnow::render
