// Begins drawing by tiles: writes how many particles are projected.
#include "render/tiles/levels.glsl"
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

uniform bool is_listed;
uniform uint every;         // of fewer than `thinned_from` living particles, each nth is shown
uniform uint thinned_from;
uniform uint thinned_to;    // about how many are shown of more

const uint THINNED_RUN = 32u;  // threads that run together mostly show all of their particles or none

void main() {
    const uint drawn = is_listed ? list.drawn : pool.alive;
    const uvec3 groups = folded_groups(groups_for(drawn, PARTICLE_THREADS));
    plan.project_x = groups.x;
    plan.project_y = groups.y;
    plan.project_z = groups.z;
    plan.drawn = drawn;
    const bool is_thinned = pool.alive >= thinned_from;
    plan.every = is_thinned ? groups_for(pool.alive, thinned_to) : every;
    plan.run = is_thinned ? THINNED_RUN : 1u;
    plan.entries = 0u;
    for (uint l = 0u; l < COVER_LEVELS; ++l) plan.level_entries[l] = plan.level_entries_upper[l] = 0u;
}
