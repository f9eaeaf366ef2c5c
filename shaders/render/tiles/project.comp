// Projects the drawn particles: gives each the key of its tile, and writes its sprite in the pixels of that tile.
// Particles that are not seen have the greatest key.
#include "common.glsl"
#include "render/tiles/levels.glsl"
#include "render/tiles/projected.glsl"
#include "render/tiles/packed_sprite.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_KEYS) writeonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = BIND_TILE_ENTRIES) writeonly buffer TileEntries { uint tile_entries[]; };
layout(std430, binding = BIND_TILE_SPRITES) writeonly buffer TileSprites { uvec4 tile_sprites[]; };

const float ROUNDING_ROOM = 0.0625;  // pixels by which a sprite may grow or move when it is packed

// Returns the finest level whose apron the sprite does not overreach. The aprons double from level to level.
uint level_for(float reach) {
    const float level = ceil(log2((reach + ROUNDING_ROOM) / float(FINEST_APRON)));
    return uint(clamp(level, 0.0, float(level_count - 1u)));
}

// Returns the size class: the number of lines that light.comp draws, in eighths of the most for this apron.
uint class_of(PixelSprite sprite, float apron) {
    const vec2 along = sprite.along * sprite.reach, across = sprite.along.yx * sprite.radius;
    const vec2 extent = sqrt(along * along + across * across);
    const float classes = float(1u << MOST_CLASS_BITS);
    return uint(clamp(max(extent.x, extent.y) / apron * classes, 0.0, classes - 1.0));
}

// Returns the sort key.
uint place_in_tiles(uint n, PixelSprite sprite) {
    const uint l = level_for(sprite.reach);
    const TileLevel level = levels[l];
    const vec2 most = vec2(level.columns, level.rows) - 1.0;
    const uvec2 tile = uvec2(clamp(floor(sprite.center / float(level.side)), vec2(0.0), most));
    const float apron = float(level.apron);
    if (l + 1u < level_count)
        tile_sprites[n] = pack_sprite(sprite, vec2(tile * level.side) - apron, float(level.side), apron);
    return sort_key(level.first_key + tile.y * level.columns + tile.x, l + 1u < level_count ? class_of(sprite, apron) : 0u);
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n >= plan.drawn) return;
    uint at;
    PixelSprite sprite;
    uint key = sort_key(key_count(), 0u);
    if (find_particle(n, at) && project(at, sprite)) key = place_in_tiles(n, sprite);
    tile_keys[n] = key;
    tile_entries[n] = n;
}
