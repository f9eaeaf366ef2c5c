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
    set_born(pool, born, pool.dropped > 0u ? step_now.instances : 0u);
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
// consecutively. Children follow, those of a parent consecutively, in the parents' order. With INSTANCES, also counts what
// has no room of each instance. Needs CHILDREN,
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
#include "particles/births.glsl"

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
        const Parentage from = parentage_of(k);
        const Stored p = newborn(from, step_of(from.slot), ordinal_of(k, from.slot));
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
#ifdef INSTANCES
    const uint threads = destination_pool.spawn_x * destination_pool.spawn_y * PARTICLE_THREADS;
    if (destination_pool.dropped > 0u) count_dropped(destination_pool.born, k, threads);
#endif
}
