// Downsamples a texture: the mean of 4 x 4 texels by four bilinear samples at the corners of texels. At half the size
// the boxes overlap by half, which keeps small lights from flickering; at a quarter they tile.
#include "render/each_pixel.glsl"

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;

void main() {
    if (!is_in_image()) return;
    const vec2 place = own_place();
    vec2 texel = 1.0 / vec2(textureSize(frame, 0));
    vec3 sum = texture(frame, place + texel * vec2(-1.0, -1.0)).rgb + texture(frame, place + texel * vec2(1.0, -1.0)).rgb +
               texture(frame, place + texel * vec2(-1.0, 1.0)).rgb + texture(frame, place + texel * vec2(1.0, 1.0)).rgb;
    imageStore(image, own_pixel(), vec4(sum * 0.25, 1.0));
}
