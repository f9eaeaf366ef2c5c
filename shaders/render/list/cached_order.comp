// The order of drawing that is kept between two sorts. Particles are always in the order of their births, by step and
// ordinal, because compaction keeps order and births go behind; so a binary search by birth finds each particle again.
#include "particles/particle.glsl"

layout(std430, binding = BIND_LIST_CACHED_ORDER) buffer CachedOrderBlock { CachedOrder cached_order; };

#section store
// Stores the births of the living particles with the cached order. Guarantees to `relocate` the births by logical
// index, and their count.
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

#section relocate
// Finds the particles of the cached order again by their births. Guarantees to list.comp found[] and born_from, the
// logical index from which on particles were born after the sort.
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIST_BIRTH_STEPS) readonly buffer BirthSteps { uint birth_steps[]; };
layout(std430, binding = BIND_LIST_ORDINALS) readonly buffer Ordinals { uint ordinals[]; };
layout(std430, binding = BIND_LIST_FOUND) writeonly buffer ListFound { uint found[]; };

uniform uint capacity;

uvec2 birth_of(uint i) { return column[IDENTITY_COLUMN].element[ring_index(pool.first, i, capacity)].xy; }

bool is_before(uvec2 a, uvec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

// Returns how many of the `count` living particles were born before the birth.
uint born_before(uvec2 birth, uint count) {
    uint low = 0u, high = count;
    while (low < high) {
        const uint middle = (low + high) / 2u;
        if (is_before(birth_of(middle), birth)) low = middle + 1u;
        else high = middle;
    }
    return low;
}

void describe(uint count, uint born_from) {
    cached_order.born_from = born_from;
    cached_order.entries = cached_order.count + (count - born_from);
    cached_order.first = pool.first;
}

void main() {
    const uint i = particle_index();
    const uint count = min(pool.alive, capacity);
    if (i == 0u && cached_order.count == 0u) describe(count, 0u);
    if (i >= cached_order.count) return;
    const uvec2 birth = uvec2(birth_steps[i], ordinals[i]);
    const uint at = born_before(birth, count);
    const bool lives = at < count && birth_of(at) == birth;
    found[i] = lives ? ring_index(pool.first, at, capacity) : NOWHERE;
    if (i + 1u == cached_order.count) describe(count, at + uint(lives));
}
