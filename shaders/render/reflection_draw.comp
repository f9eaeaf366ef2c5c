// Writes the indirect arguments that draw each `every`-th living particle. They are valid after a command barrier.
#include "common.glsl"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_REFLECTION_DRAW) writeonly buffer DrawBlock { ReflectionDraw draw; };
uniform uint every;

void main() { draw = ReflectionDraw(groups_for(pool.alive, every) * VERTICES_PER_PARTICLE, 1u, 0u, 0u); }
