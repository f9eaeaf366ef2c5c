// Writes the sizes of the dispatches that draw the tiles, from the scanned work of all keys.
#include "render/tiles/levels.glsl"
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_PLAN) writeonly buffer TilePlanBlock { TilePlan plan; };

void main() {
    const uint light = tile_work[levels[level_count - 1u].first_key];
    const uvec3 of_light = folded_groups(light), of_whole = folded_groups(tile_work[key_count()] - light);
    plan.light_x = of_light.x;
    plan.light_y = of_light.y;
    plan.light_z = of_light.z;
    plan.whole_x = of_whole.x;
    plan.whole_y = of_whole.y;
    plan.whole_z = of_whole.z;
}
