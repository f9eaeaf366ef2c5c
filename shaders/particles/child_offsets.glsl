// The children of a step by the scan of their parents' child counts. Needs buffers.glsl, and CHILDREN_ACCESS if it is not readonly.
#ifndef CHILDREN_ACCESS
#define CHILDREN_ACCESS readonly
#endif
layout(std430, binding = BIND_CHILDREN) CHILDREN_ACCESS buffer ChildOffsets {
    uint child_offsets[];  // by logical index of the parent; with several instances, behind the capacity, child_rank()
};

uint first_child_of(uint i) { return child_offsets[i]; }

// Returns the ordinal of child c among the children of its instance.
uint child_rank(uint c) { return step_now.instances > 1u ? child_offsets[step_now.capacity + c] : c; }

// Returns the parent of child c: the last particle whose children begin at or before c and that has any.
uint parent_of(uint c) {
    uint low = 0u, high = min(source_pool.alive, step_now.capacity);
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (child_offsets[middle] <= c) low = middle;
        else high = middle;
    }
    return low;
}
