// The surfaces of the ground. Places are x and z in the world, lengths metres.
#include "render/surfaces/scenery.h"

// The shares into which the ground divides the light that falls on it.
struct Surface {
    vec3 own;         // seen without any light
    vec3 lit;         // share of the lamp's light that is scattered
    vec3 scattered;   // likewise of the particles' light
    float mirror;     // reflectance seen from above
    float roughness;  // 0: the reflection is as sharp as it is drawn, 1: blurred wide
    vec3 normal;
    float sky;        // share of the sky in the mirror
};

const vec3 UP = vec3(0.0, 1.0, 0.0);

const vec3 STONE = vec3(0.0085, 0.0098, 0.0135);
const float STONE_ALBEDO = 0.30;
const float STONE_MIRROR = 0.30;  // an artistic choice: polished stone has 0.04

const vec3 ASPHALT = vec3(0.0036, 0.0040, 0.0050);
const float ASPHALT_ALBEDO = 0.16;
const float PUDDLE_MIRROR = 0.62;  // an artistic choice: water has 0.02
const float PUDDLES = 0.8;         // per metre
const float GRAIN = 38.0;          // of asphalt, per metre

const vec3 SAND = vec3(0.33, 0.235, 0.145);
const float RIPPLES = 2.4;         // per metre
const float RIPPLE_SLOPE = 0.22;

const vec3 STUDIO = vec3(0.165, 0.17, 0.18);
const float STUDIO_MIRROR = 0.10;

float hash_of_cell(vec2 cell) {
    uvec2 v = uvec2(ivec2(cell)) * 1664525u + 1013904223u;
    v.x += v.y * 1664525u;
    v.y += v.x * 1664525u;
    v ^= v >> 16u;
    v.x += v.y * 1664525u;
    return float(v.x >> 8u) * (1.0 / 16777216.0);
}

// Returns smooth noise in x, 0 to 1, and its slopes in yz.
vec3 noise_of(vec2 at) {
    const vec2 cell = floor(at), f = at - cell;
    const vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0), du = 30.0 * f * f * (f * (f - 2.0) + 1.0);
    const float a = hash_of_cell(cell), b = hash_of_cell(cell + vec2(1.0, 0.0));
    const float c = hash_of_cell(cell + vec2(0.0, 1.0)), d = hash_of_cell(cell + 1.0);
    return vec3(a + (b - a) * u.x + (c - a) * u.y + (a - b - c + d) * u.x * u.y,
                du * (vec2(b - a, c - a) + (a - b - c + d) * u.yx));
}

// Returns the share of details of this size that a pixel with such a footprint still shows.
float detail(vec2 footprint, float size) { return clamp(1.0 - max(footprint.x, footprint.y) / size, 0.0, 1.0); }

vec3 tilted(vec2 slopes) { return normalize(vec3(-slopes.x, 1.0, -slopes.y)); }

Surface wet(vec2 at, vec2 footprint) {
    const float shape = 0.65 * noise_of(at * PUDDLES).x + 0.35 * noise_of(at * PUDDLES * 2.7 + 31.0).x;
    const float puddle = smoothstep(0.44, 0.56, shape);
    const vec3 grain = noise_of(at * GRAIN);
    const float shown = detail(footprint, 1.5 / GRAIN) * (1.0 - puddle);
    const vec3 own = ASPHALT * mix(0.85, 1.0 + 0.9 * (grain.x - 0.5) * shown, 1.0 - puddle);
    return Surface(own, vec3(0.0), vec3(ASPHALT_ALBEDO), mix(0.16, PUDDLE_MIRROR, puddle), 0.75 * (1.0 - puddle),
                   tilted(grain.yz * 0.06 * shown), 1.0);
}

Surface sand(vec2 at, vec2 footprint) {
    const vec3 bend = noise_of(at * 0.45);
    const float phase = (at.x + 0.35 * at.y) * RIPPLES + 2.6 * bend.x;
    const vec2 ripple = cos(phase * 6.2831853) * RIPPLE_SLOPE * vec2(1.0, 0.35) * detail(footprint, 1.0 / RIPPLES);
    const vec3 grain = noise_of(at * 160.0), patches = noise_of(at * 0.9 + 7.0);
    const float speck = 1.0 + 0.5 * (grain.x - 0.5) * detail(footprint, 1.0 / 160.0);
    const vec3 color = SAND * speck * (0.88 + 0.24 * patches.x);
    return Surface(vec3(0.0), color, 0.5 * color, 0.0, 1.0,
                   tilted(ripple * (0.4 + bend.x) + (patches.yz * 0.10)), 0.0);
}

#ifdef GROUND_IS_PICTURE
layout(binding = TEXTURE_GROUND) uniform sampler2D ground_picture;

vec3 plain_colour(vec2 at, vec2 footprint) {
    const vec2 wide = footprint * lighting.ground_picture.xy;
    return textureGrad(ground_picture, at * lighting.ground_picture.xy, vec2(wide.x, 0.0), vec2(0.0, wide.y)).rgb;
}
#else
vec3 plain_colour(vec2 at, vec2 footprint) { return lighting.ground.rgb; }
#endif

#ifdef WATER
const float WATER_MIRROR = 0.02;  // reflectance from above, of a refractive index of 1.33
const float SHORTER = 0.53;       // the length of a wave by that of the next longer ones
const float GRAVITY = 9.81;       // m/s2

// Returns the slopes of small waves: noise of several lengths, each of which travels in its own direction as fast as waves of that
// length do on deep water. What is finer than a pixel is left out; `rough` becomes its share in the slopes.
vec2 slopes_of_waves(vec2 at, vec2 footprint, out float rough) {
    const mat2 turn = mat2(-0.7373688, 0.6754903, -0.6754903, -0.7373688);  // the golden angle
    vec2 slopes = vec2(0.0), way = vec2(0.8, 0.6);
    float per_metre = lighting.waves.x, all = 0.0, seen = 0.0;
    for (float octave = 0.0; octave < lighting.waves.z; ++octave, way = turn * way, per_metre /= SHORTER) {
        const float speed = sqrt(GRAVITY / (6.2831853 * per_metre)), shown = detail(footprint, 0.5 / per_metre);
        slopes += noise_of(at * per_metre + way * (speed * per_metre * lighting.waves.y) + 19.0 * octave).yz * shown;
        all += 1.0;
        seen += shown;
    }
    rough = 1.0 - seen / max(all, 1.0);
    return slopes * lighting.water.w;
}

Surface water(vec2 at, vec2 footprint) {
    float rough;
    const vec2 slopes = slopes_of_waves(at, footprint, rough);
    return Surface(vec3(0.0), lighting.water.rgb, lighting.water.rgb, WATER_MIRROR, rough * min(4.0 * lighting.water.w, 1.0), tilted(slopes), 1.0);
}
#endif

Surface surface_of(uint ground, vec2 at, vec2 footprint) {
#ifdef WATER
    return water(at, footprint);
#endif
    switch (ground) {
        case GROUND_WET: return wet(at, footprint);
        case GROUND_SAND: return sand(at, footprint);
        case GROUND_PLAIN: {
            const vec3 color = plain_colour(at, footprint);
            return Surface(vec3(0.0), color, color, lighting.ground.w, 0.4, UP, 0.0);
        }
        case GROUND_STUDIO: return Surface(vec3(0.0), STUDIO, STUDIO, STUDIO_MIRROR, 0.5, UP, 0.0);
    }
    return Surface(STONE, vec3(0.0), vec3(STONE_ALBEDO), STONE_MIRROR, 0.0, UP, 0.0);
}
