// Writes the sizes of the dispatches that draw the tiles, from the scanned work of all keys.
#include "render/tiles/levels.glsl"
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_PLAN) writeonly buffer TilePlanBlock { TilePlan plan; };

void main() {
    const uint small = tile_work[levels[SMALL_LEVELS].first_key];
    const uvec3 of_small = folded_groups(small), of_large = folded_groups(tile_work[key_count()] - small);
    plan.small_x = of_small.x;
    plan.small_y = of_small.y;
    plan.small_z = of_small.z;
    plan.large_x = of_large.x;
    plan.large_y = of_large.y;
    plan.large_z = of_large.z;
}
