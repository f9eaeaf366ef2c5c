// What the kernels of one digit's pass share: the keys, how many there are, and a digit of them. Needs DIGIT_BITS,
// BLOCK_THREADS and KEYS, how many a thread holds.
#include "common.glsl"

const uint DIGITS = 1u << DIGIT_BITS;
const uint SORT_TILE = BLOCK_THREADS * KEYS;

layout(std430, binding = BIND_SORT_KEYS) readonly buffer SortKeys { uint sort_keys[]; };
layout(std430, binding = BIND_SORT_PLAN) readonly buffer SortPlanBlock { SortPlan plan; };

uniform uint keys_first;  // word of sort_keys where they begin
uniform uint shift;       // of the digit

uint digit_of(uint key) { return key >> shift & (DIGITS - 1u); }

// Where in the counts a digit's count of a tile lies: scanned in this order, they say where it goes.
uint count_place(uint digit, uint tile) { return digit * plan.tiles + tile; }
