// What follows from how many are alive: the indirect arguments of passes over the living and of drawing them.
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
