// The passes that list particles which are solid things, and the triangles of their meshes that a view may show. One section
// is one pass.

#section count list
// The votes of PARTICLE_THREADS living particles, a tile: 1 if an emitter's particles may be solid things.
#include "common.glsl"
#include "render/solids/solids.h"
#include "effects/row_buffer.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[PARTICLE_COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint capacity;

const uint WORDS = PARTICLE_THREADS / VOTES_PER_WORD;

shared uint votes[WORDS];

uint slot_of_thread() { return (pool.first + group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex) % capacity; }

// Returns the thread's vote, when all have voted.
bool vote() {
    const uint l = gl_LocalInvocationIndex;
    if (l < WORDS) votes[l] = 0u;
    block_barrier();
    bool is_solid = false;
    if (group_index() * PARTICLE_THREADS + l < pool.alive) {
        const uint emitter = column[2].element[slot_of_thread()].z;
        is_solid = (WORDS_AT(emitter_row(emitter) + 1u).z & EMITTER_IS_SOLID) != 0u;
    }
    if (is_solid) atomicOr(votes[l / VOTES_PER_WORD], 1u << l % VOTES_PER_WORD);
    block_barrier();
    return is_solid;
}

// Returns the number of votes of threads before `end`.
uint votes_before(uint end) {
    uint sum = 0u;
    for (uint w = 0u; w < end / VOTES_PER_WORD; ++w) sum += uint(bitCount(votes[w]));
    const uint rest = end % VOTES_PER_WORD;
    return rest == 0u ? sum : sum + uint(bitCount(votes[end / VOTES_PER_WORD] & (1u << rest) - 1u));
}

#section count
// Counts the solid particles of each tile.
layout(std430, binding = BIND_SOLID_OFFSETS) writeonly buffer Offsets { uint offsets[]; };

void main() {
    vote();
    if (gl_LocalInvocationIndex != 0u) return;
    const uint tiles = groups_for(pool.alive, PARTICLE_THREADS), tile = group_index();
    if (tile == 0u) list.tiles = tiles;
    if (tile < tiles) offsets[tile] = votes_before(PARTICLE_THREADS);
}

#section list
// Lists the solid particles in the order of the living, from the scanned counts of the tiles.
layout(std430, binding = BIND_SOLID_OFFSETS) readonly buffer Offsets { uint offsets[]; };
layout(std430, binding = BIND_SOLID_SLOTS) writeonly buffer Slots { uint slots[]; };

uniform uint max_solids;

void describe() {
    const uint solids = min(list.found, max_solids);
    const uvec3 groups = folded_groups(groups_for(solids, PARTICLE_THREADS));
    list.groups_x = groups.x;
    list.groups_y = groups.y;
    list.groups_z = groups.z;
    list.solids = solids;
    list.sphere_vertices = VERTICES_PER_PARTICLE * solids;
    list.sphere_instances = 1u;
}

void main() {
    const uint tile = group_index();
    if (tile == 0u && gl_LocalInvocationIndex == 0u) describe();
    if (tile >= list.tiles) return;  // uniform for the whole group
    const uint begin = offsets[tile];
    if (begin >= max_solids || (tile + 1u < list.tiles ? offsets[tile + 1u] : list.found) == begin) return;  // likewise
    if (!vote()) return;
    const uint to = begin + votes_before(gl_LocalInvocationIndex);
    if (to < max_solids) slots[to] = slot_of_thread();
}

