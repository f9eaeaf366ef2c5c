// Writes an entry for each tile that a sprite touches, sprites in their order.
#include "render/tiles/levels.glsl"
#include "render/tiles/boxes.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_BOXES) readonly buffer TileBoxes { uvec2 tile_boxes[]; };
layout(std430, binding = BIND_TILE_OFFSETS) readonly buffer TileOffsets { uint tile_offsets[]; };
layout(std430, binding = BIND_TILE_KEYS) writeonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = BIND_TILE_ENTRIES) writeonly buffer TileEntries { uint tile_entries[]; };

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n >= plan.drawn) return;
    const uvec2 box = tile_boxes[n];
    if (box == NO_BOX) return;
    const Box tiles = tiles_of(box, plan.level);
    const uint columns = levels[plan.level].columns;
    uint entry = tile_offsets[n];
    for (uint row = tiles.first.y; row <= tiles.last.y; ++row)
        for (uint column = tiles.first.x; column <= tiles.last.x; ++column) {
            tile_keys[entry] = row * columns + column;
            tile_entries[entry] = n;
            ++entry;
        }
}
