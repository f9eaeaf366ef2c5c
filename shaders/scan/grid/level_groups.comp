// Writes how many work groups the levels of a hierarchical scan need, as a thread of its own, for indirect dispatches. On a CPU a
// work group without elements takes as long as any other, and the host knows only an upper bound of their number.
#include "scan/common.glsl"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_SCAN_LEVEL_GROUPS) writeonly buffer LevelGroups { uint level_groups[]; };  // three for each level

uniform uint levels;

void main() {
    uint elements = true_count();
    for (uint level = 0u; level < levels; ++level) {
        elements = tiles_of(elements);
        const uvec3 groups = folded_groups(elements);
        level_groups[3u * level] = groups.x;
        level_groups[3u * level + 1u] = groups.y;
        level_groups[3u * level + 2u] = groups.z;
    }
}
