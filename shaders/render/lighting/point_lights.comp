// Particles that light others: each living particle gets a key of its brightness, the brightest become lights, and a grid
// lists the lights that reach each of its cells. lighting/point_lights.glsl reads the lists. One section is one pass.
#include "common.glsl"
#include "render/lighting/point_lights.h"

#section begin
// Writes the dispatch over the tiles of the living particles. One thread.
layout(local_size_x = SINGLE_THREAD) in;

layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_LIGHT_PLAN) writeonly buffer PlanBlock { PointLightPlan plan; };

void main() {
    const uint tiles = groups_for(pool.alive, POINT_LIGHT_TILE);
    const uvec3 groups = folded_groups(tiles);
    plan.tiles = tiles;
    plan.groups_x = groups.x;
    plan.groups_y = groups.y;
    plan.groups_z = groups.z;
}

#section keys votes list
// The living particles, POINT_LIGHT_TILE to a work group, in the order of their births.
#include "render/sprites/look.glsl"
layout(local_size_x = POINT_LIGHT_THREADS) in;

// Returns where the i-th particle is in the columns.
uint place_of(uint i) { return (pool.first + i) % capacity; }

uint tile_begin() { return group_index() * POINT_LIGHT_TILE; }
uint tile_end() { return min(tile_begin() + POINT_LIGHT_TILE, min(pool.alive, capacity)); }

#section keys
// Gives each particle a key of its brightness as a light, 0 for none, and counts the particles of each key. A tile in which no
// emitter shines gets no keys: most of many particles are no lights, and only their emitters are read.
// Guarantees to `choose` the counts, and to `votes` a word per tile, and the keys of the tiles where it is not 0.

layout(std430, binding = BIND_LIGHT_KEYS) writeonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_LIGHT_TILES) writeonly buffer Tiles { uint tiles[]; };
layout(std430, binding = BIND_LIGHT_LEVELS) buffer Levels { uint levels[]; };

shared uint counts[POINT_LIGHT_LEVELS];
shared uint shining[POINT_LIGHT_TILE];  // the tile's particles that may be lights, in any order
shared uint shining_count;
shared bool tile_shines;

const float LEVELS_PER_DOUBLING = 64.0;

// Returns the key of a light by what it gives within its reach; one that is not finite has none.
uint key_of(vec3 light, float reach) {
    const float brightness = max(light.r, max(light.g, light.b)) * reach * reach;
    if (!(brightness > 0.0 && brightness < 1e30 && reach > 0.0)) return 0u;
    const float level = log2(brightness) * LEVELS_PER_DOUBLING + 0.5 * float(POINT_LIGHT_LEVELS);
    return uint(clamp(level, 1.0, float(POINT_LIGHT_LEVELS - 1u)));
}

bool shines(uint i) { return (emitter_in(column[2].element[place_of(i)].z).flags & EMITTER_SHINES) != 0u; }

void main() {
    const uint thread = gl_LocalInvocationIndex, first = tile_begin() + thread, end = tile_end();
    if (tile_begin() >= end) return;  // this and the next are the same for the whole group
    if (thread == 0u) {
        tile_shines = false;
        shining_count = 0u;
    }
    block_barrier();
    bool any = false;  // written once, so that the particles are read without waiting for each other
    for (uint k = 0u; k < POINT_LIGHT_TILE; k += POINT_LIGHT_THREADS) any = shines(min(first + k, end - 1u)) || any;
    if (any) tile_shines = true;
    block_barrier();
    if (thread == 0u) tiles[group_index()] = uint(tile_shines);
    if (!tile_shines) return;
    for (uint k = thread; k < POINT_LIGHT_LEVELS; k += POINT_LIGHT_THREADS) counts[k] = 0u;
    for (uint i = first; i < end; i += POINT_LIGHT_THREADS) {
        if (shines(i))
            shining[atomicAdd(shining_count, 1u)] = i;
        else
            keys[i] = 0u;
    }
    block_barrier();
    for (uint k = thread; k < shining_count; k += POINT_LIGHT_THREADS) {
        const SpriteLook look = look_of(place_of(shining[k]));
        const uint key = key_of(look.light, look.reach);
        keys[shining[k]] = key;
        if (key > 0u) atomicAdd(counts[key], 1u);
    }
    block_barrier();
    for (uint k = thread; k < POINT_LIGHT_LEVELS; k += POINT_LIGHT_THREADS)
        if (counts[k] > 0u) atomicAdd(levels[k], counts[k]);
}

