// Draws surfaces of one kind, a thread each, and lists the tiles of those that are large. A triangle of a mesh has a vote
// if no surface was nearer somewhere in the first round, and the second round draws no others: most are smaller than a pixel.
#include "render/raster/pixels.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_RASTER_TILES) buffer Tiles { uint tile_count; uint pad; uvec2 tiles[]; };

layout(std430, binding = BIND_SOLID_VOTES) buffer Votes { uint votes[]; };

uniform uint kind;
uniform uint object_triangles;
uniform uint max_batches;

uint count_of_kind() {
    if (kind == RASTER_OBJECT) return object_triangles;
    return kind == RASTER_SPHERE ? list.solids : min(list.batches, max_batches) * VOTES_PER_WORD;
}

// Returns false if there is no room for the tiles; the places that would have been taken name no surface.
bool list_tiles(Surface s, uint name) {
    if (tile_count > RASTER_MOST_TILES) return false;
    const uvec2 low = uvec2(s.low) / RASTER_TILE, size = uvec2(s.high) / RASTER_TILE - low + 1u;
    const uint count = size.x * size.y, begin = atomicAdd(tile_count, count);
    const bool has_room = begin + count <= RASTER_MOST_TILES;
    if (!has_room) atomicMin(tile_count, RASTER_MOST_TILES + 1u);  // so that many large surfaces do not wrap it around
    for (uint k = 0u; k < count && begin + k < RASTER_MOST_TILES; ++k) {
        const uvec2 tile = low + uvec2(k % size.x, k / size.x);
        tiles[begin + k] = uvec2(has_room ? name : RASTER_NONE, tile.x | tile.y << 16u);
    }
    return has_room;
}

// Returns true if it is to be drawn in the second round too.
bool draw(uint i) {
    if (i >= count_of_kind()) return false;
    if (kind == RASTER_MESH && names_surfaces && (votes[i / VOTES_PER_WORD] >> i % VOTES_PER_WORD & 1u) == 0u) return false;
    const uint name = name_of(kind, i);
    Surface s;
    if (!surface_of(name, s)) return false;
    const ivec2 size = s.high - s.low + 1;
    if (size.x * size.y > int(RASTER_SMALL)) {
        if (!names_surfaces && list_tiles(s, name)) return false;
        // Where the tiles have no room, those of some surfaces are named here a second time.
        if (names_surfaces && tile_count <= RASTER_MOST_TILES) return false;
    }
    return put_all(s, name, s.low, s.high, 1);
}

shared uint group_votes[PARTICLE_THREADS / VOTES_PER_WORD];

void main() {
    const uint l = gl_LocalInvocationIndex, word = l / VOTES_PER_WORD, bit = l % VOTES_PER_WORD;
    const uint i = group_index() * PARTICLE_THREADS + l;
    if (bit == 0u) group_votes[word] = 0u;
    block_barrier();
    if (draw(i)) atomicOr(group_votes[word], 1u << bit);
    block_barrier();
    if (kind == RASTER_MESH && !names_surfaces && bit == 0u && i < count_of_kind()) votes[i / VOTES_PER_WORD] = group_votes[word];
}
