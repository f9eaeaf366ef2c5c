// Counts the solid particles of each tile.
#include "render/solids/votes.glsl"
layout(std430, binding = BIND_SOLID_OFFSETS) writeonly buffer Offsets { uint offsets[]; };

void main() {
    vote();
    if (gl_LocalInvocationIndex != 0u) return;
    const uint tiles = groups_for(pool.alive, PARTICLE_THREADS), tile = group_index();
    if (tile == 0u) list.tiles = tiles;
    if (tile < tiles) offsets[tile] = votes_before(PARTICLE_THREADS);
}
