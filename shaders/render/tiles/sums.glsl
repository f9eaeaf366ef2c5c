// The light of each pixel: sums of 64 bits, the lower words of each channel, then the upper ones.
#include "render/tiles/pixels.glsl"

layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };

// Adds units of one channel to the sum of a pixel; pixels are counted row by row.
void add_to_pixel(uint pixel, uint channel, uint units) {
    const uint plane = uint(frame_size.x) * uint(frame_size.y), at = channel * plane + pixel;
    const uint before = atomicAdd(tile_sums[at], units);
    if (before > 0xFFFFFFFFu - units) atomicAdd(tile_sums[at + CHANNELS * plane], 1u);
}
