// Unsigned 64-bit integers. Needs GL_ARB_gpu_shader_int64.
#define T uint64_t
#define ROW_OF_T u64vec2
#define ROW_ELEMENTS 2
const uint WORDS_OF_T = 2u;
const T ZERO = T(0u);
#define LARGEST packUint2x32(uvec2(0xFFFFFFFFu))
#define LEAST ZERO

uvec2 bits_of(T value) { return unpackUint2x32(value); }
T from_bits(uvec2 bits) { return packUint2x32(bits); }

#define ROW_FROM(x, i) ROW_OF_T(x[i], x[(i) + 1u])
