// Draws sprites that cover by tiles: they are projected, counted, listed for each tile that they touch, blended, and
// brought to the frame. One section is one pass.

#section project blend
// A sprite in 32 bytes: centre, 32 bits each; direction of the longer axis, reach, radius, height above the plane,
// softness, premultiplied colour and opacity, depth and softness before objects, 16 bits each. With PICTURES there are 16 more
// bytes: its picture, two words, and of a turned one the map.
#include "render/tiles/pixels.glsl"

const float MAX_PACKED = 60000.0;  // of any value with 16 bits but the direction

vec2 packable(vec2 values) { return clamp(values, -MAX_PACKED, MAX_PACKED); }

#ifdef PICTURES
const uint SPRITE_ELEMENTS = 3u;
#else
const uint SPRITE_ELEMENTS = 2u;
#endif

void pack_sprite(PixelSprite sprite, out uvec4 place, out uvec4 look) {
    place = uvec4(floatBitsToUint(sprite.center), packHalf2x16(packable(vec2(sprite.reach, sprite.radius))),
                  packSnorm2x16(sprite.along));
    look = uvec4(packHalf2x16(packable(vec2(sprite.height, sprite.softness))), packHalf2x16(packable(sprite.light.rg)),
                 packHalf2x16(packable(sprite.light.ba)), packHalf2x16(packable(sprite.before)));
}

PixelSprite unpack_sprite(uvec4 place, uvec4 look) {
    const vec2 size = unpackHalf2x16(place.z), fade = unpackHalf2x16(look.x);
    PixelSprite sprite;
    sprite.center = uintBitsToFloat(place.xy);
    sprite.along = unpackSnorm2x16(place.w);
    sprite.reach = size.x;
    sprite.radius = size.y;
    sprite.height = fade.x;
    sprite.softness = fade.y;
    sprite.light = vec4(unpackHalf2x16(look.y), unpackHalf2x16(look.z));
    sprite.seed = 0u;
    sprite.before = unpackHalf2x16(look.w);
    return sprite;
}

#section project count expand
// The box of windows that a sprite touches, and the tiles of a level that hold it.
#include "common.glsl"

const uvec2 NO_BOX = uvec2(0xFFFFFFFFu);  // of sprites that are not seen

struct Box {
    uvec2 first;  // column and row
    uvec2 last;
};

uvec2 pack_box(Box box) { return box.first << 16u | box.last; }

// Returns the tiles of a level, 2^level windows per side.
Box tiles_of(uvec2 packed_box, uint level) { return Box(packed_box >> 16u + level, (packed_box & 65535u) >> level); }

uint tile_count(uvec2 packed_box, uint level) {
    if (packed_box == NO_BOX) return 0u;
    const Box tiles = tiles_of(packed_box, level);
    const uvec2 size = tiles.last - tiles.first + 1u;
    return size.x * size.y;
}

#section project
// Projects the drawn particles in their order: writes each one's sprite and the windows that it touches, and counts the
// entries that tiles of each level would have.
#include "render/tiles/projected.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) writeonly buffer TileSprites { uvec4 tile_sprites[]; };
layout(std430, binding = BIND_TILE_BOXES) writeonly buffer TileBoxes { uvec2 tile_boxes[]; };

shared uint seen, more_entries[COVER_LEVELS];  // sprites; entries of each level beyond one per sprite

uvec2 box_of(PixelSprite sprite) {
    const vec2 extent = extent_of(sprite), most = frame_size - 1.0;
    const vec2 low = clamp(sprite.center - extent, vec2(0.0), most), high = clamp(sprite.center + extent, vec2(0.0), most);
    return pack_box(Box(uvec2(low) / COVER_WINDOW, uvec2(high) / COVER_WINDOW));
}