#section make
// Makes the listed particles' solids from their looks, and counts their batches of triangles.
#include "common.glsl"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_SLOTS) readonly buffer Slots { uint slots[]; };
layout(std430, binding = BIND_SOLIDS) writeonly buffer Solids { Solid solids[]; };
layout(std430, binding = BIND_SOLID_COUNTS) writeonly buffer Counts { uint counts[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { uint list[]; };  // a SolidList

uniform float size_factor;  // on the diameter

const uint BOX_WORDS = 6u;

shared uint box[BOX_WORDS];  // of the group's solids

bool is_finite(vec4 v) { return !any(isnan(v)) && !any(isinf(v)); }

#ifdef SURFACED
SolidSurface surface_of(Look look) {
    const MeshSurface surface = look.surface;
    const float radius = look.solid.mesh.triangles == 0u ? 1.0 : look.solid.mesh.radius;
    const float way = surface.ends.y - surface.ends.x, least = 1e-4;
    const float steepness = 1.0 / (abs(way) < least ? least : way);
    const vec4 colour = clamp(surface.other_colour, 0.0, MAX_HALF);
    return SolidSurface(vec4(surface.axis * (steepness / radius), -surface.ends.x * steepness), packHalf2x16(colour.rg),
                        packHalf2x16(vec2(colour.b, surface.roughness)), look.solid.mesh.details,
                        surface.picture.first | (surface.is_one_sided ? SOLID_IS_ONE_SIDED : 0u));
}
#endif

vec4 turn_of(Particle p, Look look) {
    const vec4 own = vec4(look.solid.axis * sin(0.5 * look.solid.angle), cos(0.5 * look.solid.angle));
#ifdef HAS_ORIENTATION
    const vec4 turn = followed_by(own, turn_of_orientation(p.orientation));
    if (is_finite(turn)) return turn;
#endif
    return own;
}

Solid solid_of(Particle p, Look look) {
    const vec3 place = p.position;
    Solid solid;
    solid.place = vec4(place, 0.0);
    solid.turn = vec4(0.0, 0.0, 0.0, 1.0);
    solid.red_green = solid.blue_glow = solid.first = solid.triangles = 0u;
#ifdef SURFACED
    solid.surface = surface_of(look);
#endif
    const float radius = 0.5 * max(look.diameter, 0.0) * for_density(size_factor);
    if (look.solid.kind == SOLID_NONE || !(look.colour.a > 0.0) || !is_finite(vec4(place, radius))) return solid;
    solid.place.w = radius;
    const vec4 light = clamp(vec4(look.colour.rgb, look.solid.glow), 0.0, MAX_HALF);
    solid.red_green = packHalf2x16(light.rg);
    solid.blue_glow = packHalf2x16(light.ba);
    if (look.solid.kind == SOLID_SPHERE) return solid;
    solid.turn = turn_of(p, look);
    solid.triangles = OCTAHEDRON_TRIANGLES;
    if (look.solid.mesh.triangles == 0u) return solid;
    solid.place.w = radius / look.solid.mesh.radius;
    solid.first = look.solid.mesh.first;
    solid.triangles = look.solid.mesh.triangles;
    return solid;
}

// Makes the solid with this number. Returns its place, and the radius of the sphere around it; 0: it is not seen.
vec4 make(uint i) {
    Particle p;
    Emitter e;
    const Look look = made_look(slots[i], p, e);
    const Solid solid = solid_of(p, look);
    solids[i] = solid;
    counts[i] = solid.place.w > 0.0 ? groups_for(solid.triangles, VOTES_PER_WORD) : 0u;
    return solid.place.w > 0.0 ? vec4(p.position, 0.5 * look.diameter * for_density(size_factor)) : vec4(0.0);
}

void enclose(vec4 sphere) {
    const vec3 at = lamp_axes() * clamp(sphere.xyz, -FARTHEST, FARTHEST);
    for (uint k = 0u; k < 3u; ++k) {
        atomicMax(box[k], ~ordered_bits(at[k] - sphere.w));
        atomicMax(box[k + 3u], ordered_bits(at[k] + sphere.w));
    }
}

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, l = gl_LocalInvocationIndex;
    if (l < BOX_WORDS) box[l] = 0u;
    block_barrier();
    const vec4 sphere = i < list[SOLIDS_WORD] ? make(i) : vec4(0.0);
    if (sphere.w > 0.0) enclose(sphere);
    block_barrier();
    if (l < BOX_WORDS && box[l] != 0u) atomicMax(list[SOLID_BOX_WORD + l], box[l]);
}

#section expand
// Lists the batches of triangles of all solids, from their scanned counts.
#include "common.glsl"
#include "render/solids/solids.h"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_COUNTS) readonly buffer Counts { uint counts[]; };
layout(std430, binding = BIND_SOLID_BATCHES) writeonly buffer Batches { uint batches[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint max_batches;

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= list.solids) return;
    if (i == 0u) {
        const uvec3 groups = folded_groups(groups_for(min(list.batches, max_batches), PARTICLE_THREADS / VOTES_PER_WORD));
        list.batch_groups_x = groups.x;
        list.batch_groups_y = groups.y;
        list.batch_groups_z = groups.z;
        list.mesh_instances = 1u;
    }
    const uint begin = counts[i], end = min(i + 1u < list.solids ? counts[i + 1u] : list.batches, max_batches);
    for (uint to = begin; to < end; ++to) batches[to] = i << SOLID_BATCH_BITS | (to - begin);
}

#section cull pack
// The batches of triangles, as passes with a thread per triangle see them.
#include "common.glsl"
#include "render/solids/drawn.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_BATCHES) readonly buffer Batches { uint batches[]; };
layout(std430, binding = BIND_SOLID_VOTES) buffer Votes { uint votes[]; };
layout(std430, binding = BIND_SOLID_RANKS) buffer Ranks { uint ranks[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { SolidList list; };

uniform uint max_batches;

const uint GROUP_BATCHES = PARTICLE_THREADS / VOTES_PER_WORD;

uint batch_count() { return min(list.batches, max_batches); }
uint batch_of_thread() { return group_index() * GROUP_BATCHES + gl_LocalInvocationIndex / VOTES_PER_WORD; }
uint bit_of_thread() { return gl_LocalInvocationIndex % VOTES_PER_WORD; }

uint solid_of(uint batch) { return batches[batch] >> SOLID_BATCH_BITS; }

// Returns which of the mesh's triangles the thread has.
uint triangle_of(uint batch) {
    return (batches[batch] & (1u << SOLID_BATCH_BITS) - 1u) * VOTES_PER_WORD + bit_of_thread();
}

#section cull
// Votes for the triangles of meshes that a view may show: those in view within which the middle of a pixel may lie. Of the
// small triangles of a fine mesh, most show in no pixel; compute units leave them out much faster than a rasteriser.

uniform vec2 frame_size;  // pixels

const float SNAPPED = 1.0 / 128.0;  // pixels by which a rasteriser may move a corner

shared uint group_votes[GROUP_BATCHES];

vec2 pixel_of(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * frame_size; }

// True if a pixel may show the triangle with these corners in clip space.
bool may_show(vec4 a, vec4 b, vec4 c) {
    const vec3 x = vec3(a.x, b.x, c.x), y = vec3(a.y, b.y, c.y), z = vec3(a.z, b.z, c.z), w = vec3(a.w, b.w, c.w);
    if (all(greaterThan(abs(x), w)) && (all(greaterThan(x, vec3(0.0))) || all(lessThan(x, vec3(0.0))))) return false;
    if (all(greaterThan(abs(y), w)) && (all(greaterThan(y, vec3(0.0))) || all(lessThan(y, vec3(0.0))))) return false;
    if (all(lessThan(z, -w))) return false;
    if (any(lessThan(z, -w))) return true;  // the near plane cuts it
    const vec2 p = pixel_of(a), q = pixel_of(b), r = pixel_of(c);
    const vec2 low = min(p, min(q, r)) - SNAPPED, high = max(p, max(q, r)) + SNAPPED;
    return all(lessThanEqual(ceil(low - 0.5), floor(high - 0.5)));
}

void main() {
    const uint l = gl_LocalInvocationIndex, batch = batch_of_thread();
    if (l < GROUP_BATCHES) group_votes[l] = 0u;
    block_barrier();
    if (batch < batch_count()) {
        const Solid solid = solids[solid_of(batch)];
        const uint triangle = triangle_of(batch);
        if (triangle < solid.triangles) {
            vec3 place[3];
            vec4 clip[3];
            for (uint k = 0u; k < 3u; ++k) {
                place[k] = solid.place.xyz + from_centre_of(solid, triangle, k);
                clip[k] = position_of(place[k]);
            }
            if (!is_turned_away(solid, place[0], place[1], place[2]) && may_show(clip[0], clip[1], clip[2])) atomicOr(group_votes[l / VOTES_PER_WORD], 1u << bit_of_thread());
        }
    }
    block_barrier();
    if (bit_of_thread() != 0u || batch >= batch_count()) return;
    votes[batch] = group_votes[l / VOTES_PER_WORD];
    ranks[batch] = uint(bitCount(votes[batch]));
}

#section pack
// Lists the triangles that have votes, in the order of the batches, from the scanned numbers of the votes.
layout(std430, binding = BIND_SOLID_SEEN) writeonly buffer Seen { uvec2 seen[]; };

uniform uint max_seen;

void main() {
    const uint batch = batch_of_thread(), bit = bit_of_thread();
    if (batch >= batch_count()) return;
    if (batch == 0u && bit == 0u) list.mesh_vertices = min(list.seen, max_seen) * 3u;
    const uint word = votes[batch];
    if ((word >> bit & 1u) == 0u) return;
    const uint to = ranks[batch] + uint(bitCount(word & (1u << bit) - 1u));
    if (to < max_seen) seen[to] = uvec2(solid_of(batch), triangle_of(batch));
}
