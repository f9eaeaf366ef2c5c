// Tone maps the HDR frame into 8 bits: bloom, exposure, tone curve, vignette, sRGB, dither. If EDGES is 1 it smooths the
// silhouettes of solid surfaces, which must be done behind the curve: the mean of dark and very bright light is bright.
#include "render/frame/each_pixel.glsl"
#if EDGES
#define OBJECTS 1
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"
#include "render/frame/edges.glsl"
#endif

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;  // alpha: the share of what lies behind that is covered
layout(binding = TEXTURE_BLOOM) uniform sampler2D bloom;
uniform float exposure;
uniform float bloom_strength;  // 0: none
uniform bool is_transparent;   // what is not covered is no part of the picture

const float EXPOSURE = 0.62;  // constant factor that suits the curve
const float VIGNETTE = 0.28;  // share of the light that is lost in the corners

// The ACES filmic curve in K. Narkowicz's fit (2015).
vec3 aces(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

const float HUE_KEPT = 0.6;                         // the share of a highlight's hue that is kept
const float HIGHLIGHT = 1.2, PALE = 8.0;  // light from which a hue is kept, and at which half of that is lost again

// Returns the light between 0 and 1. With the curve in each channel alone all highlights would turn pale: they keep part of
// their hue, and lose it slowly where they become very bright.
vec3 shown(vec3 light) {
    const float brightest = max(light.r, max(light.g, light.b));
    const vec3 same_hue = light / max(brightest, 1e-6) * aces(vec3(brightest));
    return mix(aces(light), same_hue, HUE_KEPT * smoothstep(0.0, HIGHLIGHT, brightest) * PALE / (PALE + brightest));
}

vec3 srgb(vec3 x) { return mix(x * 12.92, 1.055 * pow(max(x, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308))); }

// A dither of one 8-bit step, uniform over 4 x 4 pixels and more: interleaved gradient noise (J. Jimenez, 2014).
float dither(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

// Returns an sRGB colour over nothing as a straight colour with alpha: over black it is the colour again. Light that covers
// nothing needs as much alpha as its brightest channel, or else the colour would be above 1.
vec4 over_nothing(vec3 color, float covered) {
    const float alpha = round(max(covered, max(color.r, max(color.g, color.b))) * 255.0) / 255.0;
    return alpha > 0.0 ? vec4(color / alpha, alpha) : vec4(0.0);
}

// Returns the tone mapped light of a pixel of the frame, and its alpha.
vec4 shown_at(ivec2 pixel, vec2 place) {
    const vec4 seen = texelFetch(frame, pixel, 0);
    vec3 light = seen.rgb;
    if (bloom_strength > 0.0) light += textureLod(bloom, place, 0.0).rgb * bloom_strength;
    light = min(light, vec3(MAX_HALF));  // the curve of infinity is no number
    vec2 off = place - 0.5;
    light *= EXPOSURE * exposure * (1.0 - VIGNETTE * 2.0 * dot(off, off));
    return vec4(shown(light), seen.a);
}

void main() {
    if (!is_in_image()) return;
    vec4 seen = shown_at(own_pixel(), own_place());
#if EDGES
    const Neighbour neighbour = neighbour_in(own_pixel());
    if (neighbour.share > 0.0) seen = mix(seen, shown_at(own_pixel() + neighbour.direction, own_place()), neighbour.share);
#endif
    const vec3 color = srgb(seen.rgb);
    const vec4 pixel = is_transparent ? over_nothing(color, seen.a) : vec4(color, 1.0);
    imageStore(image, own_pixel(), pixel + vec4(vec3((dither(vec2(own_pixel()) + 0.5) - 0.5) / 255.0), 0.0));
}
