// Where the leaves of a network lie in shared memory. Leaves a power of two apart would share a bank. So one unused
// leaf follows every BANKS leaves, and in larger trees another follows every BANKS_TWICE leaves. Needs PADDED.
const uint BANKS = 8u * ROW;  // 32 for words; 16 for pairs of words, which half a warp reads at a time
const uint BANKS_TWICE = BANKS * BANKS;
const bool PADDED_TWICE = TILE_ROWS > BANKS_TWICE;
const uint LEAF_PLACES = PADDED ? TILE_ROWS + TILE_ROWS / BANKS + TILE_ROWS / BANKS_TWICE : TILE_ROWS;

uint at(uint i) {
    if (!PADDED) return i;
    return i + i / BANKS + (PADDED_TWICE ? i / BANKS_TWICE : 0u);
}
