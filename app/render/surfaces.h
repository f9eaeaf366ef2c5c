// The solid things of a scene: the scenery's objects, and particles that are spheres or meshes. They are
// drawn before the sprites, with the depth that hides these.
#pragma once

#include <cstdint>

#include "effects/model/effect.h"
#include "gl/passes.h"
#include "particles/simulation.h"
#include "render/drawing.h"
#include "render/host_picture.h"
#include "render/objects.h"
#include "render/particle_renderer.h"
#include "render/scenery_pictures.h"
#include "render/solids.h"
#include "render/targets.h"

namespace winnow::render {

struct Host;

class Surfaces {
  public:
    /// The scene as its surfaces need it.
    struct Scene {
        const particles::ParticleView& living;
        const effects::Scenery& scenery;
        const effects::Folder& folder;  // of the files of objects
        effects::Plane plane;
        float density = 1;
        double seconds = 0;
        ShadowCosts costs = {};
        ShadowView view = {};
        const Host* host = nullptr;  // null: a picture of ours
    };

    /// Precondition: the arguments outlive it.
    Surfaces(const gl::Facts& facts, gl::ShaderLibrary& shaders, gl::Passes& passes,
             gl::MemoryProvider& memory);

    /// Loads the programs that draw such a scene in this light.
    void load(const Scene& scene, const ObjectLight& light);
    /// Makes the surfaces of a frame, and binds the block of its light. Throws Error(bad_input) if they do
    /// not fit in memory, or an object's mesh cannot be read any more.
    void prepare(const Scene& scene);
    bool any() const { return has_host_ || any_drawn(); }
    /// False if all that is seen is a host's.
    bool any_drawn() const { return objects_.any() || solids_.any(); }
    /// True if the objects of a scenery are so wide that their shadows take several maps.
    bool are_wide(const Scene& scene);

    // Preconditions of all that follows: the surfaces are prepared, and the camera's block is bound.

    /// Draws the maps of shadows that are not drawn, and binds them.
    Shadows cast_shadows(const Scene& scene, ParticleRenderer& renderer, const VertexPulling& vertices);
    /// Draws what the eye sees of the surfaces in a frame of this size, and what the plane mirrors.
    void draw(const Scene& scene, ParticleRenderer& renderer, const ObjectLight& light, gl::Size frame,
              gl::Size mirror);
    /// Draws the surfaces into a host's picture, before what they hide and behind what the host shows. Those
    /// of the scenes that were drawn before hide them too, unless this is the first.
    void draw_in_host(const Scene& scene, HostPicture& picture, const ObjectLight& light, gl::Size frame,
                      const VertexPulling& vertices, bool is_first);
    /// Lets solid particles claim the pixels of the bound target, of this size. Precondition: set_claiming().
    void draw_identities(gl::Size size, const VertexPulling& vertices) {
        if (solids_.any()) solids_.draw_identities(size, vertices);
    }
    /// Forgets the time of draw(), because there are no surfaces.
    void forget_time() { passes_.forget(pass_); }
    /// The pictures that draw() has made, with their depths.
    const Target& seen() const { return seen_; }
    const Target& mirrored() const { return mirrored_; }

    /// Returns the bytes held for solid particles and for the scenery's pictures.
    std::uint64_t memory_bytes() const { return solids_.memory_bytes() + pictures_.memory_bytes(); }

  private:
    gl::Passes& passes_;
    Solids solids_;
    gl::PassId shadows_pass_, pass_;
    Objects objects_;
    SceneryPictures pictures_;
    UniformBlock lighting_;
    bool has_host_ = false;
    Target seen_, mirrored_;  // made by the first frame with surfaces
};

}  // namespace winnow::render
