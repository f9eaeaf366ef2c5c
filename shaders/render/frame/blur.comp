// A step between two levels of a blur, by four bilinear samples of the level that it reads. If SPREADS is 0, the mean of 4 x 4
// texels, by samples at the corners of texels: at half the size the boxes overlap by half, which keeps small lights from
// flickering; at a quarter they tile. If it is 1, a smaller level is smoothed by what approximates a 3 x 3 tent, and mixed
// with the larger level.
#include "render/frame/each_pixel.glsl"

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;

// Returns the mean of the samples that lie so many texels from the pixel in both directions.
vec3 mean_around(float texels) {
    const vec2 place = own_place();
    const vec2 away = texels / vec2(textureSize(frame, 0));
    vec3 sum = texture(frame, place + away * vec2(-1.0, -1.0)).rgb + texture(frame, place + away * vec2(1.0, -1.0)).rgb +
               texture(frame, place + away * vec2(-1.0, 1.0)).rgb + texture(frame, place + away * vec2(1.0, 1.0)).rgb;
    return sum * 0.25;
}

#if SPREADS
uniform float share;  // of this level and the smaller ones in the result

void main() {
    if (!is_in_image()) return;
    const vec4 own = imageLoad(image, own_pixel());
    imageStore(image, own_pixel(), vec4(mix(own.rgb, mean_around(0.5), share), own.a));
}
#else
void main() {
    if (is_in_image()) imageStore(image, own_pixel(), vec4(mean_around(1.0), 1.0));
}
#endif
