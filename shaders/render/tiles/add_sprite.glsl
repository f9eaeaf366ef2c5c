// Adds up the pixels of a sprite whose light adds up, in whole units, so that the order of the sprites does not change
// the sums.
#include "render/tiles/pixels.glsl"
#ifdef SHOWS_PICTURES
#include "render/sprites/picture.glsl"
#endif

// Adds units of each channel to a cell, which is a pixel. Who includes this file defines it.
void add_units(uint cell, uvec4 units);

// A sprite's seed grows by these from pixel to pixel.
const uint SEED_PER_COLUMN = 2654435769u, SEED_PER_ROW = 2246822507u;

// Returns a number from 0 to 1 by which a pixel's light is rounded, so that many sprites of less than a unit have their
// light together. It depends on the sprite and the pixel alone.
float rounding_of(uint seed) { return float(seed >> 8u) * (1.0 / 16777216.0); }

// Returns what a sprite shows at `d` pixels from its centre, where a soft disc has `inside` squared; factors on its light.
vec4 shown_of(PixelSprite sprite, vec2 d, float inside) {
#ifdef SHOWS_PICTURES
    if ((sprite.picture.x & PICTURE_IS_TURNED) != 0u) return turned_picture_at(sprite.picture, sprite.map, d);
    if (sprite.picture != uvec2(0u)) {
        const vec2 place = vec2(dot(d, sprite.along), dot(d, vec2(-sprite.along.y, sprite.along.x)));
        const vec2 half_sides = vec2(sprite.reach, sprite.radius) / PICTURE_RADIUS;
        return picture_at(sprite.picture, place / half_sides, 1.0 / half_sides);
    }
#endif
    return vec4(inside * inside);
}

// Adds the sprite's pixels from `low` to `high`, line by line: across its longer axis, so that lines are short. Rows of
// cells lie `row_pitch` apart, and cell 0 is the pixel `corner`. Of the `lanes` threads that share the sprite, this one
// has every `lanes`-th line, beginning with line `lane`.
void add_sprite(PixelSprite sprite, ivec2 corner, uint row_pitch, ivec2 low, ivec2 high, int lane, int lanes) {
    const PixelSprite upright = sprite;
    const bool by_rows = abs(sprite.along.y) > abs(sprite.along.x);
    if (by_rows) {
        sprite.center = sprite.center.yx;
        sprite.along = sprite.along.yx;
        low = low.yx;
        high = high.yx;
        corner = corner.yx;
    }
    // From here on the lines are columns.
    const vec3 ellipse = ellipse_of(sprite);
    const float a = ellipse.z, b = ellipse.y, c = ellipse.x, inverse_a = 1.0 / a;
    const float determinant = 1.0 / (sprite.reach * sprite.reach * sprite.radius * sprite.radius);  // a c - b^2
    const float wide = sqrt(a / determinant);                                                     // half the width of the ellipse
    const int begin = max(int(ceil(sprite.center.x - wide - 0.5)), low.x);
    const int end = min(int(floor(sprite.center.x + wide - 0.5)), high.x);
    const vec2 up = by_rows ? camera.view[1].yx : camera.view[1].xy;
    const vec2 fade = fade_of(sprite);
    const uint line_pitch = by_rows ? row_pitch : 1u, pitch = by_rows ? 1u : row_pitch;
    const uint line_seed = by_rows ? SEED_PER_ROW : SEED_PER_COLUMN, seed = by_rows ? SEED_PER_COLUMN : SEED_PER_ROW;
    const vec4 light = sprite.light * float(LIGHT_UNITS);
    for (int line = begin + lane; line <= end; line += lanes) {
        const float x = float(line) + 0.5 - sprite.center.x;
        const float middle = sprite.center.y - b * x * inverse_a - 0.5;
        const float half_length = sqrt(max(0.0, a - x * x * determinant)) * inverse_a;
        const int first = max(int(ceil(middle - half_length)), low.y);
        const int last = min(int(floor(middle + half_length)), high.y);
        float y = float(first) + 0.5 - sprite.center.y;
        uint cell = uint(line - corner.x) * line_pitch + uint(first - corner.y) * pitch;
        uint random = sprite.seed + uint(line) * line_seed + uint(first) * seed;
        for (int i = first; i <= last; ++i) {
            const float inside = max(0.0, 1.0 - (y * (a * y + 2.0 * b * x) + c * x * x));
            const vec4 share = shown_of(upright, by_rows ? vec2(y, x) : vec2(x, y), inside) *
                               clamp(fade.x + fade.y * (up.x * x + up.y * y), 0.0, 1.0);
            if (share != vec4(0.0)) add_units(cell, uvec4(light * share + rounding_of(random)));
            y += 1.0;
            cell += pitch;
            random += seed;
        }
    }
}

// The light of each pixel: sums of 64 bits, the lower words of each channel, then the upper ones.

layout(std430, binding = BIND_TILE_SUMS) buffer TileSums { uint tile_sums[]; };

// Adds units of one channel to the sum of a pixel; pixels are counted row by row.
void add_to_pixel(uint pixel, uint channel, uint units) {
    const uint plane = uint(frame_size.x) * uint(frame_size.y), at = channel * plane + pixel;
    const uint before = atomicAdd(tile_sums[at], units);
    if (before > 0xFFFFFFFFu - units) atomicAdd(tile_sums[at + CHANNELS * plane], 1u);
}
