// Unsigned 32-bit integers.
#define T uint
#define ROW_OF_T uvec4
#define ROW_ELEMENTS 4
const uint WORDS_OF_T = 1u;
const T ZERO = T(0);
const T LARGEST = 0xFFFFFFFFu;
const T LEAST = 0u;

uvec2 bits_of(T value) { return uvec2(value, 0u); }
T from_bits(uvec2 bits) { return bits.x; }

#define ROW_FROM(x, i) ROW_OF_T(x[i], x[(i) + 1u], x[(i) + 2u], x[(i) + 3u])
