// Makes the pool for another capacity. One thread. Particles that no longer fit are the newest or, if the effect
// replaces the oldest, the oldest. Guarantees to resize.comp that destination_pool.alive particles are kept.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/pool.glsl"
layout(local_size_x = SINGLE_THREAD) in;

uniform uint new_capacity;

void main() {
    Pool pool = source_pool;
    const uint kept = min(pool.alive, new_capacity);
    pool.shrunk += pool.alive - kept;
    pool.first = 0u;
    set_alive(pool, kept);
    set_refit(pool, true);
    destination_pool = pool;
}
