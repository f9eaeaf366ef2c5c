// A distant lamp, and the share of its light that passes through the particles in front of a place: a deep opacity map
// (C. Yuksel and J. Keyser, "Deep opacity maps", 2008). Each texel is a ray of the lamp; its channels hold the opacity
// in front of SLICES depths, so that one texture gives the opacity in front of every depth. The map covers the box of
// the living particles. Who includes this file declares `pool`, a Pool.
#include "ordered_bits.glsl"
#include "render/surfaces/scenery.h"
#include "render/lighting/slices.glsl"
#include "shared.h"
#include "render/solids/solids.h"

// The kinds of light and shadow in a scene: constants if LIT_BY is defined, else uniforms. A software renderer computes all
// branches of a shader whatever its uniforms say.
#ifdef LIT_BY
const bool is_shaded = (LIT_BY & LIT_BY_SHADE) != 0u;
const bool has_shadows = (LIT_BY & LIT_BY_SHADOWS) != 0u;
const bool has_solid_shadows = (LIT_BY & LIT_BY_SOLID_SHADOWS) != 0u;
const bool has_point_lights = (LIT_BY & LIT_BY_POINT_LIGHTS) != 0u;
const bool has_fine_shadows = (LIT_BY & LIT_BY_FINE_SHADOWS) != 0u;
#else
uniform bool is_shaded, has_shadows, has_solid_shadows, has_point_lights, has_fine_shadows;
#endif

#include "render/lighting/point_lights.glsl"

const vec3 TO_LAMP = normalize(vec3(TO_LAMP_X, TO_LAMP_Y, TO_LAMP_Z));
const vec3 LAMP_RIGHT = normalize(cross(vec3(0.0, 1.0, 0.0), TO_LAMP));
const mat3 LAMP_AXES = transpose(mat3(LAMP_RIGHT, cross(TO_LAMP, LAMP_RIGHT), TO_LAMP));
const float FARTHEST = 1e4;                // metres from the origin; particles beyond are shaded as at the map's edge
const float ROOM = 1.1, MIN_ROOM = 0.05;  // margin around the box, which encloses centres: a factor, and metres

const vec3 LAMPLIGHT = vec3(2.0, 1.74, 1.4);    // light of the lamp on a particle that nothing shades
const vec3 SKYLIGHT = vec3(0.10, 0.14, 0.23);   // light from all around
const float DENSITY = 1.6;                      // extinction per opacity: exp(-DENSITY * opacity) passes
const float SOLID_BIAS = 1.5;                   // texels towards the lamp, against shadows that a surface would cast on itself
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
    return LampBox(LAMP_AXES * (0.5 * (low + high)), spans * (0.5 * (high - low)) * ROOM + MIN_ROOM);
}

// Returns in xy the place in the map, -1 to 1; in z the depth as seen from the lamp, 0 to 1.
vec3 place_in(LampBox box, vec3 place) {
    const vec3 at = (LAMP_AXES * place - box.center) / box.half_sides;
    return vec3(at.xy, 0.5 - 0.5 * at.z);
}

layout(binding = TEXTURE_SHADE) uniform sampler2D shade;
uniform float lamp;  // factor on the light of the lamp and of the sky

layout(binding = TEXTURE_SHADOW) uniform sampler2D object_shadows;
uniform mat4 to_shadows;    // from the world to the map of shadows, 0 to 1
uniform float shadow_bias;  // of the depth, against shadows that a surface would cast on itself

layout(binding = TEXTURE_SOLID_SHADOW) uniform sampler2D solid_shadows;
layout(std140, binding = BIND_SOLIDS_SEEN) uniform SolidsSeen { SolidList solids_seen; };

// Returns 1 for each of the 2 x 2 texels around a corner of texels past whose depth the lamp's light reaches a place, and else
// 0: for those at (0, 1), (1, 1), (1, 0) and (0, 0).
vec4 texels_past(sampler2D map, vec2 corner, float depth) {
    return vec4(lessThanEqual(vec4(min(depth, 1.0)), textureGather(map, corner / vec2(textureSize(map, 0)))));
}

