// A small sprite in 16 bytes:
//   x  centre, 16 bits each: pixels from the window's corner, in units of 1/1024
//   y  reach and radius, 12 bits each, logarithmic; seed, 8 bits
//   z  direction of the longer axis, 11 bits; height above the plane, 12 bits, in units of 1/64 pixel; softness, 9 bits,
//      logarithmic
//   w  light: 9 bits for each of red, green and blue, and a common exponent of 5 bits
#include "render/tiles/pixels.glsl"

const float PLACE_STEPS = 1024.0;                              // per pixel
const float LEAST_REACH = 0.125, REACH_STEPS = 4095.0 / 7.1;  // pixels; per octave
const float LEAST_SOFTNESS = 1.0 / 64.0, SOFTNESS_STEPS = 510.0 / 11.0;
const float HEIGHT_STEPS = 64.0, HEIGHT_RANGE = 32.0;          // per pixel; pixels above and below
const float DIRECTIONS = 2048.0;                               // of a half turn
const float HALF_TURN = 3.14159265359;
const float MANTISSAS = 512.0;
const int LEAST_EXPONENT = -31;                                // of the brightest component: light is at most 1

uint in_octaves(float value, float least, float steps, float most) {
    return uint(clamp(log2(value / least) * steps + 0.5, 0.0, most));
}

float from_octaves(uint code, float least, float steps) { return least * exp2(float(code) / steps); }

uint pack_light(vec3 light) {
    const float brightest = max(light.r, max(light.g, light.b));
    const int exponent = max(LEAST_EXPONENT, int(floor(log2(max(brightest, 1e-30)))) + 1);
    const uvec3 mantissa = uvec3(min(light * exp2(float(-exponent)) * MANTISSAS + 0.5, vec3(MANTISSAS - 1.0)));
    return mantissa.r | mantissa.g << 9u | mantissa.b << 18u | uint(exponent - LEAST_EXPONENT) << 27u;
}

vec3 unpack_light(uint word) {
    const int exponent = int(word >> 27u) + LEAST_EXPONENT;
    return vec3(word & 511u, word >> 9u & 511u, word >> 18u & 511u) * (exp2(float(exponent)) / MANTISSAS);
}

// `corner` is the window's.
uvec4 pack_sprite(PixelSprite sprite, vec2 corner) {
    const uvec2 place = uvec2(clamp((sprite.center - corner) * PLACE_STEPS + 0.5, 0.0, 65535.0));
    const float turn = atan(sprite.along.y, sprite.along.x) / HALF_TURN;
    const uint direction = uint(fract(turn) * DIRECTIONS + 0.5) % uint(DIRECTIONS);
    const uint height = uint(clamp((sprite.height + HEIGHT_RANGE) * HEIGHT_STEPS + 0.5, 0.0, 4095.0));
    uint softness = 0u;
    if (sprite.softness > 0.0) softness = 1u + in_octaves(sprite.softness, LEAST_SOFTNESS, SOFTNESS_STEPS, 510.0);
    return uvec4(place.x | place.y << 16u,
                 in_octaves(sprite.reach, LEAST_REACH, REACH_STEPS, 4095.0) |
                     in_octaves(sprite.radius, LEAST_REACH, REACH_STEPS, 4095.0) << 12u | (sprite.seed & 0xFF000000u),
                 direction | height << 11u | softness << 23u, pack_light(sprite.light));
}

PixelSprite unpack_sprite(uvec4 word, vec2 corner) {
    const float turn = float(word.z & 2047u) * (HALF_TURN / DIRECTIONS);
    const uint softness = word.z >> 23u;
    PixelSprite sprite;
    sprite.center = corner + vec2(word.x & 65535u, word.x >> 16u) / PLACE_STEPS;
    sprite.along = vec2(cos(turn), sin(turn));
    sprite.reach = from_octaves(word.y & 4095u, LEAST_REACH, REACH_STEPS);
    sprite.radius = from_octaves(word.y >> 12u & 4095u, LEAST_REACH, REACH_STEPS);
    sprite.height = float(word.z >> 11u & 4095u) / HEIGHT_STEPS - HEIGHT_RANGE;
    sprite.softness = softness == 0u ? 0.0 : from_octaves(softness - 1u, LEAST_SOFTNESS, SOFTNESS_STEPS);
    sprite.light = unpack_light(word.w);
    sprite.seed = word.y;
    return sprite;
}
