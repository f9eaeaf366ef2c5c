// The lamps, and the share of their light that reaches a place. Through the particles in front of it passes a share by a deep
// opacity map (C. Yuksel and J. Keyser, "Deep opacity maps", 2008): each texel is a ray of the first lamp; its channels hold
// the opacity in front of SLICES depths, so that one texture gives the opacity in front of every depth. The map covers the box
// of the living particles. Past objects and solid particles it follows from maps of their depths. Who includes this file
// declares `pool`, a Pool. With LAMPS there may be more lamps than one, with SOFT_SHADOWS they have a size, and with GLOWS
// objects light others, and with SKY_HARMONICS the light of the sky is that of a picture all around. With SOLID_LAMPS solid
// particles cast shadows in the light of more lamps than the first.
#include "ordered_bits.glsl"
#include "render/surfaces/scenery.h"
#include "render/lighting/slices.glsl"
#include "shared.h"
#include "render/solids/solids.h"
#include "render/lighting/lighting.h"

layout(std140, binding = BIND_LIGHTING) uniform LightingBlock { Lighting lighting; };

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

// Returns the direction to the first lamp, and the matrix from the world to the axes of its maps, of which that is the third.
vec3 to_lamp() { return lighting.lamp[0].to_lamp.xyz; }
mat3 lamp_axes() { return transpose(mat3(lighting.right.xyz, lighting.up.xyz, to_lamp())); }

const float FARTHEST = 1e4;                // metres from the origin; particles beyond are shaded as at the map's edge
const float ROOM = 1.1, MIN_ROOM = 0.05;  // margin around the box, which encloses centres: a factor, and metres

const float DENSITY = 1.6;                      // extinction per opacity: exp(-DENSITY * opacity) passes
const float SOLID_BIAS = 1.5;                   // texels towards the lamp, against shadows that a solid would cast on itself
const float SHADOW_ROOM = 0.5;                  // texels between a surface and where its light is looked up, at least
const float STRAY = 0.2, STRAY_DENSITY = 0.3;  // share of scattered light, and its weaker extinction

struct LampBox {
    vec3 center;  // along the lamp's axes
    vec3 half_sides;
};

LampBox lamp_box() {
    if (pool.high_x == 0u) return LampBox(vec3(0.0), vec3(1.0));
    const vec3 low = max(from_ordered_bits(~uvec3(pool.low_x, pool.low_y, pool.low_z)), -FARTHEST);
    const vec3 high = min(from_ordered_bits(uvec3(pool.high_x, pool.high_y, pool.high_z)), FARTHEST);
    const mat3 axes = lamp_axes(), spans = mat3(abs(axes[0]), abs(axes[1]), abs(axes[2]));
    return LampBox(axes * (0.5 * (low + high)), spans * (0.5 * (high - low)) * ROOM + MIN_ROOM);
}

// Returns in xy the place in the map of a box along these axes, -1 to 1; in z the depth as seen from the lamp, 0 to 1.
vec3 place_in(mat3 axes, LampBox box, vec3 place) {
    const vec3 at = (axes * place - box.center) / box.half_sides;
    return vec3(at.xy, 0.5 - 0.5 * at.z);
}
vec3 place_in(LampBox box, vec3 place) { return place_in(lamp_axes(), box, place); }

layout(binding = TEXTURE_SHADE) uniform sampler2D shade;
layout(binding = TEXTURE_SHADOW) uniform sampler2D object_shadows;
layout(binding = TEXTURE_SOLID_SHADOW) uniform sampler2D solid_shadows;
layout(std140, binding = BIND_SOLIDS_SEEN) uniform SolidsSeen { SolidList solids_seen; };

// A map of depths as a lamp sees them, one of several of equal size above each other in a texture.
struct DepthMap {
    vec2 texels;  // of the map
    float row;    // the texels of the maps below
};

DepthMap whole_map(sampler2D map) { return DepthMap(vec2(textureSize(map, 0)), 0.0); }

// Returns 1 for each of the 2 x 2 texels around a corner of texels past whose depth the lamp's light reaches a place, and else
// 0: for those at (0, 1), (1, 1), (1, 0) and (0, 0).
vec4 texels_past(sampler2D map, vec2 corner, float depth) {
    return vec4(lessThanEqual(vec4(min(depth, 1.0)), textureGather(map, corner / vec2(textureSize(map, 0)))));
}

