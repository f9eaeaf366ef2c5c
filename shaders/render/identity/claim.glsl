// Lets a fragment claim its pixel for a particle. The nearest particle that covers half of the pixel by itself has it; where none
// does, the one that gives most light or opacity. The depth test decides, for which greater is nearer.
const float HALF_COVERED = 0.5;
const float NEAREST_CLAIM = 1e-4;    // metres
const float FAINTEST_COVER = 1e-13;  // the claim of what covers half, 1e9 metres away

layout(location = 0) out uvec2 claimed;  // 1 and the particle's place in the columns; its metres before the eye, as bits

// `given`: the greatest component of what is drawn; above 0, or the fragment claims nothing.
void claim_pixel(uint at, float metres, float cover, float given) {
    if (!(given > 0.0)) discard;
    gl_FragDepth = cover >= HALF_COVERED ? NEAREST_CLAIM / max(metres, NEAREST_CLAIM) : min(given / MAX_HALF, 1.0) * FAINTEST_COVER;
    claimed = uvec2(at + 1u, floatBitsToUint(metres));
}
