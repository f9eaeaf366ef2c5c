// The particles that a drawing list selects: those in view, with keys of their depths.
#include "render/list/sight.glsl"
#include "render/list/depth_key.glsl"

const uint VERTICES_PER_ENTRY = VERTICES_PER_PARTICLE;

uniform bool culls;  // false: all entries are listed

// True if an entry is listed. `is_plain` says that entries are culled, and none is mirrored or stretched. It is a
// constant at each call, so that after inlining the common case does not pay for the rest.
bool is_listed(uint from, vec3 place, bool is_plain) {
    if (is_plain) return shows_plainly(place);
    if (!culls) return true;
    vec3 motion = vec3(0.0);
    if (longest_stretch > 0.0) motion = uintBitsToFloat(ring_columns[1].element[from].xyz) * longest_stretch;
    return is_seen(place, motion);
}

// True if is_listed() may take the short way for all entries.
bool votes_plainly() { return culls && !is_mirrored && longest_stretch == 0.0; }

uint key_of(uint from) { return depth_key(depth_before_eye(position_at(from))); }
