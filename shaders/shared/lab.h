// The Lab's teaching kernels: limits, operators, and what they record. Included by shared.h.
#ifndef WINNOW_SHARED_LAB_H
#define WINNOW_SHARED_LAB_H

#ifdef __cplusplus
namespace winnow::shared {
#endif

const uint LAB_LANES = 128u;  // the most words of an array: 64 values and less than 64 of padding
const uint LAB_ROWS = 65u;    // the most rows that a kernel records: its input and at most 64 steps

// The operators of words.
const uint LAB_ADD = 0u;
const uint LAB_MULTIPLY = 1u;
const uint LAB_MIN = 2u;
const uint LAB_MAX = 3u;
const uint LAB_LAST = 4u;
const uint LAB_FIRST_NONZERO = 5u;
const uint LAB_SUBTRACT = 6u;

// Tiles of a single pass, each scanned by one block, a thread for each of its items.
const uint LAB_TILES = 64u;      // at most
const uint LAB_EVENTS = 4416u;   // 6 of each tile, and 2 for each tile that it looks at
const uint LAB_LOOKS = 1000u;    // at a tile after the first in vain, until a block computes the missing sum
                                 // itself. llvmpipe ends all loops of a thread after 65,535 turns in total, so
                                 // that even waiting for all tiles must take less.

// The status of a tile.
const uint LAB_EMPTY = 0u;
const uint LAB_AGGREGATE = 1u;
const uint LAB_PREFIX = 2u;

// The events of a tile. Memory that is zero holds none.
const uint LAB_STARTS = 1u;
const uint LAB_LOADS = 2u;
const uint LAB_PUBLISHES_AGGREGATE = 3u;
const uint LAB_WAITS = 4u;
const uint LAB_FINDS_AGGREGATE = 5u;
const uint LAB_FINDS_PREFIX = 6u;
const uint LAB_COMPUTES_AGAIN = 7u;
const uint LAB_PUBLISHES_PREFIX = 8u;
const uint LAB_STORES = 9u;
const uint LAB_ENDS = 10u;

// The trace that a teaching kernel leaves behind. It is zero before the kernel runs.
struct LabTrace {
    uint rows;                         // the number of recorded rows
    uint operations;                   // applications of the operator
    uint lengths[LAB_ROWS];            // words of each row
    int words[LAB_ROWS * LAB_LANES];   // row by row, LAB_LANES apart
};

// The words that a tile publishes for the others. They are zero before the kernel runs.
struct LabTile {
    int aggregate;  // of the tile's own items, once the status is no longer LAB_EMPTY
    int prefix;     // of everything up to the tile's end, once it is LAB_PREFIX
    uint status;
    uint pad0;
};

struct LabEvent {
    uint tile;   // whose block did it
    uint kind;   // LAB_STARTS or another
    uint at;     // the tile that it was about, if it was another one
    uint looks;  // after the first in vain, of LAB_WAITS
    int value;   // the block's result after the event
    uint pad0, pad1, pad2;
};

// The events of the tiles, in one order. It is zero before the kernel runs.
struct LabHistory {
    uint count;  // of events, those without room among them
    uint pad0, pad1, pad2;
    LabEvent events[LAB_EVENTS];
};

#ifdef __cplusplus
static_assert(sizeof(LabTile) == 16 && sizeof(LabEvent) == 32 && sizeof(LabHistory) == 16 + 32 * LAB_EVENTS);
static_assert(LAB_EVENTS >= LAB_TILES * (LAB_TILES + 5));
}  // namespace winnow::shared
#endif
#endif  // WINNOW_SHARED_LAB_H
