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

// Returns the share of the light of stars that comes through the air at a height above the horizon, the sine of an angle.
float clear_above(float up) { return smoothstep(0.0, 0.22, up); }

#ifdef OWN_STARS
const bool HAS_STARS = SKY == SKY_GRADIENT;
float star_factor() { return lighting.sun.w; }
#else
const bool HAS_STARS = SKY == SKY_NIGHT;
float star_factor() { return 1.0; }
#endif

vec3 night(vec3 direction) {
    const float height = max(direction.y, 0.0), band = dot(direction, MILKY_WAY);
    const vec3 haze = vec3(0.0042, 0.0040, 0.0052) * exp(-band * band * 14.0);
    return mix(lighting.horizon.rgb, lighting.zenith.rgb, 1.0 - exp2(-7.0 * height)) + haze * clear_above(direction.y);
}

vec3 wall(float up) { return mix(lighting.horizon.rgb, lighting.zenith.rgb, smoothstep(-0.05, 0.75, up)); }

// Returns the colour of the scenery's gradient in a direction.
vec3 gradient(float up) {
    const float at = asin(clamp(up, -1.0, 1.0));
    vec3 color = lighting.stop[0].rgb;
    for (uint i = 1u; i < lighting.stops; ++i) {
        const vec4 low = lighting.stop[i - 1u], high = lighting.stop[i];
        color = mix(color, high.rgb, clamp((at - low.w) / (high.w - low.w), 0.0, 1.0));
    }
    return color;
}

#ifdef SKY_IS_PICTURE
const float HAZE_WIDTH = 0.04;  // radians over which the picture is blurred into which the ground fades

layout(binding = TEXTURE_SKY) uniform sampler2D sky_picture;

// Returns the picture's light in a direction, blurred over so many radians. Its width is once around. The level of detail follows
// from the angle and not from differences between pixels, which are large where the sides of the picture meet.
vec3 picture(vec3 direction, float wide) {
    const vec2 turn = lighting.sky_picture.xy;
    const vec2 level = vec2(turn.x * direction.x + turn.y * direction.z, turn.x * direction.z - turn.y * direction.x);
    const vec2 place = vec2(atan(level.x, -level.y) / 6.2831853 + 0.5, acos(clamp(direction.y, -1.0, 1.0)) / 3.1415927);
    const float texel = 3.1415927 / float(textureSize(sky_picture, 0).y);
    return textureLod(sky_picture, place, log2(max(wide / texel, 1.0))).rgb * lighting.sky_picture.z;
}
#endif

// Returns the colour into which the ground fades far away in a direction.
vec3 horizon(vec3 direction) {
#ifdef SKY_IS_PICTURE
    return picture(normalize(vec3(direction.x, 1e-3, direction.z)), HAZE_WIDTH);
#endif
    switch (SKY) {
        case SKY_STUDIO: return wall(0.0);
    }
    return lighting.horizon.rgb;
}

#ifdef SUN
const float AUREOLE = 0.02;        // light around the disc, as a share of its own
const float AUREOLE_WIDTH = 0.09;  // radians in which 1/e of it is left

// Returns the disc of the first lamp and the light around it; `pixel` is the angle of a pixel.
vec3 sun(vec3 direction, float pixel) {
    const float radius = atan(lighting.lamp[0].to_lamp.w), away = 2.0 * asin(min(0.5 * distance(direction, to_lamp()), 1.0));
    const float disc = 1.0 - smoothstep(radius - pixel, radius + pixel, away);
    return lighting.sun.rgb * (disc + AUREOLE * exp(-max(away - radius, 0.0) / AUREOLE_WIDTH));
}
#endif

#ifdef CLOUDS
const float CLOUDS_END = 0.02, CLOUDS_FULL = 0.3;  // sines of the heights above the horizon where they fade
const float CLOUD_EDGE = 0.22;                   // of the noise, between no cloud and a dense one
const float CLOUD_DEPTH = 2.5;                   // extinction of the lamp's light through a dense cloud
const float CLOUD_SHIFT = 0.35;                  // of their size, towards the lamp, where their shade is looked up

// Returns how dense the clouds are, 0 to 1, at a place of their plane.
float cloud(vec2 at) {
    float sum = 0.0, share = 0.5, all = 0.0;
    for (float octave = 0.0; octave < lighting.fog_shape.w; ++octave) {
        sum += share * noise_of(at).x;
        all += share;
        at = mat2(1.6, 1.2, -1.2, 1.6) * at + 17.0;
        share *= 0.5;
    }
    const float edge = mix(0.78, 0.22, lighting.clouds.w);
    return smoothstep(edge, edge + CLOUD_EDGE, sum / all);
}

// Returns what is seen of the sky through clouds, and of them; `clear` is multiplied by the share of light that passes.
vec3 through_clouds(vec3 behind, vec3 direction, inout float clear) {
    if (direction.y <= CLOUDS_END) return behind;
    const vec2 at = (direction.xz / direction.y + vec2(lighting.clouds_lit.w, 0.0)) * lighting.fog_shape.z;
    const float dense = cloud(at), shade = cloud(at + to_lamp().xz * CLOUD_SHIFT);
    const float towards = dot(direction, to_lamp()), bright = 1.0 + 3.0 * pow(max(towards, 0.0), 8.0) * (1.0 - dense);
    const vec3 light = lighting.clouds.rgb + lighting.clouds_lit.rgb * (bright * exp(-CLOUD_DEPTH * shade * dense) * 4.0);
    const float covered = dense * smoothstep(CLOUDS_END, CLOUDS_FULL, direction.y);
    clear *= 1.0 - covered;
    return mix(behind, light, covered);
}
#endif

vec3 open_sky(vec3 direction, float pixel) {
    const float up = direction.y;
#ifdef SKY_IS_PICTURE
    return picture(direction, pixel);
#endif
    switch (SKY) {
        case SKY_NIGHT: return night(direction);
        case SKY_STUDIO: return wall(up);
        case SKY_BLACK: return vec3(0.0);
        case SKY_GRADIENT: return gradient(up);
    }
    const float height = up < 0.0 ? min(1.0, -up * 4.0) : 1.0 - exp2(-6.0 * up);
    return mix(lighting.horizon.rgb, up < 0.0 ? lighting.nadir.rgb : lighting.zenith.rgb, height);
}

// Returns the background in a direction but for stars; `clear` becomes the share of their light that is seen. `pixel` is the angle of
// a pixel, or the radians over which a picture is blurred.
vec3 sky_before_stars(vec3 direction, float pixel, out float clear) {
    clear = clear_above(direction.y);
    vec3 light = open_sky(direction, pixel);
#ifdef SUN
    light += sun(direction, max(pixel, 1e-4));
#endif
#ifdef CLOUDS
    light = through_clouds(light, direction, clear);
#endif
    return light;
}

// Returns what a surface mirrors of the background: without stars; a picture is blurred over so many radians.
vec3 mirrored_sky(vec3 direction, float wide) {
    float clear;
#ifdef SKY_IS_PICTURE
    return sky_before_stars(direction, wide, clear);
#else
    return sky_before_stars(direction, 0.0, clear);
#endif
}