// Returns the share of the lamp's light that reaches a place of a map past the depths in it: the mean of 3 x 3 texels, or of
// 2 x 2 if shadows are not fine.
float share_past(sampler2D map, vec3 at) {
    if (clamp(at.xy, 0.0, 1.0) != at.xy) return 1.0;
    const vec2 texel = at.xy * vec2(textureSize(map, 0)) - 0.5, first = floor(texel), f = texel - first;
    if (!has_fine_shadows)
        return dot(texels_past(map, first + 1.0, at.z), vec4(1.0 - f.x, f.x, f.x, 1.0 - f.x) * vec4(f.y, f.y, 1.0 - f.y, 1.0 - f.y));
    const vec4 columns = vec4(1.0 - f.x, 1.0, 1.0, f.x), rows = vec4(1.0 - f.y, 1.0, 1.0, f.y);
    float lit = 0.0;
    for (int y = 0; y < 4; y += 2)
        for (int x = 0; x < 4; x += 2) {
            const vec4 weights = vec4(columns[x], columns[x + 1], columns[x + 1], columns[x]) * vec4(rows[y + 1], rows[y + 1], rows[y], rows[y]);
            lit += dot(texels_past(map, first + vec2(x, y), at.z), weights);
        }
    return lit / 9.0;
}

float share_past_objects(vec3 place) {
    if (!has_shadows) return 1.0;
    return share_past(object_shadows, (to_shadows * vec4(place, 1.0)).xyz - vec3(0.0, 0.0, shadow_bias));
}

// Returns the box that the map of the solid particles' shadows covers.
LampBox solid_box() {
    if (solids_seen.high_x == 0u) return LampBox(vec3(0.0), vec3(1.0));
    const vec3 low = from_ordered_bits(~uvec3(solids_seen.low_x, solids_seen.low_y, solids_seen.low_z));
    const vec3 high = from_ordered_bits(uvec3(solids_seen.high_x, solids_seen.high_y, solids_seen.high_z));
    return LampBox(0.5 * (low + high), 0.5 * (high - low) + MIN_ROOM);
}

// Returns the place in that map, 0 to 1.
vec3 place_in_solid_shadows(LampBox box, vec3 place) { return place_in(box, place) * vec3(0.5, 0.5, 1.0) + vec3(0.5, 0.5, 0.0); }

float share_past_solids(vec3 place) {
#ifdef HAS_NO_SOLIDS
    return 1.0;
#else
    if (!has_solid_shadows) return 1.0;
    const LampBox box = solid_box();
    const float texel = 2.0 * max(box.half_sides.x, box.half_sides.y) / float(textureSize(solid_shadows, 0).x);
    return share_past(solid_shadows, place_in_solid_shadows(box, place + TO_LAMP * (SOLID_BIAS * texel)));
#endif
}

// Returns the share of the lamp's light that reaches a place past objects, solid particles and others.
float share_of_lamp(vec3 place) {
    const float past_solids = share_past_objects(place) * share_past_solids(place);
    if (!is_shaded) return past_solids;
    const vec3 at = place_in(lamp_box(), place);
    const float opacity = opacity_before(textureLod(shade, at.xy * 0.5 + 0.5, 0.0), at.z);
    return past_solids * mix(exp(-DENSITY * opacity), exp(-STRAY_DENSITY * opacity), STRAY);
}

// Returns the light of the lamp and of the sky on a surface.
vec3 lamp_on(vec3 place, vec3 normal) {
    const vec3 direct = LAMPLIGHT * (max(dot(normal, TO_LAMP), 0.0) * share_of_lamp(place));
    return (direct + SKYLIGHT * (0.5 + 0.5 * normal.y)) * lamp;
}

// Returns the light on a particle.
vec3 light_at(vec3 place) {
    return (LAMPLIGHT * share_of_lamp(place) + SKYLIGHT) * lamp + point_lights_on(place, ALL_DIRECTIONS);
}
