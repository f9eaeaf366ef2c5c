// Definitions that all scans share: the element type and its operator, subgroup operations, the layout of a
// tile in the registers of its block, and the number of elements.
//
// The host defines ELEMENT (U32, I32, F32 or U64), OPERATOR (ADD, MIN or MAX), BLOCK_THREADS, ITEMS (elements
// per thread) and, if the chosen parts need more than GLSL 4.50, NEEDS_INT64, NEEDS_INT64_ATOMICS and
// NEEDS_SUBGROUPS, the last together with SUBGROUP_SIZE. GLSL allows extensions only at the beginning, so a
// shader includes this file before any other.
#ifdef NEEDS_INT64
#extension GL_ARB_gpu_shader_int64 : require
#endif
#ifdef NEEDS_INT64_ATOMICS
#extension GL_NV_gpu_shader5 : require
#extension GL_NV_shader_atomic_int64 : require
#endif
#ifdef NEEDS_SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_KHR_shader_subgroup_shuffle_relative : require
#endif
#ifdef UNROLLS_ALL_LOOPS  // defined by a shader, with the reason, before it includes this file
#pragma optionNV(unroll all)
#endif
#include "common.glsl"

// --- element types ------------------------------------------------------------------------------------------------
// T is the element type, ROW_OF_T a vector of as many elements as 16 bytes hold. The bits of a T are one or
// two words.

#define U32 0
#define I32 1
#define F32 2
#define U64 3

#if ELEMENT == U32
#define T uint
#define ROW_OF_T uvec4
const uint WORDS_OF_T = 1u;
const T LARGEST = 0xFFFFFFFFu;
const T LEAST = 0u;
uvec2 bits_of(T value) { return uvec2(value, 0u); }
T from_bits(uvec2 bits) { return bits.x; }
#elif ELEMENT == I32
#define T int
#define ROW_OF_T ivec4
const uint WORDS_OF_T = 1u;
const T LARGEST = 0x7FFFFFFF;
const T LEAST = (-0x7FFFFFFF - 1);
uvec2 bits_of(T value) { return uvec2(uint(value), 0u); }
T from_bits(uvec2 bits) { return int(bits.x); }
#elif ELEMENT == F32
#define T float
#define ROW_OF_T vec4
const uint WORDS_OF_T = 1u;
#define LARGEST uintBitsToFloat(0x7F800000u)  // infinity; some compilers do not accept it as a constant expression
#define LEAST uintBitsToFloat(0xFF800000u)
uvec2 bits_of(T value) { return uvec2(floatBitsToUint(value), 0u); }
T from_bits(uvec2 bits) { return uintBitsToFloat(bits.x); }
#else
#define T uint64_t
#define ROW_OF_T u64vec2
const uint WORDS_OF_T = 2u;
#define LARGEST packUint2x32(uvec2(0xFFFFFFFFu))
#define LEAST ZERO
uvec2 bits_of(T value) { return unpackUint2x32(value); }
T from_bits(uvec2 bits) { return packUint2x32(bits); }
#endif
const T ZERO = T(0u);
const uint ROW = 4u / WORDS_OF_T;  // elements per 16 bytes

// Makes the row of the ROW elements that begin at x[i].
#if ELEMENT == U64
#define ROW_FROM(x, i) ROW_OF_T(x[i], x[(i) + 1u])
#else
#define ROW_FROM(x, i) ROW_OF_T(x[i], x[(i) + 1u], x[(i) + 2u], x[(i) + 3u])
#endif

// --- operators ----------------------------------------------------------------------------------------------------
// Each operator is associative and has an identity, so it forms a monoid with T.

#define ADD 0
#define MIN 1
#define MAX 2

#if OPERATOR == ADD
#define IDENTITY ZERO
T combine(T a, T b) { return a + b; }
#elif OPERATOR == MIN
#define IDENTITY LARGEST
T combine(T a, T b) { return b < a ? b : a; }
#else
#define IDENTITY LEAST
T combine(T a, T b) { return a < b ? b : a; }
#endif

// --- subgroups ----------------------------------------------------------------------------------------------------
// All invocations of a subgroup must call these together.

