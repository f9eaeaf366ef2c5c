// The numbers that a race scans. Their sums are known in closed form, so that every element of a result can be checked
// where it lies. All arithmetic is modulo 2^32.
#include "common.glsl"
layout(local_size_x = COPY_THREADS) in;

const uint STEP = 2654435761u;  // from one number to the next; odd and large, so that few elements look alike

uint number(uint i) { return STEP * i + 1u; }

// Returns the sum of the first `count` numbers. The even one of two neighbours is halved before they are multiplied.
uint sum_of_first(uint count) {
    const uint pairs = count % 2u == 0u ? count / 2u * (count - 1u) : (count - 1u) / 2u * count;
    return STEP * pairs + count;
}

uniform uint elements;
