// Finds where each birth of a step comes from: an emitter or, with CHILDREN, 1, a parent. Needs precise.glsl and step.glsl,
// and with CHILDREN parents.glsl.
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