#ifdef NEEDS_SUBGROUPS
T shuffle_up(T value, uint distance) {
    const uvec2 bits = bits_of(value);
    if (WORDS_OF_T == 1u) return from_bits(uvec2(subgroupShuffleUp(bits.x, distance), 0u));
    return from_bits(uvec2(subgroupShuffleUp(bits.x, distance), subgroupShuffleUp(bits.y, distance)));
}

T shuffle(T value, uint from) {
    const uvec2 bits = bits_of(value);
    if (WORDS_OF_T == 1u) return from_bits(uvec2(subgroupShuffle(bits.x, from), 0u));
    return from_bits(uvec2(subgroupShuffle(bits.x, from), subgroupShuffle(bits.y, from)));
}

// Returns the inclusive scan, by Kogge and Stone's network.
T subgroup_scan(T value) {
    for (uint stride = 1u; stride < SUBGROUP_SIZE; stride <<= 1) {
        const T left = shuffle_up(value, stride);
        if (gl_SubgroupInvocationID >= stride) value = combine(left, value);
    }
    return value;
}

// Moves the values of an inclusive scan up by one invocation, which makes the scan exclusive.
T shifted(T inclusive) {
    const T left = shuffle_up(inclusive, 1u);
    return gl_SubgroupInvocationID == 0u ? IDENTITY : left;
}

// Returns the sum of all invocations to every invocation. The additions have the same order in every call.
T subgroup_reduce(T value) {
    for (uint stride = SUBGROUP_SIZE / 2u; stride > 0u; stride >>= 1)
        value = combine(value, shuffle(value, gl_SubgroupInvocationID ^ stride));
    return value;
}
#endif

// --- the tile of a block ------------------------------------------------------------------------------------------
// A tile lies in the registers of its block: each thread holds some rows of 16 bytes in x[ITEMS], in memory's
// order within a row. The block scan decides which rows these are; neighbouring threads hold neighbouring
// rows, so that a subgroup reads and writes one piece of memory.
//
// A file of scan/block, named by BLOCK_SCAN_FILE, offers only this to the files that include it:
//   uint row_of(uint r)     the place of this thread's row r among the tile's rows
//   uint place_of(uint i)   the place of this thread's x[i] among the tile's elements
//   T block_scan(inout T x[ITEMS], bool inclusive)
//     turns the tile into its prefix sums and returns its sum to every thread. All threads of the block must
//     call it, and a barrier must lie between two calls.

const uint TILE = BLOCK_THREADS * ITEMS;  // elements per block
const uint THREAD_ROWS = ITEMS / ROW;
const uint TILE_ROWS = BLOCK_THREADS * THREAD_ROWS;

// Returns the place of this thread's row r among the tile's rows if the rows with the same r lie side by
// side.
uint striped(uint r) { return r * BLOCK_THREADS + gl_LocalInvocationIndex; }

T row_sum(T x[ITEMS], uint r) {
    T sum = x[r * ROW];
    for (uint k = 1u; k < ROW; ++k) sum = combine(sum, x[r * ROW + k]);
    return sum;
}

// Turns the row's elements into their prefix sums, starting with `before`.
void scan_row(inout T x[ITEMS], uint r, T before, bool inclusive) {
    for (uint k = 0u; k < ROW; ++k) {
        const T after = combine(before, x[r * ROW + k]);
        x[r * ROW + k] = inclusive ? after : before;
        before = after;
    }
}

// --- how many elements there are ----------------------------------------------------------------------------------

#ifndef COUNT_BINDING  // compactors and sorts bind the count elsewhere and define this first
#define COUNT_BINDING BIND_SCAN_COUNT
#endif
layout(std430, binding = COUNT_BINDING) readonly buffer ScanCount { uint scan_count[]; };

uniform uint bound;           // the host's upper bound of the number of elements
uniform bool count_on_gpu;
uniform uint count_index;     // index in scan_count

uint true_count() { return count_on_gpu ? min(scan_count[count_index], bound) : bound; }

// Returns at least 1, so that an empty scan still has a total.
uint tiles_of(uint elements) { return max(1u, groups_for(elements, TILE)); }
