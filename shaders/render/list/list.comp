// Makes the list of particles to draw: the place of each visible particle in the columns, in order, with a key of its
// depth; and the indirect arguments of drawing them. With LISTS_RIBBONS it lists the points of ribbons, with the numbers of
// their ribbons as keys. It is one pass: every work group votes for a part of the entries, keeps the votes, gets from a
// single-pass scan how many are listed before its part, and packs its own there. Of a particle that is no point, it reads
// only the position, and the velocity if motion is drawn as length.
//
// The fewer the groups, the larger the parts. If all groups run at once, each waits once for the ones before it.
#ifdef NEEDS_SUBGROUPS  // with UNROLLS_ALL_LOOPS, NVIDIA's compiler refuses block scans by networks
#define UNROLLS_ALL_LOOPS  // keeps the positions of a thread in registers
#endif
#define VOTE_WORDS TILE  // an element of the block scan is a word of votes
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE

// The entries that a drawing list selects from: the pool or, between two sorts, the cached order and later births.
#if LISTS_CACHED_ORDER
const uint looks = 1u;
uint look_of_entry(uint i) { return 0u; }
layout(std430, binding = BIND_LIST_CACHED_ORDER) buffer CachedOrderBlock { CachedOrder cached_order; };
layout(std430, binding = BIND_LIST_ORDER) readonly buffer ListOrder { uint list_order[]; };  // by depth: the logical index at the sort
layout(std430, binding = BIND_LIST_FOUND) readonly buffer ListFound { uint found[]; };       // by the logical index at the sort

// The entries are first the particles of the cached order, then those born since. Returns the place of entry i in the
// columns, NOWHERE if it has died.
uint place_of_entry(uint ring_first, uint i) {
    if (i < cached_order.count) return found[list_order[i]];
    return ring_place(ring_first, cached_order.born_from + (i - cached_order.count));
}
#else
#if LISTS_LOOKS
uniform uint looks;  // entries of a particle, one for each look that particles may have
uint look_of_entry(uint i) { return i % looks; }
#else
const uint looks = 1u;
uint look_of_entry(uint i) { return 0u; }
#endif

// The entries are the living particles in the order of the pool. Returns the place of entry i in the columns.
uint place_of_entry(uint ring_first, uint i) { return ring_place(ring_first, i / looks); }
#endif

#include STRATEGY_FILE

void order_before_stores() {}  // nothing is packed in place

layout(std430, binding = BIND_LIST_SLOTS) writeonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) writeonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) writeonly buffer ListBlock { DrawList list; };

uniform bool has_keys;
uniform bool lists_numbers;  // lists logical indices instead of places in the columns

uint part_entries;  // entries per part, in this dispatch

// The positions that a thread loads together. A CPU has no latency to hide, and its compiler takes half the time for one.
#ifdef SOFTWARE_RENDERER
const uint AT_ONCE = 1u;
#else
const uint AT_ONCE = 4u;
#endif
const uint STEP = BLOCK_THREADS * AT_ONCE;

// Returns whole steps. They fit into shared memory, because the host dispatches enough groups.
uint entries_of_part(uint count) {
    const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    return max(1u, groups_for(groups_for(count, groups), STEP)) * STEP;
}

// Returns at least one, so that the list is described even without entries.
uint parts_of(uint count) { return max(1u, groups_for(count, part_entries)); }

vec3 position_at(uint from) { return uintBitsToFloat(ring_columns[0].element[min(from, capacity - 1u)].xyz); }

#if LISTS_RIBBONS || LISTS_ORDERS || LISTS_LOOKS
#include "effects/row_buffer.glsl"
#endif
#if LISTS_RIBBONS
#include "particles/random.glsl"
#include "particles/ribbon.h"

// The particles that a list of ribbons selects: those that belong to one, with the numbers of their ribbons as keys.


const uint VERTICES_PER_ENTRY = VERTICES_PER_SEGMENT;

// Returns the number of the ribbon that the particle at this place belongs to, 0 for none.
uint key_of(uint from, uint look) {
    const uint slot = ring_columns[2].element[from].z, word = WORDS_AT(emitter_row(slot) + 2u).w & EMITTER_RIBBON_MASK;
    if (word == 0u) return 0u;
    const uint plane = (word - 1u) / PLANE_WORDS;
    const uint number = ring_columns[COLUMNS - 1u].element[plane * capacity + from][(word - 1u) % PLANE_WORDS];
#ifdef INSTANCES
    // The instances' ribbons have the same numbers.
    const uint instance = slot >> INSTANCE_SHIFT;
    if (instance > 0u && number > 0u)
        return hash4(uvec4(number, instance, 0u, 0u)).x & ~RIBBON_OF_PARENT | number & RIBBON_OF_PARENT | RIBBON_OF_EMITTER;
#endif
    return number;
}

bool was_killed_at_birth(uint from) { return ring_columns[1].element[from].w == 0u; }

bool is_listed(uint from, uint look, vec3 place, bool is_plain) { return key_of(from, look) != 0u && !was_killed_at_birth(from); }

bool votes_plainly() { return true; }
#else
#include "render/list/in_view.glsl"
#endif

// Writes survivors_before[] for the part's `words` words of votes, and returns to every thread how many entries are
// listed in the part. The elements of the block scan are the words' popcounts. Precondition: a barrier before the call,
// and between two calls.
uint rank_votes(uint words) {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = place_of(i) < words ? uint(bitCount(tile_votes[place_of(i)])) : 0u;
    const T sum = block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i) survivors_before[place_of(i)] = x[i];
    block_barrier();
    return sum;
}

