// The box of windows that a sprite touches, and the tiles of a level that hold it.
#include "common.glsl"

const uvec2 NO_BOX = uvec2(0xFFFFFFFFu);  // of sprites that are not seen

struct Box {
    uvec2 first;  // column and row
    uvec2 last;
};

uvec2 pack_box(Box box) { return box.first << 16u | box.last; }

// Returns the tiles of a level, 2^level windows per side.
Box tiles_of(uvec2 packed_box, uint level) { return Box(packed_box >> 16u + level, (packed_box & 65535u) >> level); }

uint tile_count(uvec2 packed_box, uint level) {
    if (packed_box == NO_BOX) return 0u;
    const Box tiles = tiles_of(packed_box, level);
    const uvec2 size = tiles.last - tiles.first + 1u;
    return size.x * size.y;
}
