// The part of a tile's entries that a work group draws, and the sums that it adds them to.
#include "render/tiles/levels.glsl"
#include "render/tiles/pixels.glsl"

layout(std430, binding = BIND_TILE_RANGES) readonly buffer TileRanges { uint tile_ranges[]; };
layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_ENTRIES) readonly buffer TileEntries { uint tile_entries[]; };
layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };

struct Part {
    TileLevel level;
    uint tile;    // in its level, row by row
    uint window;  // of the tile
    uint begin;   // entries
    uint end;
};

// Returns the last key, from `low` on, whose work begins at or before item `item`; all keys after it begin later.
uint key_of_item(uint item, uint low) {
    uint high = key_count();
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (tile_work[middle] <= item) low = middle;
        else high = middle;
    }
    return low;
}

// Returns what item `item` of the scanned work is; it belongs to a key from `first_key` on.
Part part_of(uint item, uint first_key) {
    const uint key = key_of_item(item, first_key);
    Part part;
    part.level = levels[level_of_key(key)];
    part.tile = key - part.level.first_key;
    const uint nth = item - tile_work[key];
    part.window = nth % part.level.windows;
    part.begin = tile_ranges[key] + nth / part.level.windows * part.level.chunk;
    part.end = min(part.begin + part.level.chunk, tile_ranges[key + 1u]);
    return part;
}

// Returns the pixel at the lower left of the tile's apron.
ivec2 corner_of_tile(Part part) {
    const uvec2 tile = uvec2(part.tile % part.level.columns, part.tile / part.level.columns);
    return ivec2(tile * part.level.side) - int(part.level.apron);
}

// Returns the column and the row of the window in its tile.
uvec2 place_of_window(Part part) {
    return uvec2(part.window % part.level.window_columns, part.window / part.level.window_columns);
}

// Adds units of one channel to a pixel's sum of 64 bits, whose upper words lie behind all lower words.
void add_to_pixel(uvec2 pixel, uint channel, uint units) {
    const uint row = uint(frame_size.x), plane = row * uint(frame_size.y);
    const uint at = channel * plane + pixel.y * row + pixel.x;
    const uint before = atomicAdd(tile_sums[at], units);
    if (before > 0xFFFFFFFFu - units) atomicAdd(tile_sums[at + 3u * plane], 1u);
}
