// The births of a step.

#section place
// Decides from the compactor's count of survivors how many particles are born: first by rates and bursts, then children
// in their parents' order. One thread. Guarantees to `spawn` that births 0 .. born - 1 go to (survivors + k) mod
// capacity, to later passes that the pool describes the step's result, and to the next step that its sums in the
// source's pool begin at zero.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
#include "particles/pool.glsl"
layout(local_size_x = SINGLE_THREAD) in;

void main() {
    const uint capacity = step_now.capacity;
    const uint before = source_pool.alive + source_pool.shrunk;
    const uint survivors = min(destination_pool.survivors, capacity);
    const uint room = capacity - survivors;
    const bool replace = step_now.replace_oldest != 0u;
    const uint children = destination_pool.children;
    const uint wanted = step_now.births + min(children, step_now.children_per_step);
    const uint born = min(wanted, replace ? capacity : room);
    const uint replaced = born > room ? born - room : 0u;
    Pool pool = destination_pool;
    pool.first = replaced;  // the ring begins behind the particles that births overwrite
    pool.replaced = replaced;
    pool.died = before - survivors + replaced;
    pool.dropped = step_now.births + children - born;
    pool.step = step_now.index;
    pool.shrunk = 0u;
    set_alive(pool, survivors + born - replaced);
    set_born(pool, born);
    set_refit(pool, replaced > 0u);
    destination_pool = pool;
    source_pool.lost = 0u;
    source_pool.children = 0u;
    source_pool.low_x = source_pool.low_y = source_pool.low_z = 0u;
    source_pool.high_x = source_pool.high_y = source_pool.high_z = 0u;
}

#section count_children
// Counts the particles' children again when a step is repeated. The particles are already advanced; the counts equal
// those of simulate.comp.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS readonly
#define FOLDED 0
#include "particles/buffers.glsl"
#include "particles/precise.glsl"
#include "particles/parents.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_CHILDREN) writeonly buffer ChildCounts { uint child_counts[]; };

void main() {
    const uint i = particle_index();
    if (i >= min(source_pool.alive, step_now.capacity)) return;
    const ParentState parent = parent_at(i);
    child_counts[i] = children_of(parent.before, parent.now);
}

#section spawn
// Writes the births behind the survivors in the ring. Births are numbered over all emitters, those of an emitter
// consecutively. Children follow, those of a parent consecutively, in the parents' order. Needs CHILDREN,
// FOLDED and PEELED, 0 or 1, STACKS and COLUMNS.
#define SOURCE_ACCESS readonly
#define DESTINATION_ACCESS writeonly
#include "particles/buffers.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
#include "particles/precise.glsl"
#include "particles/bounds.glsl"
#if PEELED
#define MAX_LISTED PARTICLE_THREADS
#include "particles/peel_list.glsl"
#endif
#if CHILDREN
#include "particles/parents.glsl"
#endif
layout(std430, binding = BIND_BIRTHS) readonly buffer BirthsBefore { uint births_before[]; };  // one per emitter: births of the emitters before it; then BirthTiming

// Returns the emitter of birth k: the last whose births begin at or before k and that has any.
uint emitter_of(uint k) {
    uint low = 0u, high = step_now.emitters;
    while (high - low > 1u) {
        const uint middle = (low + high) / 2u;
        if (births_before[middle] <= k) low = middle;
        else high = middle;
    }
    return low;
}

BirthTiming moments_of(uint emitter) {
    const uint at = step_now.emitters + 1u + emitter * MOMENTS_WORDS;
    return BirthTiming(births_before[at], uintBitsToFloat(births_before[at + 1u]), uintBitsToFloat(births_before[at + 2u]),
                       births_before[at + 3u]);
}

// Returns the moment of a birth by a burst, as a share of the step.
float moment_in_runs(BirthTiming m, uint index) {
    const uint all = step_now.emitters + 1u + step_now.emitters * MOMENTS_WORDS;
    const uint first = all + (m.runs >> BURST_RUNS_BITS) * BURST_RUN_WORDS;
    const uint last = first + ((m.runs & ((1u << BURST_RUNS_BITS) - 1u)) - 1u) * BURST_RUN_WORDS;
    uint at = first, begin = m.by_rate;
    for (; at < last && index >= births_before[at]; at += BURST_RUN_WORDS) begin = births_before[at];
    const float of_first = uintBitsToFloat(births_before[at + 1u]), between = uintBitsToFloat(births_before[at + 2u]);
    precise float moment = of_first + float(index - begin) * between;
    return moment;
}

// Returns the moment of a birth of an even emitter, in steps before the end of the step. Those of bursts fill the step, unless
// they have moments of their own.
float even_moment(BirthTiming m, Births births) {
    const uint burst = births.count - min(m.by_rate, births.count);
    precise float by_rate = m.first + float(births.index) * m.between;
    precise float by_burst = (float(births.index - m.by_rate) + 0.5) / float(burst);
    const bool is_in_run = m.runs != 0u && births.index >= m.by_rate;
    precise float moment = 1.0 - (births.index < m.by_rate ? by_rate : is_in_run ? moment_in_runs(m, births.index) : by_burst);
    return clamp(moment, 0.0, 1.0);
}

Parentage parentage_of_birth(uint k) {
    const uint emitter = emitter_of(k);
    const Emitter e = emitter_at(emitter);
    const uint first = births_before[emitter];
    const Births births = Births(k - first, births_before[emitter + 1u] - first, RIBBON_OF_EMITTER | emitter << RIBBON_SLOT, 0.0);
    const bool is_even = (e.flags & EMITTER_IS_EVEN) != 0u;
    const float moment = is_even ? even_moment(moments_of(emitter), births) : RANDOM_MOMENT;
    return Parentage(emitter, Origin(e.position, vec3(0.0), moment), births, false, nobody());
}

Parentage parentage_of(uint k) {
#if CHILDREN
    if (k >= step_now.births) return parentage_of_child(k - step_now.births);
#endif
    return parentage_of_birth(k);
}

void main() {
    box_begin();
#if PEELED
    list_begin();
    block_barrier();
#endif
    const uint k = particle_index();
    if (k < destination_pool.born) {
        const uint survivors = min(destination_pool.survivors, step_now.capacity);
        const uint at = ring_index(survivors, k, step_now.capacity);
        const Stored p = newborn(parentage_of(k), step_now, k);
        destination[POSITION_COLUMN].element[at] = position_column(p);
        destination[VELOCITY_COLUMN].element[at] = velocity_column(p);
        destination[IDENTITY_COLUMN].element[at] = p.identity;
        for (uint k = 0u; k < PARTICLE_ELEMENTS - PARTICLE_COLUMNS; ++k)
            destination[ATTRIBUTE_COLUMN].element[plane_place(k, at, step_now.capacity)] = plane_of(p.attributes, k);
        box_include(p.position);
#if PEELED
        // Where births replace the oldest, the places of these stay in the list, which would overflow; it is made anew.
        if (step_now.replace_oldest == 0u && is_peeled(emitter_at(p.identity.z))) list_heavy(at);
#endif
    }
    box_commit();  // has barriers
#if PEELED
    list_commit();
#endif
}
