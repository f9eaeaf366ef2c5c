// Adds up the light of the last level's sprites, which reach over much of the frame: a work group has a window of the
// frame, and its threads have the window's pixels. It goes through a part of the sprites, which it projects again, and each
// thread adds what its pixels receive.
#include "render/tiles/work.glsl"
#include "render/tiles/projected.glsl"
layout(local_size_x = TILE_THREADS) in;

const uint PIXELS = WHOLE_WINDOW * WHOLE_WINDOW / TILE_THREADS;  // of a thread
const uint ROWS = TILE_THREADS / WHOLE_WINDOW;                        // between two of them

shared PixelSprite batch[TILE_THREADS];
shared uint batched;

bool touches(PixelSprite sprite, vec2 corner) {
    const vec2 nearest = clamp(sprite.center, corner, corner + float(WHOLE_WINDOW));
    const vec2 away = sprite.center - nearest;
    return dot(away, away) < sprite.reach * sprite.reach;
}

void collect(uint entry, uint end, vec2 corner) {
    uint at;
    PixelSprite sprite;
    if (entry < end && find_particle(tile_entries[entry], at) && project(at, sprite) && touches(sprite, corner))
        batch[atomicAdd(batched, 1u)] = sprite;
}

void main() {
    const uint first_key = levels[level_count - 1u].first_key, item = group_index() + tile_work[first_key];
    if (item >= tile_work[key_count()]) return;  // the same for the whole group
    const Part part = part_of(item, first_key);
    const ivec2 corner = ivec2(place_of_window(part) * WHOLE_WINDOW);
    const ivec2 first = corner + ivec2(gl_LocalInvocationIndex % WHOLE_WINDOW, gl_LocalInvocationIndex / WHOLE_WINDOW);
    uvec3 sum[PIXELS];
    for (uint p = 0u; p < PIXELS; ++p) sum[p] = uvec3(0u);
    for (uint begin = part.begin; begin < part.end; begin += TILE_THREADS) {
        if (gl_LocalInvocationIndex == 0u) batched = 0u;
        block_barrier();
        collect(begin + gl_LocalInvocationIndex, part.end, vec2(corner));
        block_barrier();
        for (uint i = 0u; i < batched; ++i)
            for (uint p = 0u; p < PIXELS; ++p) sum[p] += units_at(batch[i], uvec2(first + ivec2(0, p * ROWS)));
        block_barrier();
    }
    for (uint p = 0u; p < PIXELS; ++p) {
        const ivec2 pixel = first + ivec2(0, p * ROWS);
        if (any(greaterThanEqual(pixel, ivec2(frame_size)))) continue;
        for (uint c = 0u; c < 3u; ++c)
            if (sum[p][c] != 0u) add_to_pixel(uvec2(pixel), c, sum[p][c]);
    }
}
