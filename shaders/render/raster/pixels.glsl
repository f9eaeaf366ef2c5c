// Puts surfaces into pixels, in two rounds. In the first, each pixel gets the nearest depth; in the second, the name of the
// surface that has it, the least if there are several. So the picture does not depend on the order of the threads, and
// 32-bit atomics suffice. Both rounds run the same program, which computes the same depths.
#include "common.glsl"
#include "render/raster/surface.glsl"
layout(std430, binding = BIND_RASTER_DEPTHS) buffer Depths { uint depths[]; };
layout(std430, binding = BIND_RASTER_SURFACES) buffer Names { uint names[]; };

uniform bool names_surfaces;  // the second round

// Returns true if no surface until now is nearer.
bool put(ivec2 pixel, float depth, uint name) {
    const uint at = uint(pixel.y) * uint(frame_size.x) + uint(pixel.x), bits = floatBitsToUint(depth);
    if (!names_surfaces) return bits <= depths[at] && bits <= atomicMin(depths[at], bits);  // an old value is no smaller
    if (bits == depths[at]) atomicMin(names[at], name);
    return false;
}

// Puts the surface into each `stride`-th pixel of a box, along x and along y. Returns true if no surface until now is
// nearer somewhere.
bool put_all(Surface s, uint name, ivec2 low, ivec2 high, int stride) {
    bool is_seen = false;
    for (int y = low.y; y <= high.y; y += stride)
        for (int x = low.x; x <= high.x; x += stride) {
            float depth;
            if (depth_at(s, ivec2(x, y), depth) && put(ivec2(x, y), depth, name)) is_seen = true;
        }
    return is_seen;
}
