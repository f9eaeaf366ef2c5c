// How many pairs there are, and what follows from it. One thread. Promises: after a command barrier the plan says how
// many groups each digit's passes have, and how many counters the scan between them.
#include "common.glsl"
layout(local_size_x = SINGLE_THREAD) in;
const uint TILE = BLOCK_THREADS * KEYS;
const uint COUNT_BINDING = BIND_SORT_COUNT;
#include "scan/grid/count.glsl"

layout(std430, binding = BIND_SORT_PLAN) writeonly buffer SortPlanBlock { SortPlan plan; };

void main() {
    const uint count = true_count();
    const uint tiles = groups_for(count, TILE);
    const uvec3 groups = folded_groups(tiles);
    plan = SortPlan(groups.x, groups.y, groups.z, count, tiles, tiles << DIGIT_BITS, 0u, 0u);
}
