// Adds up the light of sprites. A work group has a window of a tile with its apron: it adds a part of the tile's sprites in
// shared memory, in whole units, then adds the pixels that received light to the frame's sums. Sums of whole units do not
// depend on their order.
#include "render/tiles/work.glsl"
#include "render/tiles/packed_light.glsl"
#include "render/tiles/add_sprite.glsl"
#include "render/tiles/sums.glsl"
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
