// Draws sprites whose light adds up by tiles: they are projected, added up, and brought to the frame. One section is one
// pass.

#section project add
// A sprite in 16 bytes, relative to the window of its tile, which is the tile and its apron:
//   x  centre, 16 bits each, over the window's side
//   y  reach and radius, 12 bits each, logarithmic; seed, 8 bits
//   z  direction of the longer axis, 11 bits; height above the plane, 12 bits; softness, 9 bits, logarithmic
//   w  light: 9 bits for each of red, green and blue, and a common exponent of 5 bits;
//      with SHADE the depth from the lamp and the opacity, 16 bits each
// With PICTURES, but for SHADE, there are 16 more bytes: its picture, two words; the direction of its axis along, which has a
// sign, 16 bits for each component; how many times that axis is longer than the other.
#include "render/tiles/pixels.glsl"
#include "render/sprites/picture.glsl"
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

#ifdef SHOWS_PICTURES
// A turned picture has its map instead of the axis.
uvec4 pack_picture(PixelSprite sprite) {
    if (sprite.map != uvec2(0u)) return uvec4(sprite.picture, sprite.map);
    return uvec4(sprite.picture, packSnorm2x16(sprite.along), floatBitsToUint(sprite.reach / sprite.radius));
}

// Gives an unpacked sprite its picture, and its axes as they were.
void unpack_picture(inout PixelSprite sprite, uvec4 word) {
    sprite.picture = word.xy;
    sprite.map = word.zw;
    if (sprite.picture == uvec2(0u) || (sprite.picture.x & PICTURE_IS_TURNED) != 0u) return;
    const float longer = uintBitsToFloat(word.w), most = sprite.reach;
    sprite.along = normalize(unpackSnorm2x16(word.z));
    sprite.reach = most * min(longer, 1.0);
    sprite.radius = most / max(longer, 1.0);
}
#endif

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
    sprite.map = uvec2(0u);
    return sprite;
}

#section project
// Projects the shown particles whose light adds up: appends the sprites that are seen, each with the key of its tile. The
// order of the sprites is not known; it does not matter.
#include PROJECTED
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_KEYS) writeonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = BIND_TILE_ENTRIES) writeonly buffer TileEntries { uint tile_entries[]; };
layout(std430, binding = BIND_TILE_SPRITES) writeonly buffer TileSprites { uvec4 tile_sprites[]; };

const float ROUNDING_ROOM = 0.0625;  // pixels by which a sprite may grow or move when it is packed

shared uint appended, first_of_group;

// Returns the finest level whose apron the sprite does not overreach. The aprons double from level to level.
uint level_for(float reach) {
    const float level = ceil(log2((reach + ROUNDING_ROOM) / float(FINEST_APRON)));
    return uint(clamp(level, 0.0, float(level_count - 1u)));
}

// Returns the sprite with at most the reach of the last level. A sprite that reaches so much farther than the frame looks
// the same if its centre and its size shrink by one factor.
PixelSprite within_last_level(PixelSprite sprite) {
    const float factor = min(1.0, (float(LAST_APRON) - 1.0) / sprite.reach);
    sprite.center *= factor;
    sprite.reach *= factor;
    sprite.radius *= factor;
    sprite.height *= factor;
    sprite.softness *= factor;
    return sprite;
}

// Returns the size class: the number of lines that `add` draws, in eighths of the most for this apron.
uint class_of(PixelSprite sprite, float apron) {
    const vec2 extent = extent_of(sprite);
    const float classes = float(1u << MAX_CLASS_BITS);
    return uint(clamp(max(extent.x, extent.y) / apron * classes, 0.0, classes - 1.0));
}

void append(uint place, PixelSprite own) {
    const PixelSprite sprite = within_last_level(longer_first(own));
    const TileLevel level = levels[level_for(sprite.reach)];
    const vec2 most = vec2(level.columns, level.rows) - 1.0;
    const uvec2 tile = uvec2(clamp(floor(sprite.center / float(level.side)), vec2(0.0), most));
    const float apron = float(level.apron);
    tile_sprites[SPRITE_ELEMENTS * place] = pack_sprite(sprite, vec2(tile * level.side) - apron, float(level.side), apron);
#ifdef SHOWS_PICTURES
    tile_sprites[SPRITE_ELEMENTS * place + 1u] = pack_picture(own);
#endif
    tile_keys[place] = sort_key(level.first_key + tile.y * level.columns + tile.x, class_of(sprite, apron));
    tile_entries[place] = place;
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (gl_LocalInvocationIndex == 0u) appended = 0u;
    block_barrier();
    uint at, place;
    PixelSprite sprite;
    const bool is_seen = n < plan.drawn && find_particle(n, at) && project(at, sprite);
    if (is_seen) place = atomicAdd(appended, 1u);
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) first_of_group = atomicAdd(plan.entries, appended);
    block_barrier();
    if (!is_seen) return;
    append(first_of_group + place, sprite);
}