float mean_of_4(sampler2D map, vec2 texel, float depth) {
    const vec2 first = floor(texel), f = texel - first;
    return dot(texels_past(map, first + 1.0, depth), vec4(1.0 - f.x, f.x, f.x, 1.0 - f.x) * vec4(f.y, f.y, 1.0 - f.y, 1.0 - f.y));
}

// Returns the share of the lamp's light that reaches a place of a map, 0 to 1, past the depths in it: the mean of 3 x 3 texels,
// or of 2 x 2 if shadows are not fine.
float share_past(sampler2D map, DepthMap within, vec3 at) {
    if (clamp(at.xy, 0.0, 1.0) != at.xy) return 1.0;
    const vec2 texel = at.xy * within.texels - 0.5 + vec2(0.0, within.row);
    if (!has_fine_shadows) return mean_of_4(map, texel, at.z);
    const vec2 first = floor(texel), f = texel - first;
    const vec4 columns = vec4(1.0 - f.x, 1.0, 1.0, f.x), rows = vec4(1.0 - f.y, 1.0, 1.0, f.y);
    float lit = 0.0;
    for (int y = 0; y < 4; y += 2)
        for (int x = 0; x < 4; x += 2) {
            const vec4 weights = vec4(columns[x], columns[x + 1], columns[x + 1], columns[x]) * vec4(rows[y + 1], rows[y + 1], rows[y], rows[y]);
            lit += dot(texels_past(map, first + vec2(x, y), at.z), weights);
        }
    return lit / 9.0;
}

// A place on a surface where light is looked up. Particles have no surface: they are taken as one along the lamp's rays, before
// which their place lies towards the lamp.
struct Lit {
    vec3 place;
    vec3 normal;
    float cosine;  // of the angle between the normal and the direction to the lamp
};

Lit lit_particle(vec3 place) { return Lit(place, to_lamp(), 0.0); }

// Returns the place, moved so far along the normal that no texel which a map's filter reads has the surface itself before it.
// A filter that reaches r texels from a place finds the surface up to r * tan(angle) nearer to the lamp, and a way d along the
// normal is a way d / cos(angle) along the lamp's rays, so d = r * sin(angle) suffices for every angle. Casters stay where they
// are, so shadows begin where things touch.
vec3 raised(Lit lit, float texel) {
    const float reach = has_fine_shadows ? 2.83 : 1.42;  // the diagonal of 2 texels, or of 1
    return lit.place + lit.normal * (texel * (reach * sqrt(max(1.0 - lit.cosine * lit.cosine, 0.0)) + SHADOW_ROOM));
}

#ifdef SOFT_SHADOWS
const float WIDEST = 0.2;    // share of a map within which soft shadows are searched
const float STEEPEST = 8.0;  // slope of a surface along which depths are followed

// Returns the share of a lamp of some size that is seen past the depths in a map: the lamp is seen through the gap between the
// place and what lies before it, which a first search finds (R. Fernando, "Percentage-Closer Soft Shadows", 2005). The depth of a
// place's own surface is followed along its plane, so a wide search does not find the surface itself. Samples lie on H. Vogel's
// spiral (1979). `slope` is the change of depth along the map, `spread` how far the lamp's rays spread in it by depth.
float soft_share_past(sampler2D map, DepthMap within, vec3 at, vec2 slope, vec2 spread) {
    if (clamp(at.xy, 0.0, 1.0) != at.xy) return 1.0;
    const mat2 turn = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);  // the golden angle
    const float step_of = 1.0 / float(lighting.taps);
    const vec2 size = 1.0 / within.texels, edge = 0.5 * size;
    const vec2 widest = clamp(spread * at.z, 1.5 * size, vec2(WIDEST));
    slope = clamp(slope, -STEEPEST, STEEPEST);
    float gaps = 0.0, before = 0.0;
    vec2 way = vec2(1.0, 0.0);
    for (uint i = 0u; i < lighting.taps; ++i, way = turn * way) {
        const vec2 off = way * sqrt((float(i) + 0.5) * step_of) * widest;
        const vec2 texel = clamp(at.xy + off, edge, 1.0 - edge) * within.texels + vec2(0.0, within.row);
        const float own = at.z + dot(slope, off), other = texelFetch(map, ivec2(texel), 0).r;
        if (other >= min(own, 1.0)) continue;
        gaps += own - other;
        before += 1.0;
    }
    if (before == 0.0) return 1.0;
    if (before == float(lighting.taps)) return 0.0;
    const vec2 wide = clamp(spread * (gaps / before), size, widest);
    float lit = 0.0;
    for (uint i = 0u; i < lighting.taps; ++i, way = turn * way) {
        const vec2 off = way * sqrt((float(i) + 0.5) * step_of) * wide;
        const vec2 texel = clamp(at.xy + off, edge, 1.0 - edge) * within.texels - 0.5 + vec2(0.0, within.row);
        lit += mean_of_4(map, texel, at.z + dot(slope, off));
    }
    return lit * step_of;
}
#endif