#section choose list
shared uint sums[POINT_LIGHT_THREADS];

// Returns the sum of the words of the threads before this one, by Kogge and Stone's network.
uint scan_exclusive(uint word) {
    const uint thread = gl_LocalInvocationIndex;
    uint inclusive = word;
    for (uint stride = 1u; stride < POINT_LIGHT_THREADS; stride <<= 1) {
        sums[thread] = inclusive;
        block_barrier();
        if (thread >= stride) inclusive += sums[thread - stride];
        block_barrier();
    }
    return inclusive - word;
}

#section choose
// Chooses the key from which on particles are lights, so that there are no more than MAX_POINT_LIGHTS. One work group: each
// thread has a run of levels, and the scan of the runs' sums from the brightest down says how many lights are brighter.
// Leaves the counts of all levels zero for the next frame.
layout(local_size_x = POINT_LIGHT_THREADS) in;

layout(std430, binding = BIND_LIGHT_LEVELS) buffer Levels { uint levels[]; };
layout(std430, binding = BIND_LIGHT_PLAN) writeonly buffer PlanBlock { PointLightPlan plan; };

const uint RUN = POINT_LIGHT_LEVELS / POINT_LIGHT_THREADS;
const float WHOLE = 4294967040.0;  // about 2^32
const float SPARE = 0.95;          // of the room, because the particles that a chance chooses may be more than expected

void main() {
    const uint top = POINT_LIGHT_LEVELS - 1u - gl_LocalInvocationIndex * RUN;
    uint count[RUN], sum = 0u;
    for (uint k = 0u; k < RUN; ++k) {
        count[k] = levels[top - k];
        levels[top - k] = 0u;
        sum += count[k];
    }
    uint brighter = scan_exclusive(sum);
    if (gl_LocalInvocationIndex == POINT_LIGHT_THREADS - 1u && brighter + sum <= MAX_POINT_LIGHTS) {
        plan.min_key = 0u;
        plan.chance = 0u;
    }
    for (uint k = 0u; k < RUN; ++k) {
        if (brighter <= MAX_POINT_LIGHTS && brighter + count[k] > MAX_POINT_LIGHTS) {
            plan.min_key = top - k;
            plan.chance = uint(WHOLE * SPARE * float(MAX_POINT_LIGHTS - brighter) / float(count[k]));
        }
        brighter += count[k];
    }
}

#section votes list
// The particles that are lights.

layout(std430, binding = BIND_LIGHT_KEYS) readonly buffer Keys { uint keys[]; };
layout(std430, binding = BIND_LIGHT_TILES) buffer Tiles { uint tiles[]; };
layout(std430, binding = BIND_LIGHT_PLAN) readonly buffer PlanBlock { PointLightPlan plan; };

// True if the i-th particle, of a tile with keys, is a light. Of those with the least key, chance decides, by who they are.
bool is_light(uint i) {
    const uint key = keys[i];
    if (key == 0u || key != plan.min_key) return key > plan.min_key;
    return identity_hash(column[2].element[place_of(i)]) < plan.chance;
}

#section votes
// Counts the lights of each tile.
shared uint lights;

