// Sort keys of depths; they rise from back to front.
#include "ordered_bits.glsl"

const uint DEPTH_KEY_BITS_LOW = 16u;
const float KEY_NEAREST = 0.01, KEY_FARTHEST = 10000.0;  // metres, the range of depths of 16-bit keys

uniform uint key_bits;  // 16 or 32

// Divides the range into steps of equal ratio, 0.02 % of a depth each.
uint coarse_key(float depth) {
    const float most = float((1u << DEPTH_KEY_BITS_LOW) - 1u);
    const float way = log2(max(depth, KEY_NEAREST) / KEY_NEAREST) / log2(KEY_FARTHEST / KEY_NEAREST);
    return uint(most * (1.0 - clamp(way, 0.0, 1.0)) + 0.5);
}

// Returns the key of a depth in metres in front of the eye: the farther, the lower.
uint depth_key(float depth) { return key_bits == DEPTH_KEY_BITS_LOW ? coarse_key(depth) : ordered_bits(-depth); }
