// The exact box of the living, by reduction: each invocation its own, then the group's in shared memory, then the
// pool's.
// Needs local_size_x >= 1 and result.glsl. Raising it twice with the same is as raising it once.

// A float's bits as an unsigned number with the same order. Of finite numbers neither a key nor its complement is 0.
uint order_key(float f) {
    const uint bits = floatBitsToUint(f);
    return (bits & 0x80000000u) != 0u ? ~bits : bits | 0x80000000u;
}

uvec3 box_low = uvec3(0u), box_high = uvec3(0u);  // this invocation's; as in Pool
shared uint group_low[3], group_high[3];

void box_include(vec3 position) {
    const uvec3 key = uvec3(order_key(position.x), order_key(position.y), order_key(position.z));
    box_low = max(box_low, ~key);
    box_high = max(box_high, key);
}

void raise_group() {
    for (int axis = 0; axis < 3; ++axis) {
        if (box_low[axis] > group_low[axis]) atomicMax(group_low[axis], box_low[axis]);
        if (box_high[axis] > group_high[axis]) atomicMax(group_high[axis], box_high[axis]);
    }
}

// From the pool's box, so that a group which does not widen it does nothing more.
void begin_group() {
    group_low[0] = destination_pool.low_x;
    group_low[1] = destination_pool.low_y;
    group_low[2] = destination_pool.low_z;
    group_high[0] = destination_pool.high_x;
    group_high[1] = destination_pool.high_y;
    group_high[2] = destination_pool.high_z;
}

void raise_pool() {
    if (group_low[0] > destination_pool.low_x) atomicMax(destination_pool.low_x, group_low[0]);
    if (group_low[1] > destination_pool.low_y) atomicMax(destination_pool.low_y, group_low[1]);
    if (group_low[2] > destination_pool.low_z) atomicMax(destination_pool.low_z, group_low[2]);
    if (group_high[0] > destination_pool.high_x) atomicMax(destination_pool.high_x, group_high[0]);
    if (group_high[1] > destination_pool.high_y) atomicMax(destination_pool.high_y, group_high[1]);
    if (group_high[2] > destination_pool.high_z) atomicMax(destination_pool.high_z, group_high[2]);
}

// For all invocations of a group, once each has included its own; has barriers.
void box_commit() {
    if (gl_LocalInvocationIndex == 0u) begin_group();
    block_barrier();
    raise_group();
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) raise_pool();
    box_low = box_high = uvec3(0u);
}