void main() {
    const uint tile = group_index(), end = tile_end();
    if (tile >= plan.tiles || tiles[tile] == 0u) return;  // the same for the whole group
    if (gl_LocalInvocationIndex == 0u) lights = 0u;
    block_barrier();
    for (uint i = tile_begin() + gl_LocalInvocationIndex; i < end; i += POINT_LIGHT_THREADS)
        if (is_light(i)) atomicAdd(lights, 1u);
    block_barrier();
    if (gl_LocalInvocationIndex == 0u) tiles[tile] = lights;
}

#section list
// Writes the rows of each light at its place among the lights, which is the order of births. The words of the tiles are scanned.

layout(std430, binding = BIND_LIGHT_LIST) writeonly buffer List { vec4 light_rows[]; };

void write_light(uint at, uint to) {
    const uint row = POINT_LIGHT_HEAD + to * POINT_LIGHT_ROWS;
    const SpriteLook look = look_of(at);
    const float share = float(identity_hash(column[2].element[at]) * 2654435769u >> 8u) * (1.0 / 16777216.0);
    light_rows[row] = vec4(look.place, look.reach);
    light_rows[row + 1u] = vec4(look.light, share);
}

// Each thread has a run of particles, so that the scan of their numbers of lights gives the order.
void main() {
    const uint tile = group_index(), run = POINT_LIGHT_TILE / POINT_LIGHT_THREADS;
    if (tile >= plan.tiles) return;  // this and the next are the same for the whole group
    const uint before = tiles[tile];
    if (before == (tile + 1u < plan.tiles ? tiles[tile + 1u] : plan.lights)) return;
    const uint begin = tile_begin() + gl_LocalInvocationIndex * run, end = min(begin + run, tile_end());
    uint lights = 0u;
    for (uint i = begin; i < end; ++i) lights += uint(is_light(i));
    uint to = before + scan_exclusive(lights);
    const uint last = min(to + lights, MAX_POINT_LIGHTS);
    for (uint i = begin; to < last; ++i)
        if (is_light(i)) write_light(place_of(i), to++);
}

#section box
// Writes the box that the grid of cells divides: all that the lights reach; and the dark light. One work group.
layout(local_size_x = POINT_LIGHT_THREADS) in;

layout(std430, binding = BIND_LIGHT_PLAN) readonly buffer PlanBlock { PointLightPlan plan; };
layout(std430, binding = BIND_LIGHT_LIST) buffer List { vec4 light_rows[]; };

const float MIN_SIDE = 1e-3;  // metres

shared vec3 lows[POINT_LIGHT_THREADS], highs[POINT_LIGHT_THREADS];

void main() {
    const uint thread = gl_LocalInvocationIndex, count = min(plan.lights, MAX_POINT_LIGHTS);
    vec3 low = vec3(1e30), high = vec3(-1e30);
    for (uint n = thread; n < count; n += POINT_LIGHT_THREADS) {
        const vec4 light = light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS];
        low = min(low, light.xyz - light.w);
        high = max(high, light.xyz + light.w);
    }
    lows[thread] = low;
    highs[thread] = high;
    for (uint stride = POINT_LIGHT_THREADS / 2u; stride > 0u; stride /= 2u) {
        block_barrier();
        if (thread >= stride) continue;
        lows[thread] = min(lows[thread], lows[thread + stride]);
        highs[thread] = max(highs[thread], highs[thread + stride]);
    }
    if (thread > 0u) return;
    light_rows[0] = vec4(lows[0], float(count));
    light_rows[POINT_LIGHT_HEAD + DARK_LIGHT * POINT_LIGHT_ROWS] = vec4(0.0, 0.0, 0.0, 1.0);
    light_rows[POINT_LIGHT_HEAD + DARK_LIGHT * POINT_LIGHT_ROWS + 1u] = vec4(0.0);
    light_rows[1] = vec4(float(POINT_LIGHT_SIDE) / max(highs[0] - lows[0], vec3(MIN_SIDE)), 0.0);
}

#section count fill
// A cell of the grid, and the lights that reach it.