#ifdef CASCADED
const float CASCADE_EDGE = 0.01;  // of a cascade, where filters would read beyond it

bool holds(vec4 cascade, vec2 at) {
    const vec2 own = at * cascade.z + cascade.xy;
    return clamp(own, CASCADE_EDGE, 1.0 - CASCADE_EDGE) == own;
}

// Returns the finest map that holds a place of the map of all; w: its row.
vec4 cascade_at(Lamp lamp, vec2 at) {
    if (holds(lamp.cascade[0], at)) return vec4(lamp.cascade[0].xyz, 0.0);
    if (holds(lamp.cascade[1], at)) return vec4(lamp.cascade[1].xyz, 1.0);
    return vec4(0.0, 0.0, 1.0, 2.0);
}
#endif

// Returns the share of a lamp's light that reaches a place past objects. In a wide scenery it takes the finest map that holds the
// place. Precondition: they cast shadows in it.
float share_past_objects(Lamp lamp, Lit lit) {
    const mat4 to_map = mat4(lamp.to_map[0], lamp.to_map[1], lamp.to_map[2], lamp.to_map[3]);
#ifdef CASCADED
    const vec3 in_whole = (to_map * vec4(lit.place, 1.0)).xyz;
    const vec4 cascade = cascade_at(lamp, in_whole.xy);
    const vec3 whole = (to_map * vec4(raised(lit, lamp.map.y / cascade.z), 1.0)).xyz, at = vec3(whole.xy * cascade.z + cascade.xy, whole.z);
    const vec2 texels = vec2(textureSize(object_shadows, 0)) * vec2(1.0, lamp.map.w);
    const DepthMap within = DepthMap(texels, texels.y * (lamp.map.z + cascade.w));
    const float finer = cascade.z;
#else
    const float finer = 1.0;
    const vec3 at = (to_map * vec4(raised(lit, lamp.map.y), 1.0)).xyz;
#ifdef LAMPS
    const vec2 texels = vec2(textureSize(object_shadows, 0)) * vec2(1.0, lamp.map.w);
    const DepthMap within = DepthMap(texels, texels.y * lamp.map.z);
#else
    const DepthMap within = whole_map(object_shadows);
#endif
#endif
#ifdef SOFT_SHADOWS
    if (lit.cosine > 0.0) {
        const vec2 slope = (mat3(to_map) * lit.normal).xy * lamp.map.x / (lit.cosine * finer);
        return soft_share_past(object_shadows, within, at, slope, vec2(lamp.to_lamp.w * finer));
    }
#endif
    return share_past(object_shadows, within, at);
}

// The map of the shadows of the solid particles in the light of a lamp: the matrix from the world to its axes, of which the
// direction to the lamp is the third, and the box that it covers along these.
struct SolidMap {
    mat3 axes;
    LampBox box;
};

// Returns the box of the solid particles along the axes of the first lamp.
LampBox solid_box() {
    if (solids_seen.high_x == 0u) return LampBox(vec3(0.0), vec3(1.0));
    const vec3 low = from_ordered_bits(~uvec3(solids_seen.low_x, solids_seen.low_y, solids_seen.low_z));
    const vec3 high = from_ordered_bits(uvec3(solids_seen.high_x, solids_seen.high_y, solids_seen.high_z));
    return LampBox(0.5 * (low + high), 0.5 * (high - low) + MIN_ROOM);
}

