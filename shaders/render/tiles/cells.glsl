// The pixels of a window of sprites that cover. A part of the window has the pixels of consecutive threads, each of which
// has one pixel of both halves of the part.
#include "shared.h"

const uint PARTS_PER_ROW = COVER_WINDOW / COVER_PART;
const uint THREADS_PER_PART = COVER_PART * COVER_PART / COVER_PIXELS;
const uint PARTS = COVER_THREADS / THREADS_PER_PART;
const uint CELLS = COVER_THREADS * COVER_PIXELS;

// Returns the lower left pixel of a part in the window.
uvec2 corner_of_part(uint part) { return uvec2(part % PARTS_PER_ROW, part / PARTS_PER_ROW) * COVER_PART; }

// Returns the pixel in the window of a cell, which is a thread's `i`-th pixel: cell = i * COVER_THREADS + thread.
uvec2 pixel_of_cell(uint cell) {
    const uint thread = cell % COVER_THREADS, i = cell / COVER_THREADS, lane = thread % THREADS_PER_PART;
    const uint rows = COVER_PART / COVER_PIXELS;  // of a part that its threads have at once
    return corner_of_part(thread / THREADS_PER_PART) + uvec2(lane % COVER_PART, lane / COVER_PART + i * rows);
}
