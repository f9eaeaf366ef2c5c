// The pictures that particles are drawn as, as app/effects/picture.cpp lays them out: rows of four words in the texture of
// the effect's files. Frames have several sizes, each half of the one before, so that what is drawn small does not flicker;
// they never share texels, so that none bleeds into the next.
#include "effects/rows.h"
#include "shared.h"

layout(binding = TEXTURE_PICTURES) uniform usamplerBuffer picture_rows;

const float PICTURE_RADIUS = 1.41421356;  // of the circle around a picture whose half side is 1

// A frame of a picture as a sprite has it, in two words: the first row and, in the highest bit, if it is mirrored; the frame,
// from 0, and the level, each in 256ths. All zero: the sprite has no picture.
const uint PICTURE_IS_MIRRORED = 0x80000000u;
const uint LEVEL_BITS = 12u;
const float MOST_LEVEL = 15.0;
const float STEPS = 256.0;

// Returns the share of the diameter that a frame's width and height have: the longer one has all of it.
vec2 picture_shape(uint first) {
    const vec2 size = vec2(texelFetch(picture_rows, int(first)).xy);
    return size / max(size.x, size.y);
}

// Returns the frame for pixels of this size, along and across, where half a side of the picture is 1.
uvec2 picture_of(uint first, float frame, vec2 pixel, bool is_mirrored) {
    const uvec4 head = texelFetch(picture_rows, int(first));
    const vec2 texels = 0.5 * vec2(head.xy) * pixel;  // in a pixel
    const float level = clamp(log2(max(max(texels.x, texels.y), 1.0)), 0.0, min(float(head.w - 1u), MOST_LEVEL));
    const float nth = clamp(mod(frame, float(head.z)), 0.0, float(head.z));  // 0 of what is no number
    const uint frames_256 = uint(nth * STEPS + 0.5) % (head.z * uint(STEPS));
    return uvec2(first | (is_mirrored ? PICTURE_IS_MIRRORED : 0u), frames_256 << LEVEL_BITS | uint(level * STEPS + 0.5));
}

// Returns a texel, whose colour is stored as square roots.
vec4 picture_texel(uint word) {
    const vec4 texel = unpackUnorm4x8(word);
    return vec4(texel.rgb * texel.rgb, texel.a);
}

// Returns a frame at a place, 0 to 1 from its upper left, linear between the middles of texels. A row holds a texel and its
// neighbours to the right and below.
vec4 picture_frame(uint first, uvec4 level, uint frame, vec2 place) {
    const vec2 size = vec2(level.yz), at = clamp(place * size - 0.5, vec2(0.0), size - 1.0);
    const uvec2 texel = uvec2(at);
    const vec2 part = at - vec2(texel);
    const uvec4 words = texelFetch(picture_rows, int(first + level.x + (frame * level.z + texel.y) * level.y + texel.x));
    return mix(mix(picture_texel(words.x), picture_texel(words.y), part.x),
               mix(picture_texel(words.z), picture_texel(words.w), part.x), part.y);
}

// Returns a level at a place: two neighbouring frames, the first after the last, are blended.
vec4 picture_level(uint first, uint nth, uint frames_256, vec2 place) {
    const uvec4 level = texelFetch(picture_rows, int(first + PICTURE_HEAD + nth));
    const uint steps = uint(STEPS), frame = frames_256 / steps;
    const vec4 now = picture_frame(first, level, frame, place);
    if (frames_256 % steps == 0u) return now;
    const vec4 next = picture_frame(first, level, (frame + 1u) % level.w, place);
    return mix(now, next, float(frames_256 % steps) / STEPS);
}

// Returns the colour, multiplied by alpha, and the alpha of the picture at a place of it, -1 to 1 along and across; its border
// is as soft as a pixel.
vec4 picture_at(uvec2 picture, vec2 place, vec2 pixel) {
    const vec2 border = clamp((1.0 - abs(place)) / pixel + 0.5, 0.0, 1.0);
    if (border.x * border.y == 0.0) return vec4(0.0);
    const uint first = picture.x & ~PICTURE_IS_MIRRORED, frames_256 = picture.y >> LEVEL_BITS;
    const uint level_256 = picture.y & ((1u << LEVEL_BITS) - 1u), steps = uint(STEPS), nth = level_256 / steps;
    const bool is_mirrored = (picture.x & PICTURE_IS_MIRRORED) != 0u;
    const vec2 share = 0.5 + 0.5 * vec2(place.x, is_mirrored ? place.y : -place.y);
    vec4 shown = picture_level(first, nth, frames_256, share);
    if (level_256 % steps != 0u)
        shown = mix(shown, picture_level(first, nth + 1u, frames_256, share), float(level_256 % steps) / STEPS);
    return shown * (border.x * border.y);
}

// Returns the mean alpha of a frame: that of its last level, which is one texel.
float picture_opacity(uint first, float frame) {
    return picture_at(picture_of(first, frame, vec2(1e9), false), vec2(0.0), vec2(1.0)).a;
}
