// What single-pass strategies share, whatever they sum. OpenGL does not promise that a waiting block sees others
// progress, so none waits for ever: a tile that has waited long enough computes the missing sum itself. Elements are
// only read for that, so twice is harmless; a tile makes its sum known before its first store, and a sum computed in its
// stead is published only while that has not happened.
//
// A kernel computes the sum of one target after the other, its own tile's first, until none is left:
//   for (uint target = tile; target != NO_TILE; target = next_target()) { ...; make_known(tile, target, sum); }
// After that wait_before holds what lies before its tile.
//
// Needs T, PATIENCE (looks at a tile's words before a block gives up), the bindings that the parts name, and
// order_before_stores(), which is called between making a sum known and the first store. A strategy offers
// publish_and_wait(tile, sum) and lend(target, sum).
#include "scan/grid/count.glsl"
#include "scan/grid/descriptor.glsl"
#include SCHEDULE_FILE

// What the waiting of this block's tile came to: all that lies before it, or which tile's sum must be computed.
const uint NO_TILE = 0xFFFFFFFFu;
shared T wait_before;
shared uint wait_missing;

#include STRATEGY_FILE

void make_known(uint tile, uint target, T sum) {
    if (target == tile) {
        publish_and_wait(tile, sum);
    } else if (gl_LocalInvocationIndex == 0u) {
        lend(target, sum);
        wait_missing = tile;  // its own again
    }
}

uint next_target() {
    block_barrier();
    const uint target = wait_missing;
    if (target != NO_TILE) block_barrier();  // everyone has read it
    return target;
}
