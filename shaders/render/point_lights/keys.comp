// Gives each living particle a key of its brightness as a light, 0 for none, and counts the particles of each key.
// Guarantees to choose.comp the counts, and to votes.comp the keys of all particles below the pool's alive.
#include "common.glsl"
#include "render/point_lights/point_lights.h"
#include "render/sprites/look.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIGHT_KEYS) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_LIGHT_LEVELS) buffer Levels { uint levels[]; };

shared uint counts[POINT_LIGHT_LEVELS];

const float LEVELS_PER_DOUBLING = 64.0;

// Returns the key of a light by what it gives within its reach; one that is not finite has none.
uint key_of(vec3 light, float reach) {
    const float brightness = max(light.r, max(light.g, light.b)) * reach * reach;
    if (!(brightness > 0.0 && brightness < 1e30 && reach > 0.0)) return 0u;
    const float level = log2(brightness) * LEVELS_PER_DOUBLING + 0.5 * float(POINT_LIGHT_LEVELS);
    return uint(clamp(level, 1.0, float(POINT_LIGHT_LEVELS - 1u)));
}

uint key_at(uint at) {
    if ((emitter_in(column[2].element[at].z).flags & EMITTER_SHINES) == 0u) return 0u;
    const SpriteLook look = look_of(at);
    return key_of(look.light, look.reach);
}

void main() {
    const uint begin = group_index() * POINT_LIGHT_TILE, count = min(pool.alive, capacity);
    if (begin >= count) return;  // the same for the whole group
    for (uint k = gl_LocalInvocationIndex; k < POINT_LIGHT_LEVELS; k += PARTICLE_THREADS) counts[k] = 0u;
    block_barrier();
    const uint end = min(begin + POINT_LIGHT_TILE, count);
    for (uint i = begin + gl_LocalInvocationIndex; i < end; i += PARTICLE_THREADS) {
        const uint key = key_at((pool.first + i) % capacity);
        keys[i] = key;
        if (key > 0u) atomicAdd(counts[key], 1u);
    }
    block_barrier();
    for (uint k = gl_LocalInvocationIndex; k < POINT_LIGHT_LEVELS; k += PARTICLE_THREADS)
        if (counts[k] > 0u) atomicAdd(levels[k], counts[k]);
}
