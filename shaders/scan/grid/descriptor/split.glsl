// Words of 32 bits, each 16 bits of a value beneath 16 of its tag, for devices without 64-bit atomics.
#define WORD uint
const uint PAYLOAD_BITS = 16u;
const uint EPOCH_BITS = 14u;

WORD tagged(uint payload, uint tag) { return tag << 16 | payload; }
uint tag_of(WORD word) { return word >> 16; }
uint payload_of(WORD word) { return word & 0xFFFFu; }
