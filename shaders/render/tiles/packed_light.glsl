// A sprite in 16 bytes, relative to the window of its tile, which is the tile and its apron:
//   x  centre, 16 bits each, over the window's side
//   y  reach and radius, 12 bits each, logarithmic; seed, 8 bits
//   z  direction of the longer axis, 11 bits; height above the plane, 12 bits; softness, 9 bits, logarithmic
//   w  light: 9 bits for each of red, green and blue, and a common exponent of 5 bits;
//      with SHADE the depth from the lamp and the opacity, 16 bits each
// With PICTURES, but for SHADE, there are 16 more bytes: its picture, two words; the direction of its axis along, which has a
// sign, 16 bits for each component; how many times that axis is longer than the other.
#include "render/tiles/pixels.glsl"
#if defined(PICTURES) && !defined(SHADE)
#define SHOWS_PICTURES
const uint SPRITE_ELEMENTS = 2u;
#else
const uint SPRITE_ELEMENTS = 1u;
#endif
#include "render/lighting/slices.glsl"

const float MAX_PLACE = 65535.0;
const float REACH_STEPS = 4095.0 / 10.0;    // per octave below the apron
const float RADIUS_STEPS = 4095.0 / 20.0;
const float SOFTNESS_STEPS = 510.0 / 13.0;  // per octave below twice the apron
const float MAX_HEIGHT = 2.0;              // aprons above and below the plane; farther sprites do not fade
const float HEIGHT_STEPS = 4095.0;
const float DIRECTIONS = 2048.0;            // of a half turn
const float HALF_TURN = 3.14159265359;
const float MANTISSAS = 512.0;
const int MIN_EXPONENT = -31;             // of the brightest component: light is at most 1

// Returns the code, from 0 to `most`, of how many octaves a value lies below another.
uint octaves_below(float value, float below, float steps, float most) {
    return uint(clamp(log2(below / value) * steps + 0.5, 0.0, most));
}

float from_octaves(uint code, float below, float steps) { return below * exp2(-float(code) / steps); }

#ifdef SHADE
uint pack_light(vec4 light) { return packUnorm2x16(light.xy); }

vec4 unpack_light(uint word) {
    const vec2 depth_and_opacity = unpackUnorm2x16(word);
    return slices_behind(depth_and_opacity.x) * depth_and_opacity.y;
}
#else
uint pack_light(vec4 light) {
    light = min(light, vec4(1.0));
    const float brightest = max(light.r, max(light.g, light.b));
    const int exponent = max(MIN_EXPONENT, int(floor(log2(max(brightest, 1e-30)))) + 1);
    const uvec3 mantissa = uvec3(min(light.rgb * exp2(float(-exponent)) * MANTISSAS + 0.5, vec3(MANTISSAS - 1.0)));
    return mantissa.r | mantissa.g << 9u | mantissa.b << 18u | uint(exponent - MIN_EXPONENT) << 27u;
}

vec4 unpack_light(uint word) {
    const int exponent = int(word >> 27u) + MIN_EXPONENT;
    return vec4(vec3(word & 511u, word >> 9u & 511u, word >> 18u & 511u) * (exp2(float(exponent)) / MANTISSAS), 0.0);
}
#endif

// `corner` is the window's, `side` the tile's.
uvec4 pack_sprite(PixelSprite sprite, vec2 corner, float side, float apron) {
    const uvec2 place = uvec2(clamp((sprite.center - corner) * (MAX_PLACE / (side + 2.0 * apron)) + 0.5, 0.0, MAX_PLACE));
    const float turn = atan(sprite.along.y, sprite.along.x) / HALF_TURN;
    const uint direction = uint(fract(turn) * DIRECTIONS + 0.5) % uint(DIRECTIONS);
    const float height = clamp(sprite.height / (2.0 * MAX_HEIGHT * apron) + 0.5, 0.0, 1.0);
    uint softness = 0u;
    if (sprite.softness > 0.0) softness = 1u + octaves_below(sprite.softness, 2.0 * apron, SOFTNESS_STEPS, 510.0);
    return uvec4(place.x | place.y << 16u,
                 octaves_below(sprite.reach, apron, REACH_STEPS, 4095.0) |
                     octaves_below(sprite.radius, apron, RADIUS_STEPS, 4095.0) << 12u | (sprite.seed & 0xFF000000u),
                 direction | uint(height * HEIGHT_STEPS + 0.5) << 11u | softness << 23u, pack_light(sprite.light));
}

// Returns the sprite with its longer axis first, as it is packed.
PixelSprite longer_first(PixelSprite sprite) {
    if (sprite.reach >= sprite.radius) return sprite;
    sprite.along = vec2(-sprite.along.y, sprite.along.x);
    const float longer = sprite.radius;
    sprite.radius = sprite.reach;
    sprite.reach = longer;
    return sprite;
}

uvec4 pack_picture(PixelSprite sprite) {
    return uvec4(sprite.picture, packSnorm2x16(sprite.along), floatBitsToUint(sprite.reach / sprite.radius));
}

// Gives an unpacked sprite its picture, and its axes as they were.
void unpack_picture(inout PixelSprite sprite, uvec4 word) {
    sprite.picture = word.xy;
    if (sprite.picture == uvec2(0u)) return;
    const float longer = uintBitsToFloat(word.w), most = sprite.reach;
    sprite.along = normalize(unpackSnorm2x16(word.z));
    sprite.reach = most * min(longer, 1.0);
    sprite.radius = most / max(longer, 1.0);
}

vec2 unpack_center(uvec4 word, vec2 corner, float side, float apron) {
    return corner + vec2(word.x & 65535u, word.x >> 16u) * ((side + 2.0 * apron) / MAX_PLACE);
}

float unpack_reach(uvec4 word, float apron) { return from_octaves(word.y & 4095u, apron, REACH_STEPS); }

PixelSprite unpack_sprite(uvec4 word, vec2 corner, float side, float apron) {
    const float turn = float(word.z & 2047u) * (HALF_TURN / DIRECTIONS);
    const uint softness = word.z >> 23u;
    PixelSprite sprite;
    sprite.center = unpack_center(word, corner, side, apron);
    sprite.along = vec2(cos(turn), sin(turn));
    sprite.reach = unpack_reach(word, apron);
    sprite.radius = from_octaves(word.y >> 12u & 4095u, apron, RADIUS_STEPS);
    sprite.height = (float(word.z >> 11u & 4095u) / HEIGHT_STEPS - 0.5) * (2.0 * MAX_HEIGHT * apron);
    sprite.softness = softness == 0u ? 0.0 : from_octaves(softness - 1u, 2.0 * apron, SOFTNESS_STEPS);
    sprite.light = unpack_light(word.w);
    sprite.seed = word.y;
    sprite.before = vec2(0.0);
    sprite.picture = uvec2(0u);
    return sprite;
}
