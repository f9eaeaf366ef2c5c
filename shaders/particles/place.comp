// Decides how many are born, from the survivors that the compactor counted. One thread. Promises spawn.comp:
// births 0 .. born - 1 go to (survivors + k) mod capacity; and everyone: the pool describes the step's result.
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
    const uint born = min(step_now.births, replace ? capacity : room);
    const uint replaced = born > room ? born - room : 0u;
    Pool pool = destination_pool;
    pool.first = replaced;  // the ring begins behind those that births overwrite
    pool.born = born;
    pool.replaced = replaced;
    pool.died = before - survivors + replaced;
    pool.dropped = step_now.births - born;
    pool.step = step_now.index;
    pool.shrunk = 0u;
    set_alive(pool, survivors + born - replaced);
    destination_pool = pool;
}
