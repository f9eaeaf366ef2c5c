// Writes the size of the dispatch that draws the tiles, from the scanned work of all keys.
#include "render/tiles/levels.glsl"
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };

void main() {
    const uvec3 groups = folded_groups(tile_work[key_count()]);
    plan.work_x = groups.x;
    plan.work_y = groups.y;
    plan.work_z = groups.z;
}
