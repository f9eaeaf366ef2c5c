// The unordered append, the usual way of other engines: every block counts its survivors and reserves their
// places by one counter, so tiles are packed in the order in which they arrive. Within a tile order is kept.
// The counter is the word of the survivors and begins at 0.
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include "compact/ranks.glsl"
#if MAKES_RECORDS
#include "compact/made.glsl"
#else
#include "compact/loaded.glsl"
#endif

layout(std430, binding = BIND_DESTINATION_POOL) buffer SurvivorsWords { uint survivors_words[]; };

uniform uint survivors_index;  // index in survivors_words

shared uint appended_before;

void main() {
    const uint count = true_count();
    const uint tile = group_index();
    if (tile >= tiles_of(count)) return;  // uniform for the whole block
    const uint ring_first = first_of_ring();
    Held held;
    collect_votes(tile, count, ring_first, held);
    const uint survivors = rank_votes(tile);
    if (gl_LocalInvocationIndex == 0u) appended_before = atomicAdd(survivors_words[survivors_index], survivors);
    begin_move();
    block_barrier();
    move_tile(tile, count, ring_first, appended_before, survivors, held);
}
