// The pictures that particles are drawn as, as app/effects/data/picture.cpp lays them out: rows of four words in the texture of
// the effect's files. Frames have several sizes, each half of the one before, so that what is drawn small does not flicker;
// they never share texels, so that none bleeds into the next.
#include "effects/rows.h"
#include "shared.h"

layout(binding = TEXTURE_PICTURES) uniform usamplerBuffer picture_rows;

const float PICTURE_RADIUS = 1.41421356;  // of the circle around a picture whose half side is 1

// A frame of a picture as a sprite has it, in two words: the first row and, in the highest bits, if it is mirrored and if it is turned; the frame,
// from 0, and the level, each in 256ths. All zero: the sprite has no picture.
const uint PICTURE_IS_MIRRORED = 0x80000000u;
const uint PICTURE_IS_TURNED = 0x40000000u;  // its sides are not at a right angle, as the eye sees them
const uint PICTURE_FIRST = 0x3FFFFFFFu;      // the bits of the row
const uint LEVEL_BITS = 12u;
const float MAX_LEVEL = 15.0;
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
    const float level = clamp(log2(max(max(texels.x, texels.y), 1.0)), 0.0, min(float(head.w - 1u), MAX_LEVEL));
    const float nth = clamp(mod(frame, float(head.z)), 0.0, float(head.z));  // 0 of what is no number
    const uint frames_256 = uint(nth * STEPS + 0.5) % (head.z * uint(STEPS));
    return uvec2(first | (is_mirrored ? PICTURE_IS_MIRRORED : 0u), frames_256 << LEVEL_BITS | uint(level * STEPS + 0.5));
}

// Returns a texel times a weight: alpha as 0 to 255, and the colour, which is stored as square roots, as 0 to 255 squared.
vec4 weighed_bytes(uint word, float weight) {
    const vec4 bytes = vec4(word & 255u, word >> 8u & 255u, word >> 16u & 255u, word >> 24u);
    return vec4(bytes.rgb * bytes.rgb, bytes.a) * weight;
}

// Returns the sum of four texels times their weights.
vec4 weighed_texels(uvec4 words, vec4 weights) {
    const vec4 sum = weighed_bytes(words.x, weights.x) + weighed_bytes(words.y, weights.y) + weighed_bytes(words.z, weights.z) +
                     weighed_bytes(words.w, weights.w);
    return sum * vec4(vec3(1.0 / (255.0 * 255.0)), 1.0 / 255.0);
}

// Returns the weights of a texel, the one to the right, and the two below, for a place between their middles.
vec4 weights_at(vec2 part) {
    return vec4(1.0 - part.x, part.x, 1.0 - part.x, part.x) * vec4(1.0 - part.y, 1.0 - part.y, part.y, part.y);
}

// Two neighbouring frames of a level, the first after the last, and the share of the second in their blend.
struct PictureFrames {
    uvec2 rows;  // where each begins
    uvec2 size;  // in texels
    float part;
};

PictureFrames frames_of(uint first, uint nth, uint frames_256) {
    const uvec4 level = texelFetch(picture_rows, int(first + PICTURE_HEAD + nth));
    const uint steps = uint(STEPS), frame = frames_256 / steps;
    const uvec2 both = uvec2(frame, (frame + 1u) % level.w);
    return PictureFrames(first + level.x + both * (level.z * level.y), level.yz, float(frames_256 % steps) / STEPS);
}

// Returns the blend at a place, 0 to 1 from the upper left, linear between the middles of texels. A row holds a texel and its
// neighbours to the right and below.
vec4 blend_at(PictureFrames frames, vec2 place) {
    const vec2 size = vec2(frames.size), at = clamp(place * size - 0.5, vec2(0.0), size - 1.0);
    const uvec2 texel = uvec2(at), rows = frames.rows + (texel.y * frames.size.x + texel.x);
    const vec4 weights = weights_at(at - vec2(texel));
    const vec4 now = weighed_texels(texelFetch(picture_rows, int(rows.x)), weights * (1.0 - frames.part));
    if (frames.part == 0.0) return now;
    return now + weighed_texels(texelFetch(picture_rows, int(rows.y)), weights * frames.part);
}

// Returns how much of a pixel at a place of a picture, -1 to 1 along and across, lies within: the border is as soft as a pixel.
float share_in_picture(vec2 place, vec2 pixel) {
    const vec2 border = clamp((1.0 - abs(place)) / pixel + 0.5, 0.0, 1.0);
    return border.x * border.y;
}

// Returns where a place of a picture lies in its frames.
vec2 place_in_frame(vec2 place, bool is_mirrored) { return 0.5 + 0.5 * vec2(place.x, is_mirrored ? place.y : -place.y); }

// Returns the colour, multiplied by alpha, and the alpha of the picture at a place.
vec4 picture_at(uvec2 picture, vec2 place, vec2 pixel) {
    const float inside = share_in_picture(place, pixel);
    if (inside == 0.0) return vec4(0.0);
    const uint first = picture.x & PICTURE_FIRST, frames_256 = picture.y >> LEVEL_BITS;
    const uint level_256 = picture.y & ((1u << LEVEL_BITS) - 1u), steps = uint(STEPS), nth = level_256 / steps;
    const vec2 share = place_in_frame(place, (picture.x & PICTURE_IS_MIRRORED) != 0u);
    vec4 shown = blend_at(frames_of(first, nth, frames_256), share);
    if (level_256 % steps != 0u)
        shown = mix(shown, blend_at(frames_of(first, nth + 1u, frames_256), share), float(level_256 % steps) / STEPS);
    return shown * inside;
}

// The map from pixels, seen from the middle of a turned picture, to the circle around the picture, in two words.
uvec2 pack_map(mat2 map) { return uvec2(packHalf2x16(map[0]), packHalf2x16(map[1])); }

vec4 turned_picture_at(uvec2 picture, uvec2 packed_map, vec2 d) {
    const mat2 map = mat2(unpackHalf2x16(packed_map.x), unpackHalf2x16(packed_map.y)) * PICTURE_RADIUS;
    return picture_at(picture, map * d, vec2(length(vec2(map[0].x, map[1].x)), length(vec2(map[0].y, map[1].y))));
}

// Returns the frames of the level nearest to the pixel's size, for one read where picture_at() blends two levels.
PictureFrames nearest_frames(uvec2 picture) {
    const uint level_256 = picture.y & ((1u << LEVEL_BITS) - 1u), steps = uint(STEPS);
    return frames_of(picture.x & PICTURE_FIRST, (level_256 + steps / 2u) / steps, picture.y >> LEVEL_BITS);
}

// Returns the mean alpha of a frame: that of its last level, which is one texel.
float picture_opacity(uint first, float frame) {
    return picture_at(picture_of(first, frame, vec2(1e9), false), vec2(0.0), vec2(1.0)).a;
}
