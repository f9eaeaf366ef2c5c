// The depth of the particle that has claimed each pixel, as claim.glsl says, in the form in which a host stores depths.
#include "render/frame/each_pixel.glsl"
layout(binding = TEXTURE_FRAME) uniform usampler2D claims;

uniform vec4 to_depth;   // of the eye's z, which is below 0: (x z + y) / (z z + w) for its four numbers
uniform float farthest;  // of pixels that no particle has

void main() {
    if (!is_in_image()) return;
    const uvec2 claim = texelFetch(claims, own_pixel(), 0).xy;
    const float z = -uintBitsToFloat(claim.y);
    imageStore(image, own_pixel(), vec4(claim.x == 0u ? farthest : (to_depth.x * z + to_depth.y) / (to_depth.z * z + to_depth.w)));
}
