// Draws the scenery's objects: solid, lit by the lamp, with the depth that hides sprites.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>

#include <memory>
#include <vector>

#include "effects/data/scene_mesh.h"
#include "effects/model/effect.h"
#include "gl/buffer.h"
#include "gl/program.h"
#include "gl/texture.h"
#include "render/drawing.h"
#include "render/lighting.h"
#include "render/targets.h"
#include "shaders/shared.h"

namespace winnow::render {

/// The shadows of a frame.
struct Shadows {
    bool any = false;        // of objects: Objects::cast_shadows() bound their maps as TEXTURE_SHADOW
    bool of_solids = false;  // Solids::cast_shadows() drew their map, which is bound as TEXTURE_SOLID_SHADOW
    bool fine = true;        // see ShadowCosts
};

/// The light in which objects are drawn.
struct ObjectLight {
    bool is_shaded = false;         // by particles: the map of their opacity is bound
    bool has_point_lights = false;  // those that PointLights::gather() has bound
    Shadows shadows = {};
    gl::Defines asked = {};  // by the scenery, see defines_of()
    /// Returns the defines by which shaders have no code for the light and shadow that there is not.
    gl::Defines defines() const;
    /// Sets the uniforms of shaders/render/lighting/lamp.glsl.
    void set(const gl::Program& program) const;
};

/// The triangles of an object in its own space.
struct ObjectTriangles {
    std::vector<effects::SceneCorner> corners;
    std::vector<std::uint32_t> first_equal;  // for each corner, the first one of the same place and normal
};
using OwnTriangles = std::shared_ptr<const ObjectTriangles>;

class Objects {
  public:
    explicit Objects(gl::ShaderLibrary& shaders);

    /// Makes the triangles of a scenery, unless they are made. Throws Error(bad_input) if they do not fit, or
    /// the mesh of an object cannot be read any more.
    void prepare(const effects::Scenery& scenery, const effects::Folder& folder);
    bool any() const { return triangles_ > 0; }
    std::uint32_t triangles() const { return triangles_; }
    /// Binds the rows of the triangles and surfaces as TEXTURE_OBJECTS. Precondition: there are objects.
    void bind() const { object_rows_->bind(shared::TEXTURE_OBJECTS); }
    /// Lets the maps of shadows, which have `side` texels per side, follow the eye if the scenery is wide.
    void follow(const ShadowView& view, int side);
    const LightOfObjects& light() const { return light_; }
    /// Binds the maps of shadows in the light of lamps and of other objects, and draws them if they, the
    /// objects or the lamps are new. Those of lamps have `side` texels per side. Returns false if lamps have
    /// none.
    bool cast_shadows(int side, const VertexPulling& vertices);

    /// Each draws what the ground does not hide over what the target has, which is of Format::hdr and has a
    /// depth. Preconditions: there are objects; the camera's block is bound, and the pool of the particles as
    /// BIND_SOURCE_POOL.
    void draw(const ObjectLight& light, const effects::Plane& plane, const Target& target,
              const VertexPulling& vertices);
    void draw_mirrored(const ObjectLight& light, const effects::Plane& plane, const Target& target,
                       const VertexPulling& vertices);

  private:
    struct View {
        VariantProgram depths, lit;  // the latter by what there is of light
    };
    /// The triangles of an object that lights others, whose light has a map of shadows.
    struct GlowCaster {
        glm::vec3 middle;
        std::uint32_t first = 0, end = 0;
    };

    static View view_of(gl::ShaderLibrary& shaders, const std::string& name, const gl::Defines& defines);
    std::vector<OwnTriangles> own_triangles_of(const std::vector<effects::SceneObject>& objects,
                                               const effects::Folder& folder) const;
    static std::vector<GlowCaster> light_others(const std::vector<effects::SceneObject>& objects,
                                                const std::vector<glm::vec4>& rows,
                                                const std::vector<std::size_t>& first_rows,
                                                std::vector<shared::Glow>& glows);
    void begin_map(const Target& maps, int square, const glm::mat4& to_map) const;
    void draw_lamp_maps(int side, const VertexPulling& vertices);
    void draw_glow_maps(int side, const VertexPulling& vertices);
    void draw_lit(View& view, const ObjectLight& light, const effects::Plane& plane, const Target& target,
                  const VertexPulling& vertices);

    gl::ShaderLibrary& shaders_;
    View direct_, mirrored_;
    gl::Program shadow_;
    bool is_loaded_ = false;  // with the first objects
    std::vector<effects::SceneObject> objects_;
    std::vector<OwnTriangles> own_triangles_;  // of each object
    std::vector<effects::Lamp> lamps_;
    effects::Folder folder_;
    std::uint32_t triangles_ = 0;
    std::size_t rows_ = 0;
    std::unique_ptr<gl::RowTexture> object_rows_;
    gl::Buffer indices_;  // of the triangles' corners
    LightOfObjects light_;
    std::vector<GlowCaster> casters_;
    Target maps_;                       // above each other; empty until shadows are drawn
    Target glow_maps_;                  // likewise
    std::vector<LampMap> drawn_maps_;   // those that are drawn, of the present objects
    bool are_glow_maps_drawn_ = false;  // of the present objects
};

}  // namespace winnow::render
