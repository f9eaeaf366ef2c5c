// Words of 64 bits, each 32 bits of a value beneath 32 of its tag. Needs GL_NV_shader_atomic_int64 and what that
// needs.
#define WORD uint64_t
const uint PAYLOAD_BITS = 32u;
const uint EPOCH_BITS = 30u;

WORD tagged(uint payload, uint tag) { return packUint2x32(uvec2(payload, tag)); }
uint tag_of(WORD word) { return unpackUint2x32(word).y; }
uint payload_of(WORD word) { return unpackUint2x32(word).x; }
