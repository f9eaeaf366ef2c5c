// Draws large surfaces, a work group for each tile of them.
#include "render/raster/pixels.glsl"
layout(local_size_x = RASTER_SIDE, local_size_y = RASTER_SIDE) in;
layout(std430, binding = BIND_RASTER_TILES) readonly buffer Tiles { uint tile_count; uint pad; uvec2 tiles[]; };

void draw(uint name, ivec2 tile) {
    Surface s;
    if (!surface_of(name, s)) return;
    const ivec2 begin = tile * int(RASTER_TILE), last = begin + int(RASTER_TILE) - 1;
    put_all(s, name, max(s.low, begin) + ivec2(gl_LocalInvocationID.xy), min(s.high, last), int(RASTER_SIDE));
}

void main() {
    const uint count = min(tile_count, RASTER_MOST_TILES);
    for (uint k = group_index(); k < count; k += RASTER_GROUPS)
        if (tiles[k].x != RASTER_NONE) draw(tiles[k].x, ivec2(tiles[k].y & 0xFFFFu, tiles[k].y >> 16u));
}
