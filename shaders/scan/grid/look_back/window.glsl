// The first subgroup looks back, at as many tiles at once as it has invocations.
#include "scan/subgroups.glsl"

bool looks_back() { return gl_SubgroupID == 0u; }

// SUBGROUP_SIZE if there is none.
uint first_lane(bool here) {
    const uvec4 lanes = subgroupBallot(here);
    return lanes == uvec4(0u) ? SUBGROUP_SIZE : subgroupBallotFindLSB(lanes);
}

// The lanes take the tiles up to the nearest prefix or the first that is empty. Returns NO_TILE and what lies before the
// tile, or which tile is still empty.
uint look_back(uint tile, out T before) {
    before = IDENTITY;
    uint next = tile;  // the tiles from here on are in `before`
    for (uint looks = 0u; looks < PATIENCE;) {
        Known known = Known(PREFIX, IDENTITY);  // before the first tile lies nothing
        if (gl_SubgroupInvocationID < next) known = read_tile(next - 1u - gl_SubgroupInvocationID);
        const uint prefix = first_lane(known.status == PREFIX);
        const uint empty = first_lane(known.status == EMPTY);
        const uint taken = min(min(prefix + 1u, empty), SUBGROUP_SIZE);
        before = combine(subgroup_reduce(gl_SubgroupInvocationID < taken ? known.value : IDENTITY), before);
        if (prefix < empty) return NO_TILE;
        next -= taken;
        looks = taken > 0u ? 0u : looks + 1u;  // those further back have not been looked at
    }
    return next - 1u;
}
