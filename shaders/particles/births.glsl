// Finds where each birth of a step comes from: an emitter or, with CHILDREN, 1, a parent. Needs precise.glsl and step.glsl,
// and with CHILDREN parents.glsl.
#ifdef INSTANCES
#define BIRTHS_ACCESS
#else
#define BIRTHS_ACCESS readonly
#endif
// One per emitter: births of the emitters before it; then BirthTiming. With INSTANCES the emitters are those of all instances,
// and the last words say how many births of each instance had no room, from the last word down.
layout(std430, binding = BIND_BIRTHS) BIRTHS_ACCESS buffer BirthsBefore { uint births_before[]; };

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

// Returns the slot, as particles have it, of an emitter in the list of births.
#ifdef INSTANCES
uint slot_of(uint emitter) { return emitter / step_now.slots << INSTANCE_SHIFT | emitter % step_now.slots; }
#else
uint slot_of(uint emitter) { return emitter; }
#endif

Parentage parentage_of_birth(uint k) {
    const uint emitter = emitter_of(k), slot = slot_of(emitter);
    const Emitter e = emitter_at(slot);
    const uint first = births_before[emitter];
    const Births births = Births(k - first, births_before[emitter + 1u] - first, RIBBON_OF_EMITTER | (slot & SLOT_MASK) << RIBBON_SLOT, 0.0);
    const bool is_even = (e.flags & EMITTER_IS_EVEN) != 0u;
    const float moment = is_even ? even_moment(moments_of(emitter), births) : RANDOM_MOMENT;
    return Parentage(slot, Origin(e.position, vec3(0.0), moment), births, false, nobody());
}

Parentage parentage_of(uint k) {
#if CHILDREN
    if (k >= step_now.births) return parentage_of_child(k - step_now.births);
#endif
    return parentage_of_birth(k);
}

// Returns the ordinal of birth k of the step, among those of its instance. Needs, with CHILDREN and several instances, the
// ordinals of children among those of their instances (child_ranks.comp).
uint ordinal_of(uint k, uint slot) {
#ifdef INSTANCES
    const uint first = (slot >> INSTANCE_SHIFT) * step_now.slots, births = births_before[first];
#if CHILDREN
    if (k >= step_now.births)
        return births_before[first + step_now.slots] - births + child_rank(k - step_now.births);
#endif
    return k - births;
#else
    return k;
#endif
}

#ifdef INSTANCES
void add_dropped(uint instance, uint count) {
    if (count > 0u) atomicAdd(births_before[births_before.length() - 1 - int(instance)], count);
}

// Counts for each instance the births of the step that have no room, which are the last ones. Each of so many threads has a part.
void count_dropped(uint born, uint thread, uint threads) {
    for (uint i = thread; i < step_now.instances; i += threads) {
        const uint begin = births_before[i * step_now.slots], end = births_before[(i + 1u) * step_now.slots];
        add_dropped(i, end - clamp(born, begin, end));
    }
#if CHILDREN
    const uint children_born = max(born, step_now.births) - step_now.births;
    for (uint c = children_born + thread; c < destination_pool.children; c += threads) {
        const uint parent = ring_index(source_pool.first, parent_of(c), step_now.capacity);
        add_dropped(source[IDENTITY_COLUMN].element[parent].z >> INSTANCE_SHIFT, 1u);
    }
#endif
}
#endif
