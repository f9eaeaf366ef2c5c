// For a test: tiles come by index. Every seventh begins only when another tile has computed its sum for it,
// or after many looks (fewer than llvmpipe allows an invocation).
const uint LATE = 7u;
const uint LOOKS = 4096u;

uint take_tile(uint tiles) { return group_index(); }

void delay_tile(uint tile) {
    if (tile % LATE != LATE / 2u || gl_LocalInvocationIndex != 0u) return;
    for (uint looks = 0u; looks < LOOKS && read_tile_state(tile).status == EMPTY; ++looks) {
    }
}
