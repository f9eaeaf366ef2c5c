// The first thread looks back, tile by tile.
bool looks_back() { return gl_LocalInvocationIndex == 0u; }

// Returns NO_TILE and what lies before the tile, or which tile is still empty.
uint look_back(uint tile, out T before) {
    before = IDENTITY;
    uint next = tile;  // the tiles from here on are in `before`
    for (uint looks = 0u; next > 0u && looks < PATIENCE;) {
        const Known known = read_tile(next - 1u);
        ++looks;
        if (known.status == EMPTY) continue;
        before = combine(known.value, before);
        if (known.status == PREFIX) return NO_TILE;
        --next;
        looks = 0u;  // the next one has not been looked at
    }
    return next == 0u ? NO_TILE : next - 1u;
}
