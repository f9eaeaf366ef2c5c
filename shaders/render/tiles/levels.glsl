// The levels of tiles, and what the GPU decides about the frame. With COVERS, all sprites are in tiles of the level that
// the plan names; else each sprite is in the level that fits its reach.
#include "common.glsl"

layout(std430, binding = BIND_TILE_LEVELS) readonly buffer TileLevels { TileLevel levels[]; };
layout(std430, binding = BIND_TILE_PLAN) buffer TilePlanBlock { TilePlan plan; };

uniform uint level_count;

// Below, `chunk_of` returns the entries of a tile of a level that a work group takes.

// Sprites are sorted by the key of their tile and then by their class, so that threads that run together have sprites
// with about as many lines.
uniform uint class_bits;

uint sort_key(uint key, uint size_class) { return key << class_bits | size_class >> (MAX_CLASS_BITS - class_bits); }

#ifdef COVERS
uint key_count() { return levels[0].columns * levels[0].rows; }

uint level_of_key(uint key) { return plan.level; }

uint chunk_of(TileLevel level) { return plan.cover_chunk * level.windows; }
#else
uint key_count() {
    const TileLevel last = levels[level_count - 1u];
    return last.first_key + last.columns * last.rows;
}

uint level_of_key(uint key) {
    uint level = 0u;
    for (uint l = 1u; l < level_count; ++l) level += uint(levels[l].first_key <= key);
    return level;
}

uint chunk_of(TileLevel level) { return level.chunk; }
#endif