// Counts with 64 bits, since many sprites may each touch all windows.
void count_entries(uint level, uint count) {
    const uint before = atomicAdd(plan.level_entries[level], count);
    if (before > 0xFFFFFFFFu - count) atomicAdd(plan.level_entries_upper[level], 1u);
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    const uint l = gl_LocalInvocationIndex;
    if (l < COVER_LEVELS) more_entries[l] = 0u;
    if (l == 0u) seen = 0u;
    block_barrier();
    uint at;
    PixelSprite sprite;
    const bool is_drawn = n < plan.drawn;
    if (is_drawn && find_particle(n, at) && project(at, sprite)) {
        const uvec2 box = box_of(sprite);
        uvec4 place, look;
        pack_sprite(sprite, place, look);
        tile_sprites[SPRITE_ELEMENTS * n] = place;
        tile_sprites[SPRITE_ELEMENTS * n + 1u] = look;
#ifdef PICTURES
        tile_sprites[SPRITE_ELEMENTS * n + 2u] = uvec4(sprite.picture, sprite.map);
#endif
        tile_boxes[n] = box;
        atomicAdd(seen, 1u);
        for (uint level = 0u; tile_count(box, level) > 1u; ++level) atomicAdd(more_entries[level], tile_count(box, level) - 1u);
    } else if (is_drawn) {
        tile_boxes[n] = NO_BOX;
    }
    block_barrier();
    if (l < level_count && seen > 0u) count_entries(l, seen + more_entries[l]);
}

#section count
// Chooses the finest level whose entries fit, and counts each sprite's entries there.
#include "render/tiles/levels.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_BOXES) readonly buffer TileBoxes { uvec2 tile_boxes[]; };
layout(std430, binding = BIND_TILE_OFFSETS) writeonly buffer TileOffsets { uint tile_offsets[]; };

uniform uint max_entries;  // at least one per particle, which is what the last level needs

uint chosen_level() {
    uint level = 0u;
    while (level + 1u < level_count && (plan.level_entries_upper[level] > 0u || plan.level_entries[level] > max_entries)) ++level;
    return level;
}

// Returns how many entries a work group takes, so that few entries still occupy the whole device: a group blends them one after the
// other. All groups together have no more chunks than COVER_CHUNK leaves of `max_entries`, and one more in each window.
uint chunk_for(uint entries) { return clamp(groups_for(entries, max_entries / COVER_CHUNK), MIN_COVER_CHUNK, COVER_CHUNK); }

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, level = chosen_level();
    if (n == 0u) {
        plan.level = level;
        plan.cover_chunk = chunk_for(plan.level_entries[level]);
    }
    if (n < plan.drawn) tile_offsets[n] = tile_count(tile_boxes[n], level);
}

#section expand
// Writes an entry for each tile that a sprite touches, sprites in their order.
#include "render/tiles/levels.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_TILE_BOXES) readonly buffer TileBoxes { uvec2 tile_boxes[]; };
layout(std430, binding = BIND_TILE_OFFSETS) readonly buffer TileOffsets { uint tile_offsets[]; };
layout(std430, binding = BIND_TILE_KEYS) writeonly buffer TileKeys { uint tile_keys[]; };
layout(std430, binding = BIND_TILE_ENTRIES) writeonly buffer TileEntries { uint tile_entries[]; };

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n >= plan.drawn) return;
    const uvec2 box = tile_boxes[n];
    if (box == NO_BOX) return;
    const Box tiles = tiles_of(box, plan.level);
    const uint columns = levels[plan.level].columns;
    uint entry = tile_offsets[n];
    for (uint row = tiles.first.y; row <= tiles.last.y; ++row)
        for (uint column = tiles.first.x; column <= tiles.last.x; ++column) {
            tile_keys[entry] = row * columns + column;
            tile_entries[entry] = n;
            ++entry;
        }
}

#section blend resolve
// The pixels of a window of sprites that cover. A part of the window has the pixels of consecutive threads, each of which
// has one pixel of both halves of the part. With TINTS sprites may stop each channel of the light by itself.
#include "shared.h"

// The light of what lies in front in a pixel, and the share of the light from behind that passes; a chunk holds what does not.
#ifdef TINTS
struct Passing {
    vec3 light;
    vec3 passes;
};
const Passing NOTHING_IN_FRONT = Passing(vec3(0.0), vec3(1.0));
float max_passing(Passing front) { return max(front.passes.r, max(front.passes.g, front.passes.b)); }

