// The passes around the sort of tiles' entries: what a frame projects, and how the entries are divided among work groups.
#include "render/tiles/levels.glsl"

#section begin
// Begins drawing by tiles: writes how many particles are projected.
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

uniform bool is_listed;
uniform bool appends;       // to the entries of the particles that were projected before
uniform uint every;         // of fewer than `thinned_from` living particles, each nth is shown
uniform uint thinned_from;
uniform uint thinned_to;    // about how many are shown of more

const uint THINNED_RUN = 32u;  // threads that run together mostly show all of their particles or none

void main() {
    const uint drawn = is_listed ? list.drawn : pool.alive;
    const uvec3 groups = folded_groups(groups_for(drawn, PARTICLE_THREADS));
    plan.project_x = groups.x;
    plan.project_y = groups.y;
    plan.project_z = groups.z;
    plan.drawn = drawn;
    const bool is_thinned = pool.alive >= thinned_from;
    plan.every = is_thinned ? groups_for(pool.alive, thinned_to) : every;
    plan.run = is_thinned ? THINNED_RUN : 1u;
    if (!appends) plan.entries = 0u;
    for (uint l = 0u; l < COVER_LEVELS; ++l) plan.level_entries[l] = plan.level_entries_upper[l] = 0u;
}

#section ranges
// Finds the entries of each key among the sorted keys by binary search, and counts the work groups that draw them.
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
    tile_work[key] = groups_for(entries_before(key + 1u, count) - begin, chunk_of(level)) * level.windows;
}

#section plan
// Writes the size of the dispatch that draws the tiles, from the scanned work of all keys.
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };

void main() {
    const uvec3 groups = folded_groups(tile_work[key_count()]);
    plan.work_x = groups.x;
    plan.work_y = groups.y;
    plan.work_z = groups.z;
}
