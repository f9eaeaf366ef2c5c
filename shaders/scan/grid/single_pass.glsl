// What the single-pass strategies share. OpenGL does not promise that a waiting block sees others progress, so none
// waits for ever: a tile that has waited long enough computes the missing sum itself. Elements are only read for that,
// so twice is harmless; when scanning in place a tile makes its sum known before its first store, and a sum computed in
// its stead is published only while that has not happened.
//
// Needs PATIENCE, looks at a tile's words before a block gives up. A strategy offers publish_and_wait(tile, sum) and
// lend(target, sum).
#include "scan/grid/count.glsl"
#include "scan/grid/tile.glsl"
#include "scan/grid/descriptor.glsl"
#include SCHEDULE_FILE

uniform uint input_first;     // element of scan_input where they begin
uniform uint output_first;
uniform bool inclusive;
uniform bool in_place;
uniform bool wants_total;
uniform uint total_index;     // element of scan_total

layout(std430, binding = BIND_SCAN_TOTAL) writeonly buffer ScanTotal { T scan_total[]; };

// What the waiting of this block's tile came to: all that lies before it, or which tile's sum must be computed.
const uint NO_TILE = 0xFFFFFFFFu;
shared T wait_before;
shared uint wait_missing;

// When scanning in place, what was published must be seen before what is stored.
void order_before_stores() {
    if (in_place) memoryBarrier();
}
