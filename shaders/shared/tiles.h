// Drawing by tiles: the sizes of windows, and the plan of a frame. Included by shared.h.
#ifndef WINNOW_SHARED_TILES_H
#define WINNOW_SHARED_TILES_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

// Tiles of sprites whose light adds up. A work group adds up a window in shared memory.
const uint LIGHT_THREADS = 1024u;       // that share a window
const uint LIGHT_WINDOW = 48u;          // pixels per side; three channels fit into 32 KiB
const uint SHADE_WINDOW = 40u;          // the same with four channels
const uint FINEST_APRON = 8u;           // pixels; doubles from level to level
const uint LAST_APRON = 1048576u;       // pixels; sprites with more reach are drawn at this reach
const uint LIGHT_CHUNK = 4096u;         // the most sprites that a work group adds up
const uint LIGHT_UNITS = 1048574u;      // of the brightest sprite: LIGHT_CHUNK times one more fit into 32 bits
const uint MAX_CLASS_BITS = 3u;        // of a sprite's size, in its sort key

// Tiles of sprites that cover each other. A work group blends a window in registers.
const uint COVER_THREADS = 512u;        // that share a window, each with COVER_PIXELS of it
const uint COVER_PIXELS = 2u;
const uint COVER_WINDOW = 32u;          // pixels per side
const uint COVER_PART = 8u;             // pixels per side of the parts of a window that look for their sprites separately
const uint COVER_CHUNK = 2048u;         // sprites that a work group blends at most, where a tile is one window
const uint MIN_COVER_CHUNK = 64u;       // likewise at least, of few sprites
const uint COVER_LEVELS = 10u;          // tiles of 1, 4, 16 ... windows; the last has 16,384 pixels per side

// Tiles of one size. A sprite whose light adds up belongs to the tile of its centre, in the finest level whose
// apron it does not overreach. Sprites that cover are entered in every tile that they touch, of one level.
struct TileLevel {
    uint first_key;
    uint columns;
    uint rows;
    uint side;            // pixels
    uint apron;           // pixels around a tile that its sprites may reach
    uint margin;          // pixels of the apron, at the lower left, that lie in no window
    uint window_columns;  // windows side by side in a tile with its apron; each has its own work groups
    uint windows;
    uint chunk;           // entries of a tile that a work group takes, of sprites whose light adds up
    uint lanes;           // threads that share a sprite, of those whose light adds up
    uint pad0, pad1;
};

// The plan of a frame that is drawn by tiles, which the GPU writes.
struct TilePlan {
    uint project_x;  // indirect dispatch over the drawn particles
    uint project_y;
    uint project_z;
    uint drawn;      // particles that are projected
    uint every;      // each nth of them is shown, with n times its light
    uint run;        // so many that were born one after the other are shown or left out together
    uint entries;
    uint level;      // of sprites that cover
    uint work_x;     // indirect dispatch over the chunks of all windows
    uint work_y;
    uint work_z;
    uint cover_chunk;  // entries that a work group takes where a tile is one window, of sprites that cover
    uint level_entries[COVER_LEVELS];       // that each level would have: lower words
    uint level_entries_upper[COVER_LEVELS];
};

#ifdef __cplusplus
static_assert(sizeof(TileLevel) == 48 && sizeof(TilePlan) == 128);
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_TILES_H
