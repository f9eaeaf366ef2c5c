// The scan by a single-pass strategy: every tile is read and written once, and the strategy tells it what lies before.
#include "scan/extensions.glsl"
#include "shared.h"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "scan/grid/tile.glsl"

uniform uint input_first;     // element of scan_input where they begin
uniform uint output_first;
uniform bool inclusive;
uniform bool in_place;
uniform bool wants_total;
uniform uint total_index;     // element of scan_total

layout(std430, binding = BIND_SCAN_TOTAL) writeonly buffer ScanTotal { T scan_total[]; };

// When scanning in place, what was published must be seen before what is stored.
void order_before_stores() {
    if (in_place) memoryBarrier();
}

const uint COUNT_BINDING = BIND_SCAN_COUNT, TILES_BINDING = BIND_SCAN_TILES, TICKETS_BINDING = BIND_SCAN_TICKETS;
#include "scan/grid/waiting.glsl"

void main() {
    const uint count = true_count();
    const uint tiles = tiles_of(count);
    const uint tile = take_tile(tiles);
    if (tile >= tiles) return;  // the same for the whole block
    delay_tile(tile);
    T x[ITEMS];
    T sum = IDENTITY;
    for (uint target = tile; target != NO_TILE; target = next_target()) {
        load_tile(target * TILE, count, input_first, x);
        sum = block_scan(x, inclusive);
        make_known(tile, target, sum);
    }
    const T before = wait_before;
    store_tile(tile * TILE, count, output_first, before, x);
    if (tile + 1u == tiles && wants_total && gl_LocalInvocationIndex == 0u)
        scan_total[total_index] = combine(before, sum);
}
