// Adds up the light of small sprites: a work group adds a part of a tile's sprites in shared memory, then adds the pixels
// that received light to the frame's sums.
#include "render/tiles/work.glsl"
#include "render/tiles/small_sprite.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) readonly buffer TileSprites { uvec4 tile_sprites[]; };

const uint CELLS = TILE_WINDOW * TILE_WINDOW;

shared uint sums[3u * CELLS];

void add_sprite(PixelSprite sprite, ivec2 corner) {
    // Half the sides of the ellipse's bounding box.
    const vec2 along = sprite.along * sprite.reach, across = sprite.along * sprite.radius;
    const vec2 box = sqrt(along * along + across.yx * across.yx);
    const ivec2 low = max(ivec2(ceil(sprite.center - box - 0.5)), max(corner, ivec2(0)));
    const ivec2 high = min(ivec2(floor(sprite.center + box - 0.5)),
                           min(corner + int(TILE_WINDOW), ivec2(frame_size)) - 1);
    for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) {
            const uvec3 units = units_at(sprite, uvec2(x, y));
            const uint cell = uint(y - corner.y) * TILE_WINDOW + uint(x - corner.x);
            if (units.r != 0u) atomicAdd(sums[cell], units.r);
            if (units.g != 0u) atomicAdd(sums[CELLS + cell], units.g);
            if (units.b != 0u) atomicAdd(sums[2u * CELLS + cell], units.b);
        }
}

void main() {
    const uint item = group_index();
    if (item >= tile_work[levels[SMALL_LEVELS].first_key]) return;  // the same for the whole group
    const Part part = part_of(item, 0u);
    const uvec2 tile = uvec2(part.tile % part.level.columns, part.tile / part.level.columns);
    const ivec2 corner = ivec2(tile * part.level.side) - int(part.level.apron);
    for (uint i = gl_LocalInvocationIndex; i < 3u * CELLS; i += TILE_THREADS) sums[i] = 0u;
    block_barrier();
    for (uint e = part.begin + gl_LocalInvocationIndex; e < part.end; e += TILE_THREADS)
        add_sprite(unpack_sprite(tile_sprites[tile_entries[e]], vec2(corner)), corner);
    block_barrier();
    for (uint i = gl_LocalInvocationIndex; i < 3u * CELLS; i += TILE_THREADS) {
        const uint cell = i % CELLS, units = sums[i];
        if (units == 0u) continue;
        add_to_pixel(uvec2(corner + ivec2(cell % TILE_WINDOW, cell / TILE_WINDOW)), i / CELLS, units);
    }
}
