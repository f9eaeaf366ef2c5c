// Puts the layer of ribbons that cover over an image, or, with UNDER, behind it: then the image's alpha is the share of the
// light from behind that passes.
#include "render/frame/each_pixel.glsl"

layout(binding = TEXTURE_RIBBONS) uniform sampler2D ribbon_layer;

void main() {
    if (!is_in_image()) return;
    const vec4 layer = texelFetch(ribbon_layer, own_pixel(), 0);
    if (layer.a == 0.0) return;
    vec4 all = imageLoad(image, own_pixel());
#ifdef UNDER
    all = vec4(all.rgb + all.a * layer.rgb, all.a * (1.0 - layer.a));
#else
    all.rgb = layer.rgb + (1.0 - layer.a) * all.rgb;
#endif
    imageStore(image, own_pixel(), vec4(min(all.rgb, vec3(MAX_HALF)), all.a));
}
