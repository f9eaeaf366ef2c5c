// Blends sprites that cover each other, from front to back. A work group has a window of a tile and a chunk of the tile's
// sprites. It takes them in batches: each thread unpacks one sprite and votes for the parts of the window that the sprite
// touches; then the threads of each part blend the sprites that have votes, until nothing more shows through. To blend is
// associative, so cover_resolve.comp blends what the chunks of a tile have become.
#if defined(OBJECTS) || defined(BEFORE_RIBBONS)
#define MEETS_SOLIDS
#endif
#include "render/tiles/work.glsl"
#include "render/tiles/packed_cover.glsl"
#include "render/tiles/cells.glsl"
#ifdef MEETS_SOLIDS
#include "render/objects/depth.glsl"
#endif
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif
layout(local_size_x = COVER_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) readonly buffer TileSprites { uvec4 tile_sprites[]; };
layout(std430, binding = BIND_TILE_CHUNKS) writeonly buffer TileChunks { uvec2 tile_chunks[]; };

const float OPAQUE = 1.0 / 4096.0;                         // light that passes where no more sprites are blended
const uint VOTE_WORDS = COVER_THREADS / VOTES_PER_WORD;  // of a part

// A batch: thread i's sprite is i-th.
shared vec4 batch_shape[COVER_THREADS];  // centre in the window; shape_of(), x and y
shared uvec4 batch_look[COVER_THREADS];  // shape_of(), z, a float; fade; premultiplied colour and opacity: halves
#ifdef PICTURES
shared uvec2 batch_picture[COVER_THREADS];  // zero: a soft disc
#endif
#ifdef MEETS_SOLIDS
shared vec2 batch_before[COVER_THREADS];  // depth, and softness before objects
#endif
shared uint votes[2u * PARTS * VOTE_WORDS];  // of this batch and the next, by turns
shared uint newest_open;                     // the last batch after which a pixel was not opaque

#ifdef PICTURES
// Returns the axis along as the share of it that a pixel is, and how many times the axis across is shorter.
vec3 shape_of(PixelSprite sprite) { return vec3(sprite.along / sprite.reach, sprite.reach / sprite.radius); }

// Returns what the batch's sprite `i` shows at `d` pixels from its centre: colour and opacity, both factors.
vec4 shown(uint i, vec3 shape, vec2 d) {
    const vec2 place = vec2(dot(d, shape.xy), dot(d, vec2(-shape.y, shape.x)) * shape.z);
    const float inside = max(0.0, 1.0 - dot(place, place));
    const uvec2 picture = batch_picture[i];
    if (picture == uvec2(0u) || inside == 0.0) return vec4(inside * inside);
    return picture_at(picture, place * PICTURE_RADIUS, length(shape.xy) * vec2(1.0, shape.z) * PICTURE_RADIUS);
}
#else
// Returns (a, c, b) of the ellipse.
vec3 shape_of(PixelSprite sprite) { return ellipse_of(sprite).xzy; }

vec4 shown(uint i, vec3 shape, vec2 d) {
    const float outside = d.x * (shape.x * d.x + 2.0 * shape.z * d.y) + shape.y * d.y * d.y;
    const float inside = max(0.0, 1.0 - outside);
    return vec4(inside * inside);
}
#endif

// Votes for the parts that the box and the circle around the sprite overlap.
void vote(uint turn, vec2 center, vec2 extent, float reach) {
    const float parts = float(PARTS_PER_ROW), side = float(COVER_PART);
    const vec2 first = clamp(floor((center - extent) / side), vec2(0.0), vec2(parts));
    const vec2 last = clamp(floor((center + extent) / side), vec2(-1.0), vec2(parts - 1.0));
    const uint word = gl_LocalInvocationIndex / VOTES_PER_WORD, bit = 1u << gl_LocalInvocationIndex % VOTES_PER_WORD;
    for (float row = first.y; row <= last.y; ++row)
        for (float column = first.x; column <= last.x; ++column) {
            const vec2 low = vec2(column, row) * side + 0.5, away = center - clamp(center, low, low + (side - 1.0));
            if (dot(away, away) >= reach * reach) continue;
            const uint part = uint(row) * PARTS_PER_ROW + uint(column);
            atomicOr(votes[(turn * PARTS + part) * VOTE_WORDS + word], bit);
        }
}

void load(uint turn, uint entry, ivec2 corner) {
    const uint at = SPRITE_ELEMENTS * tile_entries[entry];
    PixelSprite sprite = unpack_sprite(tile_sprites[at], tile_sprites[at + 1u]);
    sprite.center -= vec2(corner);
    const vec3 shape = shape_of(sprite);
    batch_shape[gl_LocalInvocationIndex] = vec4(sprite.center, shape.xy);
#ifdef PICTURES
    batch_picture[gl_LocalInvocationIndex] = tile_sprites[at + 2u].xy;
#endif
    batch_look[gl_LocalInvocationIndex] =
        uvec4(floatBitsToUint(shape.z), packHalf2x16(packable(fade_of(sprite))), packHalf2x16(sprite.light.rg), packHalf2x16(sprite.light.ba));
#ifdef MEETS_SOLIDS
    batch_before[gl_LocalInvocationIndex] = sprite.before;
#endif
    vote(turn, sprite.center, extent_of(sprite), farthest_of(sprite));
}

