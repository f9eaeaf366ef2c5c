// Moves what is seen in each pixel by the sum of the distortions that particles have drawn there. What is solid and lies before
// them stays where it is.
#include "render/frame/each_pixel.glsl"
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;              // a copy of the image
layout(binding = TEXTURE_DISTORTIONS) uniform sampler2D distortions;  // as render/sprites/sprites.glsl draws them

void main() {
    if (!is_in_image()) return;
    const vec4 distortion = texelFetch(distortions, own_pixel(), 0);
    if (distortion.xy == vec2(0.0)) return;
    const vec2 from = own_place() - distortion.xy;
    if (has_objects) {
        const vec4 depths = textureGather(object_depths, from);  // of the pixels that the place is blended of
        if (metres_of(min(min(depths.x, depths.y), min(depths.z, depths.w))) * distortion.w < distortion.z) return;
    }
    imageStore(image, own_pixel(), textureLod(frame, from, 0.0));
}