#define Chunk uvec4
Chunk pack_chunk(Passing front) {
    const vec3 stopped = 1.0 - front.passes;
    return uvec4(packHalf2x16(front.light.rg), packHalf2x16(vec2(front.light.b, stopped.r)), packHalf2x16(stopped.gb), 0u);
}

void put_behind(inout Passing front, Chunk chunk) {
    const vec2 both = unpackHalf2x16(chunk.y);
    front.light += vec3(unpackHalf2x16(chunk.x), both.x) * front.passes;
    front.passes *= 1.0 - vec3(both.y, unpackHalf2x16(chunk.z));
}

vec4 over(Passing front, vec4 behind) {
    return vec4(front.light + behind.rgb * front.passes, behind.a * dot(front.passes, vec3(1.0 / 3.0)));
}
#else
#define Passing vec4  // what passes is its last component
const Passing NOTHING_IN_FRONT = vec4(0.0, 0.0, 0.0, 1.0);
float max_passing(Passing front) { return front.w; }

#define Chunk uvec2
Chunk pack_chunk(Passing front) { return uvec2(packHalf2x16(front.rg), packHalf2x16(vec2(front.b, 1.0 - front.w))); }

void put_behind(inout Passing front, Chunk chunk) {
    const vec4 own = vec4(unpackHalf2x16(chunk.x), unpackHalf2x16(chunk.y));
    front += vec4(own.rgb, -own.a) * front.w;
}

vec4 over(Passing front, vec4 behind) { return vec4(front.rgb, 0.0) + behind * front.w; }
#endif

const uint PARTS_PER_ROW = COVER_WINDOW / COVER_PART;
const uint THREADS_PER_PART = COVER_PART * COVER_PART / COVER_PIXELS;
const uint PARTS = COVER_THREADS / THREADS_PER_PART;
const uint CELLS = COVER_THREADS * COVER_PIXELS;

// Returns the lower left pixel of a part in the window.
uvec2 corner_of_part(uint part) { return uvec2(part % PARTS_PER_ROW, part / PARTS_PER_ROW) * COVER_PART; }

// Returns the pixel in the window of a cell, which is a thread's `i`-th pixel: cell = i * COVER_THREADS + thread.
uvec2 pixel_of_cell(uint cell) {
    const uint thread = cell % COVER_THREADS, i = cell / COVER_THREADS, lane = thread % THREADS_PER_PART;
    const uint rows = COVER_PART / COVER_PIXELS;  // of a part that its threads have at once
    return corner_of_part(thread / THREADS_PER_PART) + uvec2(lane % COVER_PART, lane / COVER_PART + i * rows);
}

#section blend
// Blends sprites that cover each other, from front to back. A work group has a window of a tile and a chunk of the tile's
// sprites. It takes them in batches: each thread unpacks one sprite and votes for the parts of the window that the sprite
// touches; then the threads of each part blend the sprites that have votes, until nothing more shows through. To blend is
// associative, so `resolve` blends what the chunks of a tile have become.
#if defined(OBJECTS) || defined(BEFORE_RIBBONS)
#define MEETS_SOLIDS
#endif
#include "render/tiles/work.glsl"
#ifdef MEETS_SOLIDS
#include "render/objects/depth.glsl"
#endif
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif
#ifdef TINTS
#include "render/sprites/light.glsl"
#endif
layout(local_size_x = COVER_THREADS) in;

layout(std430, binding = BIND_TILE_SPRITES) readonly buffer TileSprites { uvec4 tile_sprites[]; };
layout(std430, binding = BIND_TILE_CHUNKS) writeonly buffer TileChunks { Chunk tile_chunks[]; };

const float OPAQUE = 1.0 / 4096.0;                         // light that passes where no more sprites are blended
const uint VOTE_WORDS = COVER_THREADS / VOTES_PER_WORD;  // of a part

