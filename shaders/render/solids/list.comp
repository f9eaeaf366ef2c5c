// Lists the solid particles in the order of the living, from the scanned counts of the tiles.
#include "render/solids/votes.glsl"
layout(std430, binding = BIND_SOLID_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_SOLID_SLOTS) writeonly buffer Slots { uint slots[]; };

uniform uint max_solids;

void describe() {
    const uint solids = min(list.found, max_solids);
    const uvec3 groups = folded_groups(groups_for(solids, PARTICLE_THREADS));
    list.groups_x = groups.x;
    list.groups_y = groups.y;
    list.groups_z = groups.z;
    list.solids = solids;
    list.sphere_vertices = VERTICES_PER_PARTICLE;
    list.sphere_instances = solids;
}

void main() {
    const uint tile = group_index();
    if (tile == 0u && gl_LocalInvocationIndex == 0u) describe();
    if (tile >= list.tiles) return;  // uniform for the whole group
    const uint begin = offsets[tile];
    if (begin >= max_solids || (tile + 1u < list.tiles ? offsets[tile + 1u] : list.found) == begin) return;  // likewise
    if (!vote()) return;
    const uint to = begin + votes_before(gl_LocalInvocationIndex);
    if (to < max_solids) slots[to] = slot_of_thread();
}