#section add
// Adds up the light of sprites. A work group has a window of a tile with its apron: it adds a part of the tile's sprites in
// shared memory, in whole units, then adds the pixels that received light to the frame's sums. Sums of whole units do not
// depend on their order.
#include "render/tiles/work.glsl"
#include "render/tiles/add_sprite.glsl"
layout(local_size_x = LIGHT_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) readonly buffer TileSprites { uvec4 tile_sprites[]; };

const uint PITCH = WINDOW + 1u;  // odd, so that neighbouring rows and columns lie in different banks
const uint CELLS = PITCH * WINDOW;

shared uint sums[CHANNELS * CELLS];

void add_units(uint cell, uvec4 units) {
    for (uint c = 0u; c < CHANNELS; ++c) atomicAdd(sums[c * CELLS + cell], units[c]);
}

// Returns how many threads share a sprite: fewer if there are many sprites.
uint lanes_for(Part part) {
    const uint many = LIGHT_THREADS, fewer = 4u;
    return part.end - part.begin < many ? part.level.lanes : max(1u, part.level.lanes / fewer);
}

// True if the circle around the sprite overlaps the window from `low` to `high`.
bool touches(uvec4 word, vec2 tile_corner, float side, float apron, ivec2 low, ivec2 high) {
    const vec2 center = unpack_center(word, tile_corner, side, apron);
    const vec2 away = center - clamp(center, vec2(low), vec2(high + 1));
    const float reach = unpack_reach(word, apron);
    return dot(away, away) < reach * reach;
}

void main() {
    const uint item = group_index();
    if (item >= tile_work[key_count()]) return;  // the same for the whole group
    const Part part = part_of(item);
    const float side = float(part.level.side), apron = float(part.level.apron);
    const vec2 tile_corner = vec2(corner_of_tile(part));
    const ivec2 corner = corner_of_window(part, WINDOW);
    const ivec2 low = max(corner, ivec2(0)), high = min(corner + int(WINDOW), ivec2(frame_size)) - 1;
    if (any(greaterThan(low, high))) return;  // off the frame
    for (uint i = gl_LocalInvocationIndex; i < CHANNELS * CELLS; i += LIGHT_THREADS) sums[i] = 0u;
    block_barrier();
    const uint lanes = lanes_for(part), lane = gl_LocalInvocationIndex % lanes;
    for (uint e = part.begin + gl_LocalInvocationIndex / lanes; e < part.end; e += LIGHT_THREADS / lanes) {
        const uint at = SPRITE_ELEMENTS * tile_entries[e];
        const uvec4 word = tile_sprites[at];
        if (!touches(word, tile_corner, side, apron, low, high)) continue;
        PixelSprite sprite = unpack_sprite(word, tile_corner, side, apron);
#ifdef SHOWS_PICTURES
        unpack_picture(sprite, tile_sprites[at + 1u]);
#endif
        add_sprite(sprite, corner, PITCH, low, high, int(lane), int(lanes));
    }
    block_barrier();
    for (uint i = gl_LocalInvocationIndex; i < CHANNELS * CELLS; i += LIGHT_THREADS) {
        const uint cell = i % CELLS, units = sums[i];
        if (units == 0u) continue;
        const uvec2 pixel = uvec2(corner + ivec2(cell % PITCH, cell / PITCH));
        add_to_pixel(pixel.y * uint(frame_size.x) + pixel.x, i / CELLS, units);
    }
}

#section resolve
// Adds the light of a pixel's sums to the frame, and clears the sums for the next one.
#include "common.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };
layout(rgba16f, binding = IMAGE_FRAME) uniform image2D frame;

uniform float unit;  // the light of one unit

const float UPPER = 4294967296.0;  // lower words in an upper one

void main() {
    const uvec2 size = uvec2(imageSize(frame));
    const uint plane = size.x * size.y, at = group_index() * TILE_THREADS + gl_LocalInvocationIndex;
    if (at >= plane) return;
    vec4 light = vec4(0.0);
    for (uint c = 0u; c < CHANNELS; ++c) {
        const uint low = at + c * plane, high = low + CHANNELS * plane;
        const uint units = tile_sums[low], upper = tile_sums[high];
        if (units != 0u) tile_sums[low] = 0u;
        if (upper != 0u) tile_sums[high] = 0u;
        light[c] = (float(upper) * UPPER + float(units)) * unit;
    }
    if (light == vec4(0.0)) return;
    const ivec2 pixel = ivec2(at % size.x, at / size.x);
    imageStore(frame, pixel, min(imageLoad(frame, pixel) + light, vec4(MAX_HALF)));
}
