// Small helpers of every compute shader.
#include "shared.h"

// The number of this work group when a dispatch of many groups was folded into rows (Groups::over).
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// Every thread of the block has arrived, and sees what the others wrote to shared memory.
void block_barrier() {
    memoryBarrierShared();
    barrier();
}

uint groups_for(uint elements, uint per_group) { return elements / per_group + uint(elements % per_group != 0u); }

// The same folding for a dispatch whose size the GPU writes.
uvec3 folded_groups(uint groups) {
    if (groups <= FOLDED_GROUPS) return uvec3(groups, 1u, 1u);
    return uvec3(FOLDED_GROUPS, groups_for(groups, FOLDED_GROUPS), 1u);
}