// A batch: thread i's sprite is i-th.
shared vec4 batch_shape[COVER_THREADS];  // centre in the window; shape_of(), x and y
shared uvec4 batch_look[COVER_THREADS];  // shape_of(), z, a float; fade; premultiplied colour and opacity: halves
#ifdef PICTURES
shared uvec4 batch_picture[COVER_THREADS];  // and the map of a turned one; zero: a soft disc
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
    const uvec2 picture = batch_picture[i].xy;
    if (picture == uvec2(0u) || inside == 0.0) return vec4(inside * inside);
    if ((picture.x & PICTURE_IS_TURNED) != 0u) return turned_picture_at(picture, batch_picture[i].zw, d);
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
    batch_picture[gl_LocalInvocationIndex] = tile_sprites[at + 2u];
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

// Returns the share of the batch's sprite `i` that shows in the pixel: of its colour and its opacity.
vec4 share_in(uint i, vec2 pixel, uvec4 look) {
    const vec4 shape = batch_shape[i];
    const vec2 d = pixel - shape.xy, fade = unpackHalf2x16(look.y);
    const float faded = clamp(fade.x + fade.y * dot(camera.view[1].xy, d), 0.0, 1.0);
    return shown(i, vec3(shape.zw, uintBitsToFloat(look.x)), d) * faded;
}

// Blends the batch's sprite `i` behind what the pixel has.
void blend(uint i, vec2 pixel, Hiding hiding, inout Passing front) {
    const uvec4 look = batch_look[i];
    const vec4 own = vec4(unpackHalf2x16(look.z), unpackHalf2x16(look.w));
#ifdef TINTS
    const vec4 share = share_in(i, pixel, look) * share_before(i, hiding);
    const bool tints = own.a < 0.0;
    if (!tints) front.light += own.rgb * share.rgb * front.passes;
    front.passes *= 1.0 - (tints ? stopped_by(own, share) : vec3(own.a * share.a));
#else
    front += vec4(own.rgb, -own.a) * (share_in(i, pixel, look) * front.w * share_before(i, hiding));
#endif
}

void main() {
    const uint item = group_index(), thread = gl_LocalInvocationIndex, part_index = thread / THREADS_PER_PART;
    if (item >= tile_work[key_count()]) return;  // the same for the whole group
    const Part part = part_of(item);
    const ivec2 corner = corner_of_window(part, COVER_WINDOW);
    if (any(greaterThanEqual(corner, ivec2(frame_size)))) return;  // off the frame
    Passing front[COVER_PIXELS];
    vec2 pixel[COVER_PIXELS];
    Hiding hiding[COVER_PIXELS];
    for (uint p = 0u; p < COVER_PIXELS; ++p) {
        front[p] = NOTHING_IN_FRONT;
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
                for (uint p = 0u; p < COVER_PIXELS; ++p) blend(i, pixel[p], hiding[p], front[p]);
            }
        }
        bool is_open = false;
        for (uint p = 0u; p < COVER_PIXELS; ++p) is_open = is_open || max_passing(front[p]) > OPAQUE;
        if (is_open) newest_open = batch + 1u;
    }
    for (uint p = 0u; p < COVER_PIXELS; ++p)
        tile_chunks[item * CELLS + p * COVER_THREADS + thread] = pack_chunk(front[p]);
}

#section resolve
// Blends the chunks of a pixel's tile over each other, from front to back, and over the frame.
#include "render/tiles/levels.glsl"
layout(local_size_x = TILE_THREADS) in;

layout(std430, binding = BIND_TILE_WORK) readonly buffer TileWork { uint tile_work[]; };
layout(std430, binding = BIND_TILE_CHUNKS) readonly buffer TileChunks { Chunk tile_chunks[]; };
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
    Passing front = NOTHING_IN_FRONT;
    for (uint c = chunks; c-- > 0u;) {
        const uint item = first + c * level.windows + in_tile.y * level.window_columns + in_tile.x;
        put_behind(front, tile_chunks[item * CELLS + cell]);
    }
    imageStore(frame, ivec2(pixel), over(front, imageLoad(frame, ivec2(pixel))));
}
