// Tone maps the HDR frame into 8 bits: bloom, exposure, vignette, grading, tone curve, sRGB, dither. With
// GRADED 1 it changes tint, saturation and contrast. If EDGES is 1 it smooths the
// silhouettes of solid surfaces, which must be done behind the curve: the mean of dark and very bright light is bright.
#include "render/frame/each_pixel.glsl"
#include "render/frame/tone_curve.glsl"
#if EDGES
#define OBJECTS 1
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"

// Smooths the silhouettes of solid surfaces (after A. Reshetov, "Morphological antialiasing", 2009): an edge that runs along
// pixels for some way and then turns to one side is the picture of a slanted line, whose way through the pixels is known.
// Include it after objects/depth.glsl.
const int MAX_STEPS = 8;          // pixels that an edge is followed to each side
const float MIN_STEP = 0.02;     // share of the distance by which the surfaces beside an edge are apart

// Returns the reciprocal of the depth that a pixel shows. Over the pixels of a plane it is linear.
float nearness(ivec2 pixel) {
    return 1.0 / object_depth(clamp(pixel, ivec2(0), textureSize(object_depths, 0) - 1));
}

// True if one surface ends between a pixel and the next in a direction: neither is where the other's surface would be.
bool is_edge(ivec2 pixel, ivec2 direction) {
    const float own = nearness(pixel), other = nearness(pixel + direction);
    const float from_own = 2.0 * own - nearness(pixel - direction), from_other = 2.0 * other - nearness(pixel + 2 * direction);
    return min(abs(other - from_own), abs(own - from_other)) > MIN_STEP * max(own, other);
}

// One end of an edge.
struct EdgeEnd {
    int steps;    // pixels to it
    bool closes;  // the edge turns towards the pixels that it was followed along
};

// Follows the edge between pixels and those beside them.
EdgeEnd end_of_edge(ivec2 pixel, ivec2 beside, ivec2 along) {
    for (int steps = 0; steps < MAX_STEPS; ++steps, pixel += along) {
        if (is_edge(pixel, along)) return EdgeEnd(steps, true);
        if (!is_edge(pixel + along, beside)) return EdgeEnd(steps, false);
    }
    return EdgeEnd(MAX_STEPS, false);
}

// Returns the area below a line that falls from a half to 0 within half a length of 1, up to this share of the length.
float area_to(float share) {
    const float x = min(share, 0.5);
    return 0.5 * (x - x * x);
}

// Returns the share of a pixel that lies beyond the line whose picture is an edge of so many pixels, with an end so far away.
float share_beyond(EdgeEnd end, int pixels) {
    if (!end.closes) return 0.0;
    const float size = float(pixels);
    return size * (area_to(float(end.steps + 1) / size) - area_to(float(end.steps) / size));
}

// Which neighbour's surface a pixel shows too, and to which share.
struct Neighbour {
    ivec2 direction;
    float share;
};

Neighbour neighbour_in(ivec2 pixel) {
    const ivec2 directions[4] = ivec2[](ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1));
    Neighbour most = Neighbour(ivec2(0), 0.0);
    for (int i = 0; i < 4; ++i) {
        const ivec2 beside = directions[i], along = beside.yx;
        if (!is_edge(pixel, beside)) continue;
        const EdgeEnd first = end_of_edge(pixel, beside, along), second = end_of_edge(pixel, beside, -along);
        const int pixels = first.steps + second.steps + 1;
        const float share = max(share_beyond(first, pixels), share_beyond(second, pixels));
        if (share > most.share) most = Neighbour(beside, share);
    }
    return most;
}
#endif

layout(binding = TEXTURE_FRAME) uniform sampler2D frame;  // alpha: the share of what lies behind that is covered
layout(binding = TEXTURE_BLOOM) uniform sampler2D bloom;
uniform float exposure;
uniform float bloom_strength;  // 0: none
uniform float vignette;        // share of the light that is lost in the corners
#if GRADED
uniform vec3 tint;
uniform float saturation, contrast;
#endif
uniform bool is_transparent;   // what is not covered is no part of the picture

#if GRADED
const float MIDDLE_GREY = 0.18;                       // of light before the curve
const vec3 LUMINANCE = vec3(0.2126, 0.7152, 0.0722);  // of the primaries of sRGB

vec3 graded(vec3 light) {
    light *= tint;
    light = max(mix(vec3(dot(light, LUMINANCE)), light, saturation), vec3(0.0));
    return min(MIDDLE_GREY * pow(light / MIDDLE_GREY, vec3(contrast)), vec3(MAX_HALF));
}
#endif

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
    light *= EXPOSURE * exposure * (1.0 - vignette * 2.0 * dot(off, off));
#if GRADED
    light = graded(light);
#endif
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
