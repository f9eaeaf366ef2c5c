// Gathers the mean of several pictures: a share of the newest one, and of the mean of those before it the rest.
#include "render/frame/each_pixel.glsl"

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;  // the newest
uniform float share;

void main() {
    if (!is_in_image()) return;
    const vec4 newest = min(texelFetch(frame, own_pixel(), 0), vec4(MAX_HALF));  // infinity would stay for ever
    imageStore(image, own_pixel(), mix(imageLoad(image, own_pixel()), newest, share));
}
