// A distant lamp, and the share of its light that passes through the particles in front of a place: a deep opacity map
// (C. Yuksel and J. Keyser, "Deep opacity maps", 2008). Each texel is a ray of the lamp; its channels hold the opacity
// in front of SLICES depths, so that one texture gives the opacity in front of every depth. The map covers the box of
// the living particles. Include it after look.glsl.
#include "ordered_bits.glsl"
#include "render/slices.glsl"

const vec3 TO_LAMP = normalize(vec3(-0.62, 0.74, 0.12));
const vec3 LAMP_RIGHT = normalize(cross(vec3(0.0, 1.0, 0.0), TO_LAMP));
const mat3 LAMP_AXES = transpose(mat3(LAMP_RIGHT, cross(TO_LAMP, LAMP_RIGHT), TO_LAMP));
const float FARTHEST = 1e4;                // metres from the origin; particles beyond are shaded as at the map's edge
const float ROOM = 1.1, LEAST_ROOM = 0.05;  // margin around the box, which encloses centres: a factor, and metres

const vec3 LAMPLIGHT = vec3(2.0, 1.74, 1.4);    // light of the lamp on a particle that nothing shades
const vec3 SKYLIGHT = vec3(0.10, 0.14, 0.23);   // light from all around
const float DENSITY = 1.6;                      // extinction per opacity: exp(-DENSITY * opacity) passes
const float STRAY = 0.2, STRAY_DENSITY = 0.3;  // share of scattered light, and its weaker extinction

struct LampBox {
    vec3 center;  // along the lamp's axes
    vec3 half_sides;
};

LampBox lamp_box() {
    if (pool.high_x == 0u) return LampBox(vec3(0.0), vec3(1.0));
    const vec3 low = max(from_ordered_bits(~uvec3(pool.low_x, pool.low_y, pool.low_z)), -FARTHEST);
    const vec3 high = min(from_ordered_bits(uvec3(pool.high_x, pool.high_y, pool.high_z)), FARTHEST);
    const mat3 spans = mat3(abs(LAMP_AXES[0]), abs(LAMP_AXES[1]), abs(LAMP_AXES[2]));
    return LampBox(LAMP_AXES * (0.5 * (low + high)), spans * (0.5 * (high - low)) * ROOM + LEAST_ROOM);
}

// Returns in xy the place in the map, -1 to 1; in z the depth as seen from the lamp, 0 to 1.
vec3 place_in(LampBox box, vec3 place) {
    const vec3 at = (LAMP_AXES * place - box.center) / box.half_sides;
    return vec3(at.xy, 0.5 - 0.5 * at.z);
}

layout(binding = TEXTURE_SHADE) uniform sampler2D shade;
uniform bool is_shaded;  // false: particles do not shade each other

// Returns the light on a particle.
vec3 light_at(vec3 place) {
    if (!is_shaded) return LAMPLIGHT + SKYLIGHT;
    const vec3 at = place_in(lamp_box(), place);
    const float opacity = opacity_before(textureLod(shade, at.xy * 0.5 + 0.5, 0.0), at.z);
    return LAMPLIGHT * mix(exp(-DENSITY * opacity), exp(-STRAY_DENSITY * opacity), STRAY) + SKYLIGHT;
}
