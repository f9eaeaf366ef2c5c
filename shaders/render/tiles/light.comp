// Adds up the light of sprites, except those of the last level. A work group has a window of a tile with its apron: it adds
// a part of the tile's sprites in shared memory, then adds the pixels that received light to the frame's sums.
#include "render/tiles/work.glsl"
#include "render/tiles/packed_sprite.glsl"
layout(local_size_x = LIGHT_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) readonly buffer TileSprites { uvec4 tile_sprites[]; };

const uint PITCH = TILE_WINDOW + 1u;  // odd, so that neighbouring rows and columns lie in different banks
const uint CELLS = PITCH * TILE_WINDOW;

shared uint sums[3u * CELLS];

void add_units(uint cell, uvec3 units) {
    atomicAdd(sums[cell], units.r);
    atomicAdd(sums[CELLS + cell], units.g);
    atomicAdd(sums[2u * CELLS + cell], units.b);
}

// Adds the sprite's pixels in the window from `low` to `high`, line by line: across its longer axis, so that lines are
// short. Of the `lanes` threads that share the sprite, this one has every `lanes`-th line, beginning with line `lane`.
void add_sprite(PixelSprite sprite, ivec2 corner, ivec2 low, ivec2 high, int lane, int lanes) {
    const bool by_rows = abs(sprite.along.y) > abs(sprite.along.x);
    if (by_rows) {
        sprite.center = sprite.center.yx;
        sprite.along = sprite.along.yx;
        low = low.yx;
        high = high.yx;
        corner = corner.yx;
    }
    // From here on the lines are columns. The ellipse is where a y^2 + 2 b x y + c x^2 < 1 for offsets x and y from its
    // centre.
    const vec2 per_axis = 1.0 / (vec2(sprite.reach, sprite.radius) * vec2(sprite.reach, sprite.radius));
    const vec2 squares = sprite.along * sprite.along;
    const float a = dot(squares.yx, per_axis), c = dot(squares, per_axis), inverse_a = 1.0 / a;
    const float b = sprite.along.x * sprite.along.y * (per_axis.x - per_axis.y);
    const float determinant = per_axis.x * per_axis.y;  // a c - b^2
    const float wide = sqrt(a / determinant);           // half the width of the ellipse
    const int begin = max(int(ceil(sprite.center.x - wide - 0.5)), low.x);
    const int end = min(int(floor(sprite.center.x + wide - 0.5)), high.x);
    const vec2 up = by_rows ? camera.view[1].yx : camera.view[1].xy;
    const float per_softness = sprite.softness > 0.0 ? 0.5 / sprite.softness : 0.0;
    const float above = sprite.softness > 0.0 ? sprite.height * per_softness + 0.5 : 1.0;
    const uint line_pitch = by_rows ? PITCH : 1u, pitch = by_rows ? 1u : PITCH;
    const uint line_seed = by_rows ? SEED_PER_ROW : SEED_PER_COLUMN, seed = by_rows ? SEED_PER_COLUMN : SEED_PER_ROW;
    const vec3 light = sprite.light * UNITS;
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
            const float share = inside * inside * clamp(above + per_softness * (up.x * x + up.y * y), 0.0, 1.0);
            if (share > 0.0) add_units(cell, uvec3(light * share + rounding_of(random)));
            y += 1.0;
            cell += pitch;
            random += seed;
        }
    }
}

// Returns how many threads share a sprite: fewer if there are many sprites.
uint lanes_for(Part part) {
    const uint many = LIGHT_THREADS, fewer = 4u;
    return part.end - part.begin < many ? part.level.lanes : max(1u, part.level.lanes / fewer);
}

// True if the circle around the sprite overlaps the window from `low` to `high`.
bool touches(uvec4 word, vec2 tile_corner, float side, float apron, ivec2 low, ivec2 high) {
    const vec2 center = unpack_center(word, tile_corner, side, apron);
    const vec2 away = center - clamp(center, vec2(low), vec2(high + 1));
    const float reach = unpack_reach(word, apron);
    return dot(away, away) < reach * reach;
}

void main() {
    const uint item = group_index();
    if (item >= tile_work[levels[level_count - 1u].first_key]) return;  // the same for the whole group
    const Part part = part_of(item, 0u);
    const float side = float(part.level.side), apron = float(part.level.apron);
    const ivec2 tile_corner = corner_of_tile(part);
    const ivec2 corner = tile_corner + ivec2(place_of_window(part)) * int(TILE_WINDOW);
    const ivec2 low = max(corner, ivec2(0)), high = min(corner + int(TILE_WINDOW), ivec2(frame_size)) - 1;
    if (any(greaterThan(low, high))) return;  // off the frame
    for (uint i = gl_LocalInvocationIndex; i < 3u * CELLS; i += LIGHT_THREADS) sums[i] = 0u;
    block_barrier();
    const uint lanes = lanes_for(part), lane = gl_LocalInvocationIndex % lanes;
    for (uint e = part.begin + gl_LocalInvocationIndex / lanes; e < part.end; e += LIGHT_THREADS / lanes) {
        const uvec4 word = tile_sprites[tile_entries[e]];
        if (!touches(word, vec2(tile_corner), side, apron, low, high)) continue;
        const PixelSprite sprite = unpack_sprite(word, vec2(tile_corner), side, apron);
        add_sprite(sprite, corner, low, high, int(lane), int(lanes));
    }
    block_barrier();
    for (uint i = gl_LocalInvocationIndex; i < 3u * CELLS; i += LIGHT_THREADS) {
        const uint cell = i % CELLS, units = sums[i];
        if (units != 0u) add_to_pixel(uvec2(corner + ivec2(cell % PITCH, cell / PITCH)), i / CELLS, units);
    }
}