layout(std430, binding = BIND_LIGHT_LIST) readonly buffer List { vec4 light_rows[]; };
layout(std430, binding = BIND_LIGHT_STARTS) buffer Starts { uint starts[]; };
layout(std430, binding = BIND_LIGHT_CELLS) buffer Cells { uint cells[]; };

// The words of a cell.
const uint CELL_WORDS = 4u, CELL_START = 0u, CELL_ROWS = 1u, CELL_FACTOR = 2u, CELL_SHARE = 3u;

struct Cell {
    vec3 low;
    vec3 high;
    uint lights;  // of the frame, all of which may reach it
};

Cell cell_of(uint number) {
    const vec4 low = light_rows[0];
    const vec3 side = 1.0 / light_rows[1].xyz;
    const uvec3 place = uvec3(number % POINT_LIGHT_SIDE, number / POINT_LIGHT_SIDE % POINT_LIGHT_SIDE,
                              number / (POINT_LIGHT_SIDE * POINT_LIGHT_SIDE));
    const vec3 corner = low.xyz + vec3(place) * side;
    return Cell(corner, corner + side, uint(low.w));
}

// True if light n reaches the cell and is one of those whose own share is at most `share`.
bool is_of(Cell cell, uint n, float share) {
    const vec4 light = light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS];
    const vec3 away = light.xyz - clamp(light.xyz, cell.low, cell.high);
    return dot(away, away) < light.w * light.w && light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS + 1u].w <= share;
}

uint count_of(Cell cell, float share) {
    uint count = 0u;
    for (uint n = 0u; n < cell.lights; ++n) count += uint(is_of(cell, n, share));
    return count;
}

#section count
// Counts the lights that reach each cell. Where they are too many, a part of them is kept, with more light each.
layout(local_size_x = LIGHT_CELL_THREADS) in;

const float SPARE = 0.9;  // of the room, because the lights that are kept may be more than expected

void main() {
    const uint number = group_index() * LIGHT_CELL_THREADS + gl_LocalInvocationIndex;
    const Cell cell = cell_of(number);
    const uint all = count_of(cell, 1.0);
    float share = 1.0;
    uint kept = all;
    if (all > POINT_LIGHTS_PER_CELL) {
        share = SPARE * float(POINT_LIGHTS_PER_CELL) / float(all);
        kept = min(count_of(cell, share), POINT_LIGHTS_PER_CELL);
    }
    const uint rows = (kept + POINT_LIGHTS_PER_ROW - 1u) / POINT_LIGHTS_PER_ROW;
    starts[number] = rows;
    cells[number * CELL_WORDS + CELL_ROWS] = rows;
    cells[number * CELL_WORDS + CELL_FACTOR] = floatBitsToUint(float(all) / float(max(kept, 1u)));
    cells[number * CELL_WORDS + CELL_SHARE] = floatBitsToUint(share);
}

#section fill
// Writes the numbers of each cell's lights behind those of the cells before it, whose rows are scanned, and dark lights in the
// rest of its last row.
layout(local_size_x = LIGHT_CELL_THREADS) in;

void main() {
    const uint number = group_index() * LIGHT_CELL_THREADS + gl_LocalInvocationIndex, start = starts[number];
    const Cell cell = cell_of(number);
    const float share = uintBitsToFloat(cells[number * CELL_WORDS + CELL_SHARE]);
    cells[number * CELL_WORDS + CELL_START] = start;
    uint to = POINT_LIGHT_CELLS * CELL_WORDS + start * POINT_LIGHTS_PER_ROW;
    const uint end = to + cells[number * CELL_WORDS + CELL_ROWS] * POINT_LIGHTS_PER_ROW;
    for (uint n = 0u; n < cell.lights && to < end; ++n)
        if (is_of(cell, n, share)) cells[to++] = n;
    while (to < end) cells[to++] = DARK_LIGHT;
}
