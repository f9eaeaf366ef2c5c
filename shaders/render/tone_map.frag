// Tone maps the HDR frame into 8 bits: bloom, exposure, tone curve, vignette, sRGB, dither.
#include "shared.h"

in vec2 place;
out vec4 color;
layout(binding = TEXTURE_FRAME) uniform sampler2D frame;
layout(binding = TEXTURE_BLOOM) uniform sampler2D bloom;
uniform float exposure;
uniform float bloom_strength;  // 0: none

const float EXPOSURE = 0.62;  // constant factor that suits the curve
const float VIGNETTE = 0.28;  // share of the light that is lost in the corners

// The ACES filmic curve in K. Narkowicz's fit (2015), per channel, so that fire stays golden on its way to white.
vec3 aces(vec3 x) { return clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0); }

vec3 srgb(vec3 x) { return mix(x * 12.92, 1.055 * pow(max(x, vec3(1e-5)), vec3(1.0 / 2.4)) - 0.055, greaterThan(x, vec3(0.0031308))); }

// A dither of one 8-bit step, uniform over 4 x 4 pixels and more: interleaved gradient noise (J. Jimenez, 2014).
float dither(vec2 pixel) { return fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715)))); }

void main() {
    vec3 light = texelFetch(frame, ivec2(gl_FragCoord.xy), 0).rgb;
    if (bloom_strength > 0.0) light += texture(bloom, place).rgb * bloom_strength;
    vec2 off = place - 0.5;
    light *= EXPOSURE * exposure * (1.0 - VIGNETTE * 2.0 * dot(off, off));
    color = vec4(srgb(aces(light)) + (dither(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