SolidMap first_solid_map() { return SolidMap(lamp_axes(), solid_box()); }

#ifdef SOLID_LAMPS
// Returns the map in the light of a lamp. That of a further lamp covers the box around the first one's.
SolidMap solid_map(uint lamp) {
    if (lamp == 0u) return first_solid_map();
    const vec3 towards = lighting.lamp[lamp].to_lamp.xyz;
    const vec3 across = normalize(cross(abs(towards.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, -1.0), towards));
    const mat3 axes = transpose(mat3(across, cross(towards, across), towards)), turn = axes * transpose(lamp_axes());
    const LampBox box = solid_box();
    return SolidMap(axes, LampBox(turn * box.center, mat3(abs(turn[0]), abs(turn[1]), abs(turn[2])) * box.half_sides));
}

// Returns the part of the texture that has the map of a lamp: those of all lamps that cast shadows lie above each other, as
// those of objects do.
DepthMap depths_of_solids(uint lamp) {
#ifdef CASCADED
    const float number = lighting.lamp[lamp].map.z / float(CASCADES);
#else
    const float number = lighting.lamp[lamp].map.z;
#endif
    const float side = float(textureSize(solid_shadows, 0).x);
    return DepthMap(vec2(side), side * number);
}
#else
SolidMap solid_map(uint lamp) { return first_solid_map(); }
DepthMap depths_of_solids(uint lamp) { return whole_map(solid_shadows); }
#endif

// Returns the place in the map, 0 to 1.
vec3 place_in_solid_shadows(SolidMap map, vec3 place) {
    return place_in(map.axes, map.box, place) * vec3(0.5, 0.5, 1.0) + vec3(0.5, 0.5, 0.0);
}

// The depths in the map lie behind their surfaces by the filter's reach on their slope, because normals of meshes need not be
// those of their triangles.
float share_past_solids(uint lamp, Lit lit) {
#ifdef HAS_NO_SOLIDS
    return 1.0;
#else
    if (!has_solid_shadows) return 1.0;
    const SolidMap map = solid_map(lamp);
    const LampBox box = map.box;
    const DepthMap depths = depths_of_solids(lamp);
    const vec4 towards = lighting.lamp[lamp].to_lamp;
    const float texel = 2.0 * max(box.half_sides.x, box.half_sides.y) / depths.texels.x;
    const vec3 at = place_in_solid_shadows(map, lit.place + towards.xyz * (SOLID_BIAS * texel));
#ifdef SOFT_SHADOWS
    if (lit.cosine > 0.0) {
        const vec2 slope = (map.axes * lit.normal).xy * box.half_sides.xy / (lit.cosine * box.half_sides.z);
        return soft_share_past(solid_shadows, depths, at, slope, towards.w * box.half_sides.z / box.half_sides.xy);
    }
#endif
    return share_past(solid_shadows, depths, at);
#endif
}

// Returns the share of the first lamp's light that reaches a place past objects, solid particles and others.
float share_of_lamp(Lit lit) {
    float share = share_past_solids(0u, lit);
    if (has_shadows) share *= share_past_objects(lighting.lamp[0], lit);
    if (!is_shaded) return share;
    const vec3 at = place_in(lamp_box(), lit.place);
    const float opacity = opacity_before(textureLod(shade, at.xy * 0.5 + 0.5, 0.0), at.z);
    return share * mix(exp(-DENSITY * opacity), exp(-STRAY_DENSITY * opacity), STRAY);
}

#ifdef GLOWS
#ifdef GLOW_SHADOWS
layout(binding = TEXTURE_GLOW_SHADOW) uniform sampler2D glow_shadows;  // six squares above each other for each such object

