// Blends the chunks of a pixel's tile over each other, from front to back, and over the frame.
#include "render/tiles/levels.glsl"
#include "render/tiles/cells.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_CHUNKS) readonly buffer TileChunks { uvec2 tile_chunks[]; };
layout(rgba16f, binding = IMAGE_FRAME) uniform image2D frame;

void main() {
    const uint groups_per_window = CELLS / TILE_THREADS, window = group_index() / groups_per_window;
    const uint columns = groups_for(uint(imageSize(frame).x), COVER_WINDOW);  // of windows in the frame
    const uvec2 at = uvec2(window % columns, window / columns);
    const uint cell = group_index() % groups_per_window * TILE_THREADS + gl_LocalInvocationIndex;
    const uvec2 pixel = at * COVER_WINDOW + pixel_of_cell(cell);
    if (any(greaterThanEqual(pixel, uvec2(imageSize(frame))))) return;

    const TileLevel level = levels[plan.level];
    const uint side = level.side / COVER_WINDOW;
    const uvec2 tile = at / side, in_tile = at % side;
    const uint key = tile.y * level.columns + tile.x;
    const uint first = tile_work[key], chunks = (tile_work[key + 1u] - first) / level.windows;
    if (chunks == 0u) return;
    vec4 light = vec4(0.0, 0.0, 0.0, 1.0);  // w: what passes
    for (uint c = chunks; c-- > 0u;) {
        const uint item = first + c * level.windows + in_tile.y * level.window_columns + in_tile.x;
        const uvec2 chunk = tile_chunks[item * CELLS + cell];
        const vec4 own = vec4(unpackHalf2x16(chunk.x), unpackHalf2x16(chunk.y));
        light += vec4(own.rgb, -own.a) * light.w;
    }
    const vec4 behind = imageLoad(frame, ivec2(pixel));
    imageStore(frame, ivec2(pixel), vec4(light.rgb, 0.0) + behind * light.w);
}
