// The light of a frame: its lamps, its sky, and the objects that light others, as shaders read it.
#pragma once

#include <glm/glm.hpp>

#include <cstdint>
#include <vector>

#include "effects/model/effect.h"
#include "gl/program.h"
#include "render/drawing.h"
#include "render/scenery_pictures.h"
#include "shaders/render/lighting/lighting.h"

namespace winnow::render {

/// Returns the lamps of a scenery, or the usual one if it has none. The first that casts shadows comes first.
std::vector<effects::Lamp> lamps_of(const effects::Scenery& scenery);

/// True if things cast shadows in the light of a lamp of the scenery.
bool casts_shadows(const effects::Scenery& scenery);

/// Returns the places, among lamps_of(), of the lamps in whose light things cast shadows, in their order. The
/// first of all lamps is the first of them, if there are any.
std::vector<std::uint32_t> casting_lamps(const effects::Scenery& scenery);

/// Returns the unit vector to a lamp.
glm::vec3 to_lamp(const effects::Lamp& lamp);

/// Returns the unit vector across a direction that lies level, or one that does not if the direction is
/// vertical.
glm::vec3 level_across(const glm::vec3& direction);

/// True if the object's glow lights others.
bool lights_others(const effects::SceneObject& object);
/// True if others cast shadows in that light.
bool casts_glow_shadows(const effects::SceneObject& object);

/// True if the object's surface is not even and matte.
bool has_surface(const effects::SceneObject& object);

/// The map of the depths of objects as a lamp sees them.
struct LampMap {
    glm::mat4 to_map{1};  // from the world; the map is 0 to 1, with the depth from the lamp
    float side = 1;       // metres
    /// In a wide scenery, several maps: where the map of all lies in each, x and y, and its factor.
    std::vector<glm::vec3> cascades = {};
    bool operator==(const LampMap&) const = default;
};

/// The part of the world that the eye sees; maps of shadows follow it.
struct ShadowView {
    glm::vec3 eye{0}, forward{0, 0, -1};  // forward is a unit vector
    float nearest = 0.1f;                 // metres
    float spread = 1;  // the tangent of the angle between `forward` and the corners of the view
};

/// How the objects of a scenery hide and give light.
struct LightOfObjects {
    std::vector<LampMap> maps;        // of the lamps that cast shadows, in their order; empty without objects
    std::vector<shared::Glow> glows;  // at most MAX_GLOWS
    bool is_wide = false;             // the maps have cascades
};

/// How finely shadows are drawn.
struct ShadowCosts {
    int side = 0;            // texels of a map
    bool fine = true;        // edges are the mean of 3 x 3 texels, else of 2 x 2
    std::uint32_t taps = 0;  // samples of a soft shadow
};

/// The maps of the shadows of solid particles: squares above each other, one for each of these lamps.
struct SolidShadows {
    int side = 0;                      // texels of a map
    std::vector<std::uint32_t> lamps;  // casting_lamps()

    /// Returns the defines by which shaders have code for more lamps than one.
    gl::Defines defines() const;
};

/// Returns the cascades of a map of a wide scenery, with so many texels per side: CASCADES parts of the view
/// by distance (F. Zhang et al., "Parallel-split shadow maps for large-scale virtual environments", 2006),
/// each in a ball that moves by whole texels, so that shadows do not flicker when the eye moves (M. Valient,
/// "Stable Rendering of Cascaded Shadow Maps", 2008). The last is the map of all.
std::vector<glm::vec3> cascades_of(const LampMap& map, const ShadowView& view, int texels);

/// Returns the block that shaders/render/lighting/lamp.glsl reads.
shared::Lighting lighting_of(const effects::Scenery& scenery, const LightOfObjects& objects,
                             const ShadowCosts& costs, double seconds = 0,
                             const LightOfPictures& pictures = {});

/// Each returns the defines by which shaders have code for what a scenery asks for; none if that is the
/// usual: for the light on surfaces, for the air around particles, which is fog and scattered light, and for
/// sky and ground with the air before them.
gl::Defines defines_of(const effects::Scenery& scenery);
gl::Defines air_defines_of(const effects::Scenery& scenery);
gl::Defines sky_defines_of(const effects::Scenery& scenery);

}  // namespace winnow::render
