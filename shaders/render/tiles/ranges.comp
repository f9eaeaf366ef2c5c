// Finds the entries of each key among the sorted keys by binary search, and counts the work groups that draw them.
#include "render/tiles/levels.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_KEYS) readonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = BIND_TILE_RANGES) writeonly buffer TileRanges { uint tile_ranges[]; };
layout(std430, binding = BIND_TILE_WORK) writeonly buffer TileWork { uint tile_work[]; };

// Returns the number of entries of lower keys.
uint entries_before(uint key, uint count) {
    const uint first = sort_key(key, 0u);
    uint low = 0u, high = count;
    while (low < high) {
        const uint middle = (low + high) / 2u;
        if (tile_keys[middle] < first) low = middle + 1u;
        else high = middle;
    }
    return low;
}

void main() {
    const uint key = group_index() * TILE_THREADS + gl_LocalInvocationIndex;
    const uint keys = key_count(), count = plan.entries;
    if (key > keys) return;
    const uint begin = entries_before(key, count);
    tile_ranges[key] = begin;
    if (key == keys) return;
    const TileLevel level = levels[level_of_key(key)];
    tile_work[key] = groups_for(entries_before(key + 1u, count) - begin, level.chunk) * level.windows;
}
