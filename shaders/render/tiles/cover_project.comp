// Projects the drawn particles in their order: writes each one's sprite and the windows that it touches, and counts the
// entries that tiles of each level would have.
#include "render/tiles/projected.glsl"
#include "render/tiles/packed_cover.glsl"
#include "render/tiles/boxes.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) writeonly buffer TileSprites { uvec4 tile_sprites[]; };
layout(std430, binding = BIND_TILE_BOXES) writeonly buffer TileBoxes { uvec2 tile_boxes[]; };

shared uint seen, more_entries[COVER_LEVELS];  // sprites; entries of each level beyond one per sprite

uvec2 box_of(PixelSprite sprite) {
    const vec2 extent = extent_of(sprite), most = frame_size - 1.0;
    const vec2 low = clamp(sprite.center - extent, vec2(0.0), most), high = clamp(sprite.center + extent, vec2(0.0), most);
    return pack_box(Box(uvec2(low) / COVER_WINDOW, uvec2(high) / COVER_WINDOW));
}

// Counts with 64 bits, since many sprites may each touch all windows.
void count_entries(uint level, uint count) {
    const uint before = atomicAdd(plan.level_entries[level], count);
    if (before > 0xFFFFFFFFu - count) atomicAdd(plan.level_entries_upper[level], 1u);
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    const uint l = gl_LocalInvocationIndex;
    if (l < COVER_LEVELS) more_entries[l] = 0u;
    if (l == 0u) seen = 0u;
    block_barrier();
    uint at;
    PixelSprite sprite;
    const bool is_drawn = n < plan.drawn;
    if (is_drawn && find_particle(n, at) && project(at, sprite)) {
        const uvec2 box = box_of(sprite);
        uvec4 place, look;
        pack_sprite(sprite, place, look);
        tile_sprites[SPRITE_ELEMENTS * n] = place;
        tile_sprites[SPRITE_ELEMENTS * n + 1u] = look;
#ifdef PICTURES
        tile_sprites[SPRITE_ELEMENTS * n + 2u] = uvec4(sprite.picture, 0u, 0u);
#endif
        tile_boxes[n] = box;
        atomicAdd(seen, 1u);
        for (uint level = 0u; tile_count(box, level) > 1u; ++level) atomicAdd(more_entries[level], tile_count(box, level) - 1u);
    } else if (is_drawn) {
        tile_boxes[n] = NO_BOX;
    }
    block_barrier();
    if (l < level_count && seen > 0u) count_entries(l, seen + more_entries[l]);
}
