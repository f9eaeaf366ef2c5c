// Downsamples a texture: the mean of 4 x 4 texels by four bilinear samples at the corners of texels. At half the size
// the boxes overlap by half, which keeps small lights from flickering; at a quarter they tile.
#include "shared.h"

in vec2 place;
out vec4 color;
layout(binding = TEXTURE_FRAME) uniform sampler2D frame;

void main() {
    vec2 texel = 1.0 / vec2(textureSize(frame, 0));
    vec3 sum = texture(frame, place + texel * vec2(-1.0, -1.0)).rgb + texture(frame, place + texel * vec2(1.0, -1.0)).rgb +
               texture(frame, place + texel * vec2(-1.0, 1.0)).rgb + texture(frame, place + texel * vec2(1.0, 1.0)).rgb;
    color = vec4(sum * 0.25, 1.0);
}
