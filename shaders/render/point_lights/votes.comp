// Turns each key into a vote: 1 if the particle is a light. Of those with the least key, chance decides, by who they are.
#include "common.glsl"
#include "render/point_lights/point_lights.h"
#include "render/sprites/look.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIGHT_KEYS) buffer Keys { uint keys[]; };
layout(std430, binding = BIND_LIGHT_PLAN) readonly buffer PlanBlock { PointLightPlan plan; };

bool is_chosen(uint i) {
    return identity_hash(column[2].element[(pool.first + i) % capacity]) < plan.chance;
}

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= min(pool.alive, capacity)) return;
    const uint key = keys[i];
    keys[i] = uint(key > plan.min_key || (key > 0u && key == plan.min_key && is_chosen(i)));
}
