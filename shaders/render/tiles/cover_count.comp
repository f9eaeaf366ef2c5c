// Chooses the finest level whose entries fit, and counts each sprite's entries there.
#include "render/tiles/levels.glsl"
#include "render/tiles/boxes.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_BOXES) readonly buffer TileBoxes { uvec2 tile_boxes[]; };
layout(std430, binding = BIND_TILE_OFFSETS) writeonly buffer TileOffsets { uint tile_offsets[]; };

uniform uint max_entries;  // at least one per particle, which is what the last level needs

uint chosen_level() {
    uint level = 0u;
    while (level + 1u < level_count && (plan.level_entries_upper[level] > 0u || plan.level_entries[level] > max_entries)) ++level;
    return level;
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, level = chosen_level();
    if (n == 0u) plan.level = level;
    if (n < plan.drawn) tile_offsets[n] = tile_count(tile_boxes[n], level);
}
