// Projects the shown particles whose light adds up: appends the sprites that are seen, each with the key of its tile. The
// order of the sprites is not known; it does not matter.
#include PROJECTED
#include "render/tiles/packed_light.glsl"
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

// Returns the size class: the number of lines that light.comp draws, in eighths of the most for this apron.
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
