// The places of the particles with heavy codes, in any order. While a folded step is peeled, every pass that writes
// particles also lists the heavy ones among them, so that the next step finds them listed.
layout(std430, binding = BIND_PEEL_LIST) buffer PeelList {
    uint peel_count;   // zero before they are listed
    uint peel_list[];  // one per particle of the capacity
};

// A group collects its part of the list in shared memory, so that it asks for room but once. Needs MAX_LISTED, the most
// particles of a group, and the layout of the group.
#ifdef MAX_LISTED
shared uint heavy_here;
shared uint heavy_first;  // of the group's part of the list
shared uint heavy_places[MAX_LISTED];

// Call it in all invocations of a group. A barrier must follow.
void list_begin() {
    if (gl_LocalInvocationIndex == 0u) heavy_here = 0u;
}

void list_heavy(uint place) { heavy_places[atomicAdd(heavy_here, 1u)] = place; }

// Call it in all invocations of a group, and a barrier after their list_heavy().
void list_commit() {
    if (heavy_here == 0u) return;  // uniform for the whole group
    if (gl_LocalInvocationIndex == 0u) heavy_first = atomicAdd(peel_count, heavy_here);
    block_barrier();
    for (uint k = gl_LocalInvocationIndex; k < heavy_here; k += gl_WorkGroupSize.x) peel_list[heavy_first + k] = heavy_places[k];
}
#endif
