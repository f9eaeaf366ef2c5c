// Stores the births of the living particles with the cached order. Guarantees to relocate_cached_order.comp the births by logical
// index, and their count.
#include "particles/particle.glsl"
#include "render/list/cached_order.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIST_BIRTH_STEPS) writeonly buffer BirthSteps { uint birth_steps[]; };
layout(std430, binding = BIND_LIST_ORDINALS) writeonly buffer Ordinals { uint ordinals[]; };

uniform uint capacity;

void main() {
    const uint i = particle_index();
    const uint count = min(pool.alive, capacity);
    if (i == 0u) cached_order.count = count;
    if (i >= count) return;
    const uvec4 identity = column[IDENTITY_COLUMN].element[ring_index(pool.first, i, capacity)];
    birth_steps[i] = identity.x;
    ordinals[i] = identity.y;
}
