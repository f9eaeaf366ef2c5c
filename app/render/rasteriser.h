// Draws solid surfaces by compute shaders: the scenery's objects, and particles that are spheres or meshes.
// GPUs that are made to compute have few units that set up triangles and shade fragments. As Laine and Karras
// do ("High-performance software rasterization on GPUs", 2011), small surfaces are drawn by a thread each and
// large ones by a work group for each of their tiles; as Burns and Hunt do ("The visibility buffer", 2013), a
// pixel keeps the name of the surface that it shows, and is lit once.
#pragma once

#include <cstdint>
#include <map>

#include "gl/buffer.h"
#include "gl/program.h"
#include "particles/simulation.h"
#include "render/objects.h"
#include "render/solids.h"
#include "render/targets.h"

namespace winnow::render {

class Rasteriser {
  public:
    /// The surfaces to draw. Preconditions of drawing: there are some; the particles are bound, and the
    /// solids prepared.
    struct Scene {
        const Objects& objects;
        const Solids& solids;
    };

    explicit Rasteriser(gl::ShaderLibrary& shaders) : shaders_(shaders) {}

    /// Loads the programs, for solids with such SolidLooks::surfaces, for the light that defines_of() says,
    /// and for maps of shadows by SolidShadows::defines().
    void load(std::uint32_t surfaces, const gl::Defines& light = {}, const gl::Defines& shadows = {});

    /// Each draws all pixels of the target, which is of Format::hdr with Depth::computed. Precondition: the
    /// camera's block is bound. Throws Error(bad_input) if the memory does not fit.
    void draw(const Scene& scene, const ObjectLight& light, const Target& target);
    void draw_mirrored(const Scene& scene, const ObjectLight& light, float plane_height,
                       const Target& target);
    /// Draws the depths of the solids as lamps see them; see Solids::cast_shadows().
    void cast_shadows(const Solids& solids, const SolidShadows& shadows, const Target& maps);

    /// Frees the memory.
    void release();
    std::uint64_t memory_bytes() const;

  private:
    /// The programs of one view.
    struct View {
        VariantProgram small, large;  // of shadows: by SolidShadows::defines()
        VariantProgram shade;         // likewise; others by the light
        float pixels_away = 0;        // see set_solid()
    };

    struct Views {
        View direct, mirrored, shadow;
        bool are_loaded = false;
    };

    /// Returns the views of such solids, which it loads unless they are.
    Views& loaded(const Solids& solids, const gl::Defines& light);
    void load_views(Views& views, std::uint32_t surfaces);
    void reserve(gl::Size size);
    void put_small(const gl::Program& program, const Objects* objects, const Solids& solids) const;
    void rasterise(const gl::Program& small, const gl::Program& large, bool is_shadow, const Objects* objects,
                   const Solids& solids);
    void draw(View& view, const Scene& scene, const ObjectLight& light, const Target& target);
    void shade(const gl::Program& program, const Target& target, gl::Size size);

    gl::ShaderLibrary& shaders_;
    std::map<std::uint32_t, Views> views_;  // by what surfaces have
    gl::Buffer depths_, names_, tiles_;     // shared::BIND_RASTER_...
    bool is_empty_ = false;                 // nothing is in the buffers
};

}  // namespace winnow::render
