// Writes the rows of each light at its place in the scanned votes, which is the order of births.
#include "common.glsl"
#include "render/point_lights/point_lights.h"
#include "render/sprites/look.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIGHT_KEYS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_LIGHT_PLAN) readonly buffer PlanBlock { PointLightPlan plan; };
layout(std430, binding = BIND_LIGHT_LIST) writeonly buffer List { vec4 light_rows[]; };

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, count = min(pool.alive, capacity);
    if (i >= count) return;
    const uint to = offsets[i], next = i + 1u < count ? offsets[i + 1u] : plan.lights;
    if (to == next || to >= MAX_POINT_LIGHTS) return;
    const uint at = (pool.first + i) % capacity, row = POINT_LIGHT_HEAD + to * POINT_LIGHT_ROWS;
    const SpriteLook look = look_of(at);
    const float share = float(identity_hash(column[2].element[at]) * 2654435769u >> 8u) * (1.0 / 16777216.0);
    light_rows[row] = vec4(uintBitsToFloat(column[0].element[at].xyz), look.reach);
    light_rows[row + 1u] = vec4(look.light, share);
}
