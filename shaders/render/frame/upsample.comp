// Smooths a smaller level by four bilinear samples, which approximate a 3 x 3 tent; the result is mixed with the
// larger level.
#include "render/each_pixel.glsl"

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;
uniform float share;  // of this level and the smaller ones in the result

void main() {
    if (!is_in_image()) return;
    const vec2 place = own_place();
    vec2 texel = 0.5 / vec2(textureSize(frame, 0));
    vec3 sum = texture(frame, place + texel * vec2(-1.0, -1.0)).rgb + texture(frame, place + texel * vec2(1.0, -1.0)).rgb +
               texture(frame, place + texel * vec2(-1.0, 1.0)).rgb + texture(frame, place + texel * vec2(1.0, 1.0)).rgb;
    const vec4 own = imageLoad(image, own_pixel());
    imageStore(image, own_pixel(), vec4(mix(own.rgb, sum * 0.25, share), own.a));
}
