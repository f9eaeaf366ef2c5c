// Lists the triangles that have votes, in the order of the batches, from the scanned numbers of the votes.
#include "render/solids/batches.glsl"
layout(std430, binding = BIND_SOLID_SEEN) writeonly buffer Seen { uvec2 seen[]; };

uniform uint max_seen;

void main() {
    const uint batch = batch_of_thread(), bit = bit_of_thread();
    if (batch >= batch_count()) return;
    if (batch == 0u && bit == 0u) list.mesh_vertices = min(list.seen, max_seen) * 3u;
    const uint word = votes[batch];
    if ((word >> bit & 1u) == 0u) return;
    const uint to = ranks[batch] + uint(bitCount(word & (1u << bit) - 1u));
    if (to < max_seen) seen[to] = uvec2(solid_of(batch), triangle_of(batch));
}
