// The floor and the scenery of an effect, what its particles are seen in, as plain data.
#pragma once

#include <glm/glm.hpp>

#include <string>
#include <vector>

#include "effects/model/motion.h"

namespace winnow::effects {

enum class Ground { stone, wet, sand, studio, none, plain, water };
enum class Sky { dusk, night, studio, black };
enum class SkyLight { usual, sky };
enum class Solid { box, ball, cylinder, cone, mesh };

struct Plane {
    bool enabled = true;
    float height = 0;          // metres
    float restitution = 0.4f;  // share of the normal speed kept, 0 to 1
    float friction = 0.2f;     // share of the tangential speed lost, 0 to 1
    bool operator==(const Plane&) const = default;
};

/// The look of an object's surface beyond its colour. The defaults are an even, matte surface.
struct ObjectSurface {
    float grain = 0;             // contrast of patches in its colour, 0 to 1
    float bumps = 0;             // height of the patches, as a share of a fifth of their size
    float patch_size = 0.5f;     // metres of the largest patches
    glm::vec3 stretch{1, 1, 1};  // factors on that size along the object's own axes
    float roughness = 1;         // as of meshes: at 1 it has no gleam
    float cover = 0;             // share of the directions of sides that something has settled on
    glm::vec3 cover_colour{0.85f, 0.88f, 0.95f};  // of what has settled
    bool operator==(const ObjectSurface&) const = default;
};

/// A solid thing that is seen and hides what lies behind it. Particles pass through it, unless modules of
/// their emitter keep them out, such as collide-scenery.
struct SceneObject {
    std::string name = "object";
    Solid shape = Solid::box;
    std::string mesh;                    // path of an OBJ file, for Solid::mesh
    glm::vec3 position{0, 0, 0};         // metres
    glm::vec3 axis{0, 1, 0};             // it is turned round this
    float angle = 0;                     // degrees
    glm::vec3 size{1, 1, 1};             // metres along its own axes; factors on a mesh
    glm::vec3 colour{0.5f, 0.5f, 0.5f};  // share of red, green and blue light that it scatters
    float glow = 0;                      // light of its own, times the colour
    bool lights = false;                 // its glow lights what is around it
    bool shadows = false;                // other objects cast shadows in that light
    bool collides = true;                // collide-scenery keeps particles out
    ObjectSurface surface;
    Motion motion;  // of its middle, from where it stands
    bool operator==(const SceneObject&) const = default;
};

/// A distant lamp: the sun, the moon, a studio's light. The defaults are those of the lamp that a scenery has
/// if it says nothing about lamps, except for the soft edges of its shadows.
struct Lamp {
    glm::vec3 direction{-0.62f, 0.74f, 0.12f};  // towards the lamp, of any length but 0
    glm::vec3 colour{1, 0.87f, 0.7f};           // linear
    float brightness = 2;                       // factor on the colour
    float size = 0.5f;                          // degrees over which it is seen
    bool shadows = true;                        // things cast shadows in its light
    bool operator==(const Lamp&) const = default;
};

/// A colour of the sky at a height.
struct SkyStop {
    float at = 0;               // degrees above the horizon
    glm::vec3 colour{0, 0, 0};  // linear
    float brightness = 1;       // factor on the colour
    bool operator==(const SkyStop&) const = default;
};

/// A picture of all that is around, as the sky: its width is once around, its height from the zenith down.
struct SkyPicture {
    std::string file;      // path of a PNG or HDR file; empty: there is none
    float brightness = 1;  // factor on its light
    float turn = 0;        // degrees that it is turned to the right
    bool operator==(const SkyPicture&) const = default;
};

/// A picture that covers plain ground again and again.
struct GroundPicture {
    std::string file;  // path of a PNG or HDR file; empty: there is none
    float size = 1;    // metres of its width
    bool operator==(const GroundPicture&) const = default;
};

/// Water as the ground: it mirrors the sky, more the flatter it is seen.
struct Water {
    glm::vec3 colour{0.01f, 0.03f, 0.04f};  // the share of light that its depths scatter
    float waves = 0.1f;                     // the slope of its waves
    float wave_length = 1;                  // metres of the longest waves
    float speed = 1;                        // factor on the speed of waves
    float haze = 0;                         // metres in which haze leaves 1/e of the water's light; 0: none
    bool operator==(const Water&) const = default;
};

/// Clouds on a plane high above.
struct Clouds {
    float cover = 0;            // share of the sky, 0 to 1
    float size = 1;             // of their shapes, in the plane's height
    glm::vec3 colour{1, 1, 1};  // the share of light that they scatter
    float speed = 0;            // of their drift, in the plane's height per second
    bool operator==(const Clouds&) const = default;
};

/// Air that scatters light.
struct Fog {
    float density = 0;          // the share of light that is lost in the first metre, if small
    glm::vec3 colour{1, 1, 1};  // the share of that light which is scattered
    float base = 0;             // metres; the height at which it has its density
    float thickness = 0;   // metres in which 1/e of it is left, upwards; 0: it is the same at all heights
    float forward = 0.5f;  // how much of the lamp's light goes on nearly straight
    bool operator==(const Fog&) const = default;
};

/// The surroundings in which particles are seen. The ground lies in the plane of the floor.
struct Scenery {
    Ground ground = Ground::stone;
    Sky sky = Sky::dusk;
    float lamp = 1;  // factor on the light of the lamps and of the sky
    std::vector<SceneObject> objects = {};
    std::vector<Lamp> lamps = {};          // none: the usual one
    SkyLight sky_light = SkyLight::usual;  // that falls on things from all around
    float ambient = 1;                     // factor on that light
    bool scattered_light = false;          // particles weaken that light, and light each other
    std::vector<SkyStop> gradient = {};    // of the sky, upwards; none: that of `sky`
    float sun = 0;                         // brightness of the first lamp's disc in the sky
    float stars = 0;                       // brightness of stars in a gradient
    Clouds clouds = {};
    Fog fog = {};
    glm::vec3 ground_colour{0.3f, 0.3f, 0.3f};  // of plain ground
    float ground_mirror = 0.04f;                // reflectance of plain ground from above
    float grid = 0;                             // metres between lines on the ground; 0: none
    glm::vec3 grid_colour{0.05f, 0.06f, 0.08f};
    SkyPicture sky_picture = {};  // in the place of `sky` and `gradient`
    GroundPicture ground_picture = {};
    Water water = {};
    bool operator==(const Scenery&) const = default;
};

}  // namespace winnow::effects
