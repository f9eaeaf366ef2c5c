// Smooths a smaller level by four bilinear samples, which approximate a 3 x 3 tent; the result is blended over the
// larger level.
#include "shared.h"

in vec2 place;
out vec4 color;
layout(binding = TEXTURE_FRAME) uniform sampler2D frame;
uniform float share;  // of this level and the smaller ones in the result

void main() {
    vec2 texel = 0.5 / vec2(textureSize(frame, 0));
    vec3 sum = texture(frame, place + texel * vec2(-1.0, -1.0)).rgb + texture(frame, place + texel * vec2(1.0, -1.0)).rgb +
               texture(frame, place + texel * vec2(-1.0, 1.0)).rgb + texture(frame, place + texel * vec2(1.0, 1.0)).rgb;
    color = vec4(sum * 0.25, share);
}
