// The records that peel.comp has advanced, for the folded pass, which then runs the light codes only. Needs PEELED, 0
// or 1; with 0 nothing is peeled.
#if PEELED
layout(binding = TEXTURE_PEELED) uniform usamplerBuffer peeled[COLUMNS];  // by logical index

// If the emitter's code is heavy, replaces the particle of logical index i by the advanced one and returns true.
bool take_peeled(uint i, Emitter e, inout Stored p) {
    if (!stack_is_heavy(e.step_code)) return false;
    uvec4 column[COLUMNS];
    for (uint c = 0u; c < COLUMNS; ++c) column[c] = texelFetch(peeled[c], int(i));
    p = particle_from(column);
    return true;
}
#else
bool take_peeled(uint i, Emitter e, inout Stored p) { return false; }
#endif
