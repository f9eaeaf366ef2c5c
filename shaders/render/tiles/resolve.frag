// Turns a pixel's sums into light, and clears them for the next frame.
#include "shared.h"

layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };
uniform vec2 frame_size;  // pixels
uniform float unit;        // the light of one unit
out vec4 color;

const float UPPER = 4294967296.0;  // lower words in an upper one

void main() {
    const uint row = uint(frame_size.x), plane = row * uint(frame_size.y);
    const uvec2 pixel = uvec2(gl_FragCoord.xy);
    vec3 light;
    for (uint c = 0u; c < 3u; ++c) {
        const uint at = c * plane + pixel.y * row + pixel.x;
        light[c] = (float(tile_sums[at + 3u * plane]) * UPPER + float(tile_sums[at])) * unit;
        tile_sums[at] = 0u;
        tile_sums[at + 3u * plane] = 0u;
    }
    color = vec4(light, 0.0);
}
