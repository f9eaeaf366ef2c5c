// Lists the batches of triangles of all solids, from their scanned counts.
#include "common.glsl"
#include "render/solids/solids.h"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_COUNTS) readonly buffer Counts { uint counts[]; };
layout(std430, binding = BIND_SOLID_BATCHES) writeonly buffer Batches { uint batches[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint max_batches;

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= list.solids) return;
    if (i == 0u) {
        const uvec3 groups = folded_groups(groups_for(min(list.batches, max_batches), PARTICLE_THREADS / VOTES_PER_WORD));
        list.batch_groups_x = groups.x;
        list.batch_groups_y = groups.y;
        list.batch_groups_z = groups.z;
        list.mesh_instances = 1u;
    }
    const uint begin = counts[i], end = min(i + 1u < list.solids ? counts[i + 1u] : list.batches, max_batches);
    for (uint to = begin; to < end; ++to) batches[to] = i << SOLID_BATCH_BITS | (to - begin);
}
