// Decides from the compactor's count of survivors how many particles are born: first by rates and bursts, then children
// in their parents' order. One thread. Guarantees to spawn.comp that births 0 .. born - 1 go to (survivors + k) mod
// capacity, to later passes that the pool describes the step's result, and to the next step that its sums in the
// source's pool begin at zero.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/pool.glsl"
layout(local_size_x = SINGLE_THREAD) in;

void main() {
    const uint capacity = step_now.capacity;
    const uint before = source_pool.alive + source_pool.shrunk;
    const uint survivors = min(destination_pool.survivors, capacity);
    const uint room = capacity - survivors;
    const bool replace = step_now.replace_oldest != 0u;
    const uint children = destination_pool.children;
    const uint wanted = step_now.births + min(children, step_now.children_per_step);
    const uint born = min(wanted, replace ? capacity : room);
    const uint replaced = born > room ? born - room : 0u;
    Pool pool = destination_pool;
    pool.first = replaced;  // the ring begins behind the particles that births overwrite
    pool.replaced = replaced;
    pool.died = before - survivors + replaced;
    pool.dropped = step_now.births + children - born;
    pool.step = step_now.index;
    pool.shrunk = 0u;
    set_alive(pool, survivors + born - replaced);
    set_born(pool, born);
    set_refit(pool, replaced > 0u);
    destination_pool = pool;
    source_pool.lost = 0u;
    source_pool.children = 0u;
    source_pool.low_x = source_pool.low_y = source_pool.low_z = 0u;
    source_pool.high_x = source_pool.high_y = source_pool.high_z = 0u;
}
