// Computes the colour and the width of living particles, from one on in their order, as the modules of its emitter's stack make
// them. Needs STACKS and COLUMNS.
#include "common.glsl"
#include "render/sprites/look.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

const uint WORDS = 5u;  // red, green, blue, alpha, width
layout(std430, binding = BIND_DESTINATION) writeonly buffer Looks { float looks[]; };

uniform uint begin;  // the number of the first one

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (begin + i >= min(pool.alive, capacity)) return;
    Particle p;
    Emitter e;
    const Look look = made_look((pool.first + begin + i) % capacity, p, e);
    for (uint k = 0u; k < 4u; ++k) looks[i * WORDS + k] = look.colour[k];
    looks[i * WORDS + 4u] = max(look.diameter, 0.0);
}
