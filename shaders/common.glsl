// Small helpers for all compute shaders.
#include "shared.h"

// Returns the index of this work group in a dispatch whose groups were folded into rows (Groups::over).
uint group_index() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

// A barrier for all threads of the block: afterwards each sees what the others wrote to shared memory.
void block_barrier() {
    memoryBarrierShared();
    barrier();
}

uint groups_for(uint elements, uint per_group) { return elements / per_group + uint(elements % per_group != 0u); }

// Folds the groups of a dispatch whose size the GPU writes, like Groups::over.
uvec3 folded_groups(uint groups) {
    if (groups <= FOLDED_GROUPS) return uvec3(groups, 1u, 1u);
    return uvec3(FOLDED_GROUPS, groups_for(groups, FOLDED_GROUPS), 1u);
}