// Casts the votes of the thread's entries from `begin` to begin + AT_ONCE - 1.
void vote(uint part, uint count, uint ring_first, uint begin, bool is_plain) {
    uint from[AT_ONCE];
    for (uint r = 0u; r < AT_ONCE; ++r) {
        const uint i = part * part_entries + number_of(begin + r);
        from[r] = i < count ? place_of_entry(ring_first, i) : NOWHERE;
    }
    vec3 place[AT_ONCE];  // all are loaded before the first is used, to hide latency
    for (uint r = 0u; r < AT_ONCE; ++r) place[r] = position_at(from[r]);
    for (uint r = 0u; r < AT_ONCE; ++r)
        cast_vote(number_of(begin + r), from[r] != NOWHERE && is_listed(from[r], look_of_entry(part * part_entries + number_of(begin + r)), place[r], is_plain));
}

void vote_for_all(uint part, uint count, uint ring_first, bool is_plain) {
    for (uint begin = 0u; begin < part_entries / BLOCK_THREADS; begin += AT_ONCE)
        vote(part, count, ring_first, begin, is_plain);
}

void collect_votes(uint part, uint count, uint ring_first) {
    begin_votes();
    if (votes_plainly()) vote_for_all(part, count, ring_first, true);
    else vote_for_all(part, count, ring_first, false);
    block_barrier();
}

// Writes entry i as number `to` of the list. `is_plain` says that it lists places without keys; it is a constant at
// each call, as above.
void list_entry(uint ring_first, uint i, uint to, bool is_plain) {
    const uint from = place_of_entry(ring_first, i);
    if (to >= capacity * looks) return;
    list_slots[to] = !is_plain && lists_numbers ? i : from | look_of_entry(i) << LOOK_OF_SLOT_SHIFT;
    if (!is_plain && has_keys) list_keys[to] = key_of(from, look_of_entry(i));
}

// Lists entry `bit` of word `w` of votes, if it has a vote.
void pack_entry(uint part, uint ring_first, uint before, uint w, uint bit, bool is_plain) {
    const uint word = tile_votes[w];
    if ((word >> bit & 1u) == 0u) return;
    const uint rank = survivors_before[w] + uint(bitCount(word & ((1u << bit) - 1u)));
    list_entry(ring_first, part * part_entries + w * VOTES_PER_WORD + bit, before + rank, is_plain);
}

// For many listed entries: neighbouring threads write neighbouring words. A thread has the same bit of all its words.
void pack_dense(uint part, uint ring_first, uint before, bool is_plain) {
    const uint first = number_of(0u) / VOTES_PER_WORD, bit = number_of(0u) % VOTES_PER_WORD;
    for (uint begin = 0u; begin < part_entries / BLOCK_THREADS; begin += AT_ONCE)
        for (uint r = 0u; r < AT_ONCE; ++r)
            pack_entry(part, ring_first, before, first + (begin + r) * (BLOCK_THREADS / VOTES_PER_WORD), bit, is_plain);
}

// For few listed entries: every thread looks for set bits in its own words.
void pack_sparse(uint part, uint ring_first, uint before, bool is_plain) {
    for (uint w = gl_LocalInvocationIndex; w < part_entries / VOTES_PER_WORD; w += BLOCK_THREADS) {
        uint to = before + survivors_before[w];
        for (uint bits = tile_votes[w]; bits != 0u; bits &= bits - 1u)
            list_entry(ring_first, part * part_entries + w * VOTES_PER_WORD + uint(findLSB(bits)), to++, is_plain);
    }
}

const uint FEW = 6u;  // pack_sparse() is used if fewer than one of 6 entries is listed

void pack_as_fits(uint part, uint ring_first, uint before, uint listed, bool is_plain) {
    if (listed * FEW < part_entries) pack_sparse(part, ring_first, before, is_plain);
    else pack_dense(part, ring_first, before, is_plain);
}

void pack(uint part, uint ring_first, uint before, uint listed) {
    if (has_keys || lists_numbers) pack_as_fits(part, ring_first, before, listed, false);
    else pack_as_fits(part, ring_first, before, listed, true);
}

void describe(uint listed) {
    list.vertices = listed * VERTICES_PER_ENTRY;
    list.instances = 1u;
    list.first = 0u;
    list.base = 0u;
    list.drawn = listed;
#if LISTS_RIBBONS
    const uvec3 groups = folded_groups(groups_for(listed, PARTICLE_THREADS));
    list.groups_x = groups.x;
    list.groups_y = groups.y;
    list.groups_z = groups.z;
#endif
}

void main() {
    const uint count = true_count() * looks;
    part_entries = entries_of_part(count);
    const uint parts = parts_of(count);
    const uint part = take_tile(parts);
    if (part >= parts) return;  // the same for the whole block
    delay_tile(part);
    const uint ring_first = first_of_ring();
    uint listed = 0u;
    for (uint target = part; target != NO_TILE; target = next_target()) {
        collect_votes(target, count, ring_first);
        listed = rank_votes(part_entries / VOTES_PER_WORD);
        publish_sum(part, target, listed);
    }
    const uint before = prefix_before;
    pack(part, ring_first, before, listed);
    if (part + 1u == parts && gl_LocalInvocationIndex == 0u) describe(before + listed);
}
