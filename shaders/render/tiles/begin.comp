// Begins drawing by tiles: writes how many particles are projected.
#include "common.glsl"
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };
layout(std430, binding = BIND_TILE_PLAN) writeonly buffer TilePlanBlock { TilePlan plan; };

uniform bool is_listed;
uniform uint every;         // of fewer than `thinned_from` particles
uniform uint thinned_from;
uniform uint thinned_to;    // about how many are projected of more

void main() {
    const uint nth = pool.alive < thinned_from ? every : groups_for(pool.alive, thinned_to);
    const uint drawn = is_listed ? list.drawn : groups_for(pool.alive, nth);
    const uvec3 groups = folded_groups(groups_for(drawn, PARTICLE_THREADS));
    plan.drawn = drawn;
    plan.every = nth;
    plan.project_x = groups.x;
    plan.project_y = groups.y;
    plan.project_z = groups.z;
}