// Returns the share of the light of an object's middle that reaches a place past others. A square shows what lies in one of the two
// directions of an axis. Depths are those of a perspective view without an end.
float share_past_glow(vec3 middle, float number, vec3 place, vec3 normal) {
    const vec3 from = place - middle, sizes = abs(from);
    const int axis = sizes.x > max(sizes.y, sizes.z) ? 0 : sizes.y > sizes.z ? 1 : 2;
    const float side = float(textureSize(glow_shadows, 0).x), texel = 2.0 * GLOW_MARGIN * sizes[axis] / side;
    const vec3 way = raised(Lit(place, normal, -dot(normal, from) * inversesqrt(max(dot(from, from), 1e-12))), texel) - middle;
    const float ahead = max(abs(way[axis]), 1e-6);
    const vec2 at = vec2(way[(axis + 1) % 3], way[(axis + 2) % 3]) / (ahead * GLOW_MARGIN) * 0.5 + 0.5;
    const float row = 6.0 * number + float(2 * axis) + (from[axis] < 0.0 ? 1.0 : 0.0);
    return share_past(glow_shadows, DepthMap(vec2(side), side * row), vec3(clamp(at, 0.0, 1.0), 1.0 - GLOW_NEAREST / ahead));
}
#endif

// Returns the light of the objects that light others. Each is a ball of even light, which gives what its share of the view around
// a place gives; one that the horizon of a surface cuts gives less and less.
vec3 glows_on(vec3 place, vec3 normal) {
    vec3 sum = vec3(0.0);
    for (uint i = 0u; i < lighting.glows; ++i) {
        const vec3 way = lighting.glow[i].place.xyz - place;
        const float away = max(length(way), 1e-6), share = min(lighting.glow[i].place.w / away, 1.0);
        vec3 light = lighting.glow[i].light.rgb * (share * share * max((dot(normal, way) / away + share) / (1.0 + share), 0.0));
#ifdef GLOW_SHADOWS
        const float map = lighting.glow[i].light.w - 1.0;
        if (map >= 0.0 && light != vec3(0.0)) light *= share_past_glow(lighting.glow[i].place.xyz, map, place, normal);
#endif
        sum += light;
    }
    return sum;
}
#endif

// Returns the share of the first lamp's light that reaches a surface. One that is turned away is in no shadow but its own.
float share_on(vec3 place, vec3 normal) {
    const float cosine = dot(normal, to_lamp());
    return cosine > 0.0 ? share_of_lamp(Lit(place, normal, cosine)) : 0.0;
}

// Returns the light of the sky on a surface.
vec3 sky_on(vec3 normal) {
#ifdef SKY_HARMONICS
    const vec2 turn = lighting.sky_picture.xy;
    const vec3 n = vec3(turn.x * normal.x + turn.y * normal.z, normal.y, turn.x * normal.z - turn.y * normal.x);
    vec3 light = lighting.harmonic[0].rgb + lighting.harmonic[1].rgb * n.y + lighting.harmonic[2].rgb * n.z + lighting.harmonic[3].rgb * n.x;
    light += lighting.harmonic[4].rgb * (n.x * n.y) + lighting.harmonic[5].rgb * (n.y * n.z) + lighting.harmonic[7].rgb * (n.x * n.z);
    light += lighting.harmonic[6].rgb * (3.0 * n.z * n.z - 1.0) + lighting.harmonic[8].rgb * (n.x * n.x - n.y * n.y);
    return max(light, 0.0);
#else
    return mix(lighting.below.rgb, lighting.above.rgb, 0.5 + 0.5 * normal.y);
#endif
}

// Returns the light of the lamps and of the sky on a surface that this share of the first one's reaches.
vec3 lamp_on(vec3 place, vec3 normal, float share_of_first) {
    vec3 light = sky_on(normal);
    light += lighting.lamp[0].light.rgb * (max(dot(normal, to_lamp()), 0.0) * share_of_first);
#ifdef LAMPS
    for (uint i = 1u; i < lighting.lamps; ++i) {
        const Lamp other = lighting.lamp[i];
        const float facing = dot(normal, other.to_lamp.xyz);
        if (facing <= 0.0) continue;
        float share = has_shadows && other.light.w > 0.0 ? share_past_objects(other, Lit(place, normal, facing)) : 1.0;
#ifdef SOLID_LAMPS
        if (other.map.w > 0.0) share *= share_past_solids(i, Lit(place, normal, facing));
#endif
        light += other.light.rgb * (facing * share);
    }
#endif
#ifdef GLOWS
    light += glows_on(place, normal);
#endif
    return light;
}

vec3 lamp_on(vec3 place, vec3 normal) { return lamp_on(place, normal, share_on(place, normal)); }
