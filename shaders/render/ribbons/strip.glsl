// The picture along a ribbon. Its width lies along the ribbon, its left at the older points, and its height across.
#include "shared.h"
#include "effects/rows.h"
#include "render/sprites/picture.glsl"

// A frame of a picture at a point of a ribbon.
struct Strip {
    uint first;   // row; 0: there is no picture
    uint frame;
    float along;  // in pictures
    bool repeats; // else it lies there once, from 0 to 1
};

const Strip NO_STRIP = Strip(0u, 0u, 0.0, false);

Strip strip_of(uint first, float frame, float along, bool repeats) {
    const float frames = float(texelFetch(picture_rows, int(first)).z);
    const float nth = mod(floor(frame), frames);
    return Strip(first, nth > 0.0 ? uint(min(nth, frames - 1.0)) : 0u, abs(along) < 1e30 ? along : 0.0, repeats);
}

uvec4 words_of(Strip s) { return uvec4(s.first, s.frame, floatBitsToUint(s.along), s.repeats ? 1u : 0u); }

Strip strip_from(uvec4 words) { return Strip(words.x, words.y, uintBitsToFloat(words.z), words.w != 0u); }

// Returns a level of the picture at a place, 0 to 1 from its upper left, linear between the middles of texels. Where the
// picture repeats, the first column follows the last.
vec4 strip_level(Strip s, uint nth, vec2 place) {
    const uvec4 level = texelFetch(picture_rows, int(s.first + PICTURE_HEAD + nth));
    const vec2 size = vec2(level.yz);
    vec2 at = place * size - 0.5;
    at = vec2(s.repeats ? mod(at.x, size.x) : clamp(at.x, 0.0, size.x - 1.0), clamp(at.y, 0.0, size.y - 1.0));
    const uvec2 texel = min(uvec2(at), level.yz - 1u);
    const uint row = s.first + level.x + (s.frame * level.z + texel.y) * level.y;
    const uvec4 words = texelFetch(picture_rows, int(row + texel.x));
    uvec2 right = words.yw;
    if (s.repeats && texel.x + 1u == level.y) right = texelFetch(picture_rows, int(row)).xz;
    return weighed_texels(uvec4(words.x, right.x, words.z, right.y), weights_at(at - vec2(texel)));
}

// Returns the colour, multiplied by alpha, and the alpha of the picture at a place: along in pictures, across -1 to 1 from
// the right edge of the ribbon to the left one. A pixel is so large in both; two neighbouring levels are blended.
vec4 strip_at_place(Strip s, vec2 place, vec2 pixel) {
    const uvec4 head = texelFetch(picture_rows, int(s.first));
    const vec2 texels = vec2(head.xy) * pixel * vec2(1.0, 0.5);
    const float level = clamp(log2(max(max(texels.x, texels.y), 1.0)), 0.0, float(head.w - 1u)), part = fract(level);
    const vec2 share = vec2(place.x, 0.5 - 0.5 * place.y);
    const vec4 shown = strip_level(s, uint(level), share);
    return part > 0.0 ? mix(shown, strip_level(s, uint(level) + 1u, share), part) : shown;
}