// The solid things that hide sprites in a pixel.
struct Hiding {
    float depth;  // of an object
    vec2 ribbon;  // depth and opacity of ribbons that cover
};

Hiding hiding_at(ivec2 pixel) {
    Hiding hiding = Hiding(0.0, vec2(0.0));
#ifdef OBJECTS
    hiding.depth = object_depth(pixel);
#endif
#ifdef BEFORE_RIBBONS
    hiding.ribbon = ribbon_at(pixel);
#endif
    return hiding;
}

// Returns the share of the batch's sprite `i` that these do not hide.
float share_before(uint i, Hiding hiding) {
    float share = 1.0;
#ifdef OBJECTS
    share = share_before(hiding.depth, batch_before[i].x, batch_before[i].y);
#endif
#ifdef BEFORE_RIBBONS
    share *= share_before_ribbons(hiding.ribbon, batch_before[i].x, batch_before[i].y);
#endif
    return share;
}

// Blends the batch's sprite `i` behind what the pixel has: `light` in front, of which `w` passes.
void blend(uint i, vec2 pixel, Hiding hiding, inout vec4 light) {
    const vec4 shape = batch_shape[i];
    const uvec4 look = batch_look[i];
    const vec2 d = pixel - shape.xy, fade = unpackHalf2x16(look.y);
    const float faded = clamp(fade.x + fade.y * dot(camera.view[1].xy, d), 0.0, 1.0);
    const vec4 share = shown(i, vec3(shape.zw, uintBitsToFloat(look.x)), d) * faded * light.w * share_before(i, hiding);
    const vec4 own = vec4(unpackHalf2x16(look.z), unpackHalf2x16(look.w));
    light += vec4(own.rgb, -own.a) * share;
}

void main() {
    const uint item = group_index(), thread = gl_LocalInvocationIndex, part_index = thread / THREADS_PER_PART;
    if (item >= tile_work[key_count()]) return;  // the same for the whole group
    const Part part = part_of(item);
    const ivec2 corner = corner_of_window(part, COVER_WINDOW);
    if (any(greaterThanEqual(corner, ivec2(frame_size)))) return;  // off the frame
    vec4 light[COVER_PIXELS];
    vec2 pixel[COVER_PIXELS];
    Hiding hiding[COVER_PIXELS];
    for (uint p = 0u; p < COVER_PIXELS; ++p) {
        light[p] = vec4(0.0, 0.0, 0.0, 1.0);
        pixel[p] = vec2(pixel_of_cell(p * COVER_THREADS + thread)) + 0.5;
        hiding[p] = hiding_at(min(corner + ivec2(pixel[p]), ivec2(frame_size) - 1));
    }
    if (thread == 0u) newest_open = 0u;
    for (uint i = thread; i < 2u * PARTS * VOTE_WORDS; i += COVER_THREADS) votes[i] = 0u;
    const uint count = part.end - part.begin, batches = groups_for(count, COVER_THREADS);
    for (uint batch = 0u; batch < batches; ++batch) {
        const uint turn = batch % 2u, nth = batch * COVER_THREADS + thread;
        block_barrier();
        if (newest_open < batch) break;  // the same for the whole group
        if (nth < count) load(turn, part.end - 1u - nth, corner);
        if (thread < PARTS * VOTE_WORDS) votes[(1u - turn) * PARTS * VOTE_WORDS + thread] = 0u;
        block_barrier();
        for (uint w = 0u; w < VOTE_WORDS; ++w) {
            uint word = votes[(turn * PARTS + part_index) * VOTE_WORDS + w];
            while (word != 0u) {
                const uint i = w * VOTES_PER_WORD + uint(findLSB(word));
                word &= word - 1u;
                for (uint p = 0u; p < COVER_PIXELS; ++p) blend(i, pixel[p], hiding[p], light[p]);
            }
        }
        bool is_open = false;
        for (uint p = 0u; p < COVER_PIXELS; ++p) is_open = is_open || light[p].w > OPAQUE;
        if (is_open) newest_open = batch + 1u;
    }
    for (uint p = 0u; p < COVER_PIXELS; ++p)
        tile_chunks[item * CELLS + p * COVER_THREADS + thread] = uvec2(packHalf2x16(light[p].rg), packHalf2x16(vec2(light[p].b, 1.0 - light[p].w)));
}
