// How many pairs there are, and what follows from it. One thread. Promises: after a command barrier the plan says how
// many groups each digit's passes have, and how many counters the scan between them.
#include "common.glsl"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_SORT_COUNT) readonly buffer SortCount { uint sort_count[]; };
layout(std430, binding = BIND_SORT_PLAN) writeonly buffer SortPlanBlock { SortPlan plan; };

uniform uint bound;         // host upper bound of the pairs
uniform bool count_on_gpu;
uniform uint count_index;   // word of sort_count

void main() {
    const uint count = count_on_gpu ? min(sort_count[count_index], bound) : bound;
    const uint tiles = groups_for(count, BLOCK_THREADS * KEYS);
    const uvec3 groups = folded_groups(tiles);
    plan = SortPlan(groups.x, groups.y, groups.z, count, tiles, tiles << DIGIT_BITS, 0u, 0u);
}
