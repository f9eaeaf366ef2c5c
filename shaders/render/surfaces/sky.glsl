// The backgrounds. Directions are unit vectors in the world. SKY is their kind; app/render/lighting.cpp has their colours. Who
// includes this file includes lamp.glsl before.
#include "render/surfaces/scenery.h"

const vec3 MILKY_WAY = normalize(vec3(0.62, 0.35, -0.70));  // its pole
const float STAR_CELLS = 110.0;   // along a side of the cube around the eye; a cell has one star or none
const float STARS = 0.11;         // share of the cells that have one
const float BRIGHTEST_STAR = 2.2;
const float STAR_SIZE = 0.75;     // pixels, the radius at which 1/e of the light is left

vec3 hash3(vec3 p) {
    uvec3 v = uvec3(ivec3(p) + 32768) * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return vec3(v >> 8u) * (1.0 / 16777216.0);
}

// Returns the stars in a direction; `pixel` is the angle of a pixel. Each star lies in a cell on a cube around the eye, so far
// inside that its disc does not leave the cell.
vec3 stars(vec3 direction, float pixel) {
    const vec3 size = abs(direction);
    const float longest = max(size.x, max(size.y, size.z));
    const vec3 face = step(longest, size) * sign(direction);
    const vec3 on_cube = direction / longest * STAR_CELLS;
    const vec3 cell = floor(on_cube * (1.0 - abs(face))) + face * 1000.0;
    const vec3 random = hash3(cell);
    if (random.x > STARS) return vec3(0.0);
    const vec3 inside = 0.25 + 0.5 * hash3(cell + 57.0);
    const vec3 star = normalize((floor(on_cube) + inside) * (1.0 - abs(face)) + face * STAR_CELLS);
    const float away = length(star - direction) / (pixel * STAR_SIZE);
    const float rare = random.x / STARS;
    const float brightness = BRIGHTEST_STAR * (0.05 + pow(rare, 10.0));
    return mix(vec3(1.0, 0.82, 0.66), vec3(0.72, 0.84, 1.0), random.y) * (brightness * exp(-away * away));
}

vec3 night(vec3 direction, float pixel) {
    const float height = max(direction.y, 0.0), band = dot(direction, MILKY_WAY);
    const vec3 haze = vec3(0.0042, 0.0040, 0.0052) * exp(-band * band * 14.0);
    const float clear = smoothstep(0.0, 0.22, direction.y);
    const vec3 light = pixel > 0.0 ? haze + stars(direction, pixel) : haze;
    return mix(lighting.horizon.rgb, lighting.zenith.rgb, 1.0 - exp2(-7.0 * height)) + light * clear;
}

vec3 wall(float up) { return mix(lighting.horizon.rgb, lighting.zenith.rgb, smoothstep(-0.05, 0.75, up)); }

// Returns the colour into which the ground fades far away.
vec3 horizon() { return SKY == SKY_STUDIO ? wall(0.0) : lighting.horizon.rgb; }

// Returns the background in a direction; `pixel` is the angle of a pixel, or 0 for a view without stars.
vec3 sky(vec3 direction, float pixel) {
    const float up = direction.y;
    switch (SKY) {
        case SKY_NIGHT: return night(direction, pixel);
        case SKY_STUDIO: return wall(up);
        case SKY_BLACK: return vec3(0.0);
    }
    const float height = up < 0.0 ? min(1.0, -up * 4.0) : 1.0 - exp2(-6.0 * up);
    return mix(lighting.horizon.rgb, up < 0.0 ? lighting.nadir.rgb : lighting.zenith.rgb, height);
}
