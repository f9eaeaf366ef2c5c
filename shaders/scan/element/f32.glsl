// 32-bit floats.
#define T float
#define ROW_OF_T vec4
#define ROW_ELEMENTS 4
const uint WORDS_OF_T = 1u;
const T ZERO = T(0);
#define LARGEST uintBitsToFloat(0x7F800000u)  // infinity; no constant expression everywhere
#define LEAST uintBitsToFloat(0xFF800000u)

uvec2 bits_of(T value) { return uvec2(floatBitsToUint(value), 0u); }
T from_bits(uvec2 bits) { return uintBitsToFloat(bits.x); }

#define ROW_FROM(x, i) ROW_OF_T(x[i], x[(i) + 1u], x[(i) + 2u], x[(i) + 3u])
