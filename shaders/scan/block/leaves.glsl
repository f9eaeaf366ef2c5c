// Where the leaves of a network lie in shared memory. With a word of padding behind each 32, nodes that lie a power
// of two apart do not meet in a bank.
const uint BANKS = 32u;

uint at(uint i) { return PADDED ? i + i / BANKS : i; }
