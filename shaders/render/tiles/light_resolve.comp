// Adds the light of a pixel's sums to the frame, and clears the sums for the next one.
#include "common.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };
layout(rgba16f, binding = IMAGE_FRAME) uniform image2D frame;

uniform float unit;  // the light of one unit

const float UPPER = 4294967296.0;  // lower words in an upper one

void main() {
    const uvec2 size = uvec2(imageSize(frame));
    const uint plane = size.x * size.y, at = group_index() * TILE_THREADS + gl_LocalInvocationIndex;
    if (at >= plane) return;
    vec4 light = vec4(0.0);
    for (uint c = 0u; c < CHANNELS; ++c) {
        const uint low = at + c * plane, high = low + CHANNELS * plane;
        const uint units = tile_sums[low], upper = tile_sums[high];
        if (units != 0u) tile_sums[low] = 0u;
        if (upper != 0u) tile_sums[high] = 0u;
        light[c] = (float(upper) * UPPER + float(units)) * unit;
    }
    if (light == vec4(0.0)) return;
    const ivec2 pixel = ivec2(at % size.x, at / size.x);
    imageStore(frame, pixel, min(imageLoad(frame, pixel) + light, vec4(MAX_HALF)));
}
