// Votes for the triangles of meshes that a view may show: those in view within which the middle of a pixel may lie. Of the
// small triangles of a fine mesh, most show in no pixel; compute units leave them out much faster than a rasteriser.
#include "render/solids/batches.glsl"

uniform vec2 frame_size;  // pixels

const float SNAPPED = 1.0 / 128.0;  // pixels by which a rasteriser may move a corner

shared uint group_votes[GROUP_BATCHES];

vec2 pixel_of(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * frame_size; }

// True if a pixel may show the triangle with these corners in clip space.
bool may_show(vec4 a, vec4 b, vec4 c) {
    const vec3 x = vec3(a.x, b.x, c.x), y = vec3(a.y, b.y, c.y), z = vec3(a.z, b.z, c.z), w = vec3(a.w, b.w, c.w);
    if (all(greaterThan(abs(x), w)) && (all(greaterThan(x, vec3(0.0))) || all(lessThan(x, vec3(0.0))))) return false;
    if (all(greaterThan(abs(y), w)) && (all(greaterThan(y, vec3(0.0))) || all(lessThan(y, vec3(0.0))))) return false;
    if (all(lessThan(z, -w))) return false;
    if (any(lessThan(z, -w))) return true;  // the near plane cuts it
    const vec2 p = pixel_of(a), q = pixel_of(b), r = pixel_of(c);
    const vec2 low = min(p, min(q, r)) - SNAPPED, high = max(p, max(q, r)) + SNAPPED;
    return all(lessThanEqual(ceil(low - 0.5), floor(high - 0.5)));
}

void main() {
    const uint l = gl_LocalInvocationIndex, batch = batch_of_thread();
    if (l < GROUP_BATCHES) group_votes[l] = 0u;
    block_barrier();
    if (batch < batch_count()) {
        const Solid solid = solids[solid_of(batch)];
        const uint triangle = triangle_of(batch);
        if (triangle < solid.triangles) {
            vec4 clip[3];
            for (uint k = 0u; k < 3u; ++k) clip[k] = position_of(solid.place.xyz + from_centre_of(solid, triangle, k));
            if (may_show(clip[0], clip[1], clip[2])) atomicOr(group_votes[l / VOTES_PER_WORD], 1u << bit_of_thread());
        }
    }
    block_barrier();
    if (bit_of_thread() != 0u || batch >= batch_count()) return;
    votes[batch] = group_votes[l / VOTES_PER_WORD];
    ranks[batch] = uint(bitCount(votes[batch]));
}
