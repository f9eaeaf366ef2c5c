// The levels of tiles, and the work groups of each tile's entries.
#include "common.glsl"

layout(std430, binding = BIND_TILE_LEVELS) readonly buffer TileLevels { TileLevel levels[]; };

uniform uint level_count;  // at least 2

// Sprites are sorted by the key of their tile and then by their class, so that threads that run together have sprites
// with about as many lines.
uniform uint class_bits;

uint sort_key(uint key, uint size_class) { return key << class_bits | size_class >> (MOST_CLASS_BITS - class_bits); }

// Returns the number of keys, which is also the key of particles that are not seen.
uint key_count() {
    const TileLevel last = levels[level_count - 1u];
    return last.first_key + last.columns * last.rows;
}

uint level_of_key(uint key) {
    uint level = 0u;
    for (uint l = 1u; l < level_count; ++l) level += uint(levels[l].first_key <= key);
    return level;
}
