// Sets counts of a Pool together with the indirect arguments that depend on them.
#include "common.glsl"

void set_alive(inout Pool pool, uint alive) {
    const uvec3 groups = folded_groups(groups_for(alive, PARTICLE_THREADS));
    pool.alive = alive;
    pool.groups_x = groups.x;
    pool.groups_y = groups.y;
    pool.groups_z = groups.z;
    pool.draw_vertices = alive * VERTICES_PER_PARTICLE;
    pool.draw_instances = 1u;
    pool.draw_first = 0u;
    pool.draw_base = 0u;
    pool.hash_low = 0u;
    pool.hash_high = 0u;
}

// The dispatch over the born has at least so many threads.
void set_born(inout Pool pool, uint born, uint min_threads) {
    const uvec3 groups = folded_groups(groups_for(max(born, min_threads), PARTICLE_THREADS));
    pool.born = born;
    pool.spawn_x = groups.x;
    pool.spawn_y = groups.y;
    pool.spawn_z = groups.z;
}

void clear_box(inout Pool pool) {
    pool.low_x = pool.low_y = pool.low_z = 0u;
    pool.high_x = pool.high_y = pool.high_z = 0u;
}

// Makes the section `box` of resize.comp compute the box again if it encloses more than the living particles. Call it after set_alive().
void set_refit(inout Pool pool, bool wanted) {
    pool.refit_x = wanted ? pool.groups_x : 0u;
    pool.refit_y = pool.groups_y;
    pool.refit_z = pool.groups_z;
    if (wanted) clear_box(pool);
}
