// Where the leaves of a network lie in shared memory. Nodes lie a power of two apart, and so would meet in a bank: a
// leaf of padding behind as many leaves as banks hold at once moves the next ones on by a bank, and another behind as
// many of those does the same for trees so high that the first have come round. Needs PADDED.
const uint BANKS = 8u * ROW;  // 32 for words; 16 for pairs of words, which half a warp reads at a time
const uint BANKS_TWICE = BANKS * BANKS;
const bool PADDED_TWICE = TILE_ROWS > BANKS_TWICE;
const uint LEAF_PLACES = PADDED ? TILE_ROWS + TILE_ROWS / BANKS + TILE_ROWS / BANKS_TWICE : TILE_ROWS;

uint at(uint i) {
    if (!PADDED) return i;
    return i + i / BANKS + (PADDED_TWICE ? i / BANKS_TWICE : 0u);
}
