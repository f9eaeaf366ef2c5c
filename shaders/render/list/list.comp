// The list of who is drawn: where in its columns each particle lies that is seen, in their order, with a key of its
// depth; and the indirect arguments of drawing them. One pass, in which every group votes for a part of the entries,
// keeps the votes, learns by a single-pass scan's waiting how many are listed before its own, and packs its own there.
// Nothing of a particle but its position is read, and its velocity where motion is drawn as length.
//
// The parts are as large as the groups are few. Where all of these run at once they wait for each other once.
#ifdef NEEDS_SUBGROUPS  // NVIDIA's compiler refuses block scans by networks under it
#define UNROLLS_ALL_LOOPS  // the positions of a thread stay in its registers
#endif
#define VOTE_WORDS TILE  // the elements of the block scan are words of votes
#include "compact/common.glsl"
layout(local_size_x = BLOCK_THREADS) in;
#include BLOCK_SCAN_FILE
#include "render/list/entries.glsl"
#include "render/list/sight.glsl"
#include "render/list/depth_key.glsl"

#include STRATEGY_FILE

void order_before_stores() {}  // nothing is packed in place

layout(std430, binding = BIND_LIST_SLOTS) writeonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) writeonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) writeonly buffer ListBlock { DrawList list; };

uniform bool culls;          // else all are listed
uniform bool has_keys;
uniform bool lists_numbers;  // logical indices in the place of places in the columns

uint part_entries;  // of this dispatch

const uint AT_ONCE = 4u;  // positions of a thread that are on their way together
const uint STEP = BLOCK_THREADS * AT_ONCE;

// Whole steps, and no more than there is shared memory for: the host sees to as many groups.
uint entries_of_part(uint count) {
    const uint groups = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
    return max(1u, groups_for(groups_for(count, groups), STEP)) * STEP;
}

// At least one, so that even no entries are described.
uint parts_of(uint count) { return max(1u, groups_for(count, part_entries)); }

vec3 position_at(uint from) { return uintBitsToFloat(ring_columns[0].element[min(from, capacity - 1u)].xyz); }

// Writes survivors_before[] and returns how many are listed in the part, which has so many words of votes, to every
// thread. The elements of the block scan are the words' popcounts. A barrier must lie before it, and between two calls.
uint rank_votes(uint words) {
    T x[ITEMS];
    for (uint i = 0u; i < ITEMS; ++i) x[i] = place_of(i) < words ? uint(bitCount(tile_votes[place_of(i)])) : 0u;
    const T sum = block_scan(x, false);
    for (uint i = 0u; i < ITEMS; ++i) survivors_before[place_of(i)] = x[i];
    block_barrier();
    return sum;
}

// `is_plain`: culled, and nothing is mirrored or drawn longer. It is a constant wherever this is inlined, so that what
// is asked for mostly does not pay for the rest.
bool is_listed(uint from, vec3 place, bool is_plain) {
    if (is_plain) return shows_plainly(place);
    if (!culls) return true;
    vec3 motion = vec3(0.0);
    if (longest_stretch > 0.0) motion = uintBitsToFloat(ring_columns[1].element[from].xyz) * longest_stretch;
    return is_seen(place, motion);
}

// Votes for the entries `begin` to begin + AT_ONCE of this thread.
void vote(uint part, uint count, uint ring_first, uint begin, bool is_plain) {
    uint from[AT_ONCE];
    for (uint r = 0u; r < AT_ONCE; ++r) {
        const uint i = part * part_entries + number_of(begin + r);
        from[r] = i < count ? place_of_entry(ring_first, i) : NOWHERE;
    }
    vec3 place[AT_ONCE];  // all are on their way before the first is used
    for (uint r = 0u; r < AT_ONCE; ++r) place[r] = position_at(from[r]);
    for (uint r = 0u; r < AT_ONCE; ++r)
        cast_vote(number_of(begin + r), from[r] != NOWHERE && is_listed(from[r], place[r], is_plain));
}

void vote_for_all(uint part, uint count, uint ring_first, bool is_plain) {
    for (uint begin = 0u; begin < part_entries / BLOCK_THREADS; begin += AT_ONCE)
        vote(part, count, ring_first, begin, is_plain);
}

void collect_votes(uint part, uint count, uint ring_first) {
    begin_votes();
    if (culls && !is_mirrored && longest_stretch == 0.0) vote_for_all(part, count, ring_first, true);
    else vote_for_all(part, count, ring_first, false);
    block_barrier();
}

// `is_plain`: places without keys; a constant, as above.
void list_entry(uint ring_first, uint i, uint to, bool is_plain) {
    const uint from = place_of_entry(ring_first, i);
    if (to >= capacity) return;
    list_slots[to] = !is_plain && lists_numbers ? i : from;
    if (!is_plain && has_keys) list_keys[to] = depth_key(depth_before_eye(position_at(from)));
}

// Entry `bit` of a word of votes.
void pack_entry(uint part, uint ring_first, uint before, uint w, uint bit, bool is_plain) {
    const uint word = tile_votes[w];
    if ((word >> bit & 1u) == 0u) return;
    const uint rank = survivors_before[w] + uint(bitCount(word & ((1u << bit) - 1u)));
    list_entry(ring_first, part * part_entries + w * VOTES_PER_WORD + bit, before + rank, is_plain);
}

// Where many are listed: neighbouring threads write what lies side by side. A thread has the same bit of all its words.
void pack_dense(uint part, uint ring_first, uint before, bool is_plain) {
    const uint first = number_of(0u) / VOTES_PER_WORD, bit = number_of(0u) % VOTES_PER_WORD;
    for (uint begin = 0u; begin < part_entries / BLOCK_THREADS; begin += AT_ONCE)
        for (uint r = 0u; r < AT_ONCE; ++r)
            pack_entry(part, ring_first, before, first + (begin + r) * (BLOCK_THREADS / VOTES_PER_WORD), bit, is_plain);
}

// Where few are listed: every thread looks for them in words of its own.
void pack_sparse(uint part, uint ring_first, uint before, bool is_plain) {
    for (uint w = gl_LocalInvocationIndex; w < part_entries / VOTES_PER_WORD; w += BLOCK_THREADS) {
        uint to = before + survivors_before[w];
        for (uint bits = tile_votes[w]; bits != 0u; bits &= bits - 1u)
            list_entry(ring_first, part * part_entries + w * VOTES_PER_WORD + uint(findLSB(bits)), to++, is_plain);
    }
}

const uint FEW = 6u;  // one of so many is listed

void pack_as_fits(uint part, uint ring_first, uint before, uint listed, bool is_plain) {
    if (listed * FEW < part_entries) pack_sparse(part, ring_first, before, is_plain);
    else pack_dense(part, ring_first, before, is_plain);
}

void pack(uint part, uint ring_first, uint before, uint listed) {
    if (has_keys || lists_numbers) pack_as_fits(part, ring_first, before, listed, false);
    else pack_as_fits(part, ring_first, before, listed, true);
}

void describe(uint listed) {
    list.vertices = listed * VERTICES_PER_PARTICLE;
    list.instances = 1u;
    list.first = 0u;
    list.base = 0u;
    list.drawn = listed;
}

void main() {
    const uint count = true_count();
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
