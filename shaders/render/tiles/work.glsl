// The part of a tile's entries that a work group draws, and the window of pixels that it draws them into.
#include "render/tiles/levels.glsl"

layout(std430, binding = BIND_TILE_RANGES) readonly buffer TileRanges { uint tile_ranges[]; };
layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_ENTRIES) readonly buffer TileEntries { uint tile_entries[]; };

struct Part {
    TileLevel level;
    uint tile;    // in its level, row by row
    uint window;  // of the tile
    uint begin;   // entries
    uint end;
};

// Returns the last key whose work begins at or before item `item`; all keys after it begin later.
uint key_of_item(uint item) {
    uint low = 0u, high = key_count();
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (tile_work[middle] <= item) low = middle;
        else high = middle;
    }
    return low;
}

// Returns what item `item` of the scanned work is.
Part part_of(uint item) {
    const uint key = key_of_item(item);
    Part part;
    part.level = levels[level_of_key(key)];
    part.tile = key - part.level.first_key;
    const uint nth = item - tile_work[key];
    part.window = nth % part.level.windows;
    const uint chunk = chunk_of(part.level);
    part.begin = tile_ranges[key] + nth / part.level.windows * chunk;
    part.end = min(part.begin + chunk, tile_ranges[key + 1u]);
    return part;
}

// Returns the pixel at the lower left of the tile's apron.
ivec2 corner_of_tile(Part part) {
    const uvec2 tile = uvec2(part.tile % part.level.columns, part.tile / part.level.columns);
    return ivec2(tile * part.level.side) - int(part.level.apron);
}

// Returns the pixel at the lower left of the part's window.
ivec2 corner_of_window(Part part, uint side) {
    const uvec2 window = uvec2(part.window % part.level.window_columns, part.window / part.level.window_columns);
    return corner_of_tile(part) + int(part.level.margin) + ivec2(window * side);
}
