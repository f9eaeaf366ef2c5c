// The particles that a drawing list selects: those in view, with keys of their depths.
#include "ordered_bits.glsl"
#include "render/frame/camera.glsl"
#include "render/sprites/sprite_size.glsl"

// Decides by the position alone if a particle can show in the frame, using the largest size of all particles.

uniform bool is_mirrored;        // a particle whose reflection in the plane is in view counts as seen
uniform float largest_radius;    // metres; of all particles
uniform float longest_stretch;   // seconds of motion drawn as length; of all particles

const float SLACK = 1.001;  // against rounding, so that no visible sprite is left out

float depth_before_eye(vec3 place) { return on_clip_axis(camera.clip_w, place); }

// Returns the metres by which the stretched sprite is longer on each side.
float stretched_by(vec3 place, vec3 motion, float depth) {
    const mat4 view = view_matrix();
    return 0.5 * length(apparent_motion((view * vec4(place, 1.0)).xyz, mat3(view) * motion, depth));
}

// True if a sprite around a place at this depth overlaps the view between one pair of its sides. `scale` is the
// projection's.
bool within(vec4 axis, float scale, vec3 place, float depth, float reach) {
    return abs(on_clip_axis(axis, place)) <= SLACK * (scale * reach + depth);
}

bool in_view(vec3 place, vec3 motion, float radius, bool is_stretched) {
    const float depth = depth_before_eye(place);
    float reach = drawn_radius(radius, max(depth, MIN_DEPTH));
    if (is_stretched) reach += stretched_by(place, motion, max(depth, MIN_DEPTH));
    // A sprite faces the camera, so its centre alone decides if it is beyond the near plane.
    return depth * SLACK >= camera.planes.x &&
           within(camera.clip_x, camera.projection[0].x, place, depth, reach) &&
           within(camera.clip_y, camera.projection[1].y, place, depth, reach);
}

// True if a particle shows where none is stretched or mirrored.
bool shows_plainly(vec3 place) { return in_view(place, vec3(0.0), largest_radius * size_factor, false); }

bool is_seen(vec3 place, vec3 motion) {
    float radius = largest_radius * size_factor;
    const bool is_stretched = longest_stretch > 0.0;
    if (in_view(place, motion, radius, is_stretched)) return true;
    if (!is_mirrored) return false;
    mirror(height_above_plane(place), place, motion, radius);
    return in_view(place, motion, radius, is_stretched);
}

// Sort keys of depths; they rise from back to front.

const uint DEPTH_KEY_BITS_LOW = 16u;
const float KEY_NEAREST = 0.01, KEY_FARTHEST = 10000.0;  // metres, the range of depths of 16-bit keys

uniform uint key_bits;  // 16 or 32

// Divides the range into steps of equal ratio, 0.02 % of a depth each.
uint coarse_key(float depth) {
    const float most = float((1u << DEPTH_KEY_BITS_LOW) - 1u);
    const float way = log2(max(depth, KEY_NEAREST) / KEY_NEAREST) / log2(KEY_FARTHEST / KEY_NEAREST);
    return uint(most * (1.0 - clamp(way, 0.0, 1.0)) + 0.5);
}

// Returns the key of a depth in metres in front of the eye: the farther, the lower.
uint depth_key(float depth) { return key_bits == DEPTH_KEY_BITS_LOW ? coarse_key(depth) : ordered_bits(-depth); }

const uint VERTICES_PER_ENTRY = VERTICES_PER_PARTICLE;

uniform bool culls;  // false: all entries are listed

// True if an entry is listed. `is_plain` says that entries are culled, and none is mirrored or stretched. It is a
// constant at each call, so that after inlining the common case does not pay for the rest.
bool is_listed(uint from, uint look, vec3 place, bool is_plain) {
#if LISTS_LOOKS
    if (look > WORDS_AT(emitter_row(ring_columns[2].element[from].z) + 2u).w / EMITTER_LOOKS_UNIT % EMITTER_LOOKS_COUNT) return false;
#endif
    if (is_plain) return shows_plainly(place);
    if (!culls) return true;
    vec3 motion = vec3(0.0);
    if (longest_stretch > 0.0) motion = uintBitsToFloat(ring_columns[1].element[from].xyz) * longest_stretch;
    return is_seen(place, motion);
}

// True if is_listed() may take the short way for all entries.
bool votes_plainly() { return culls && !is_mirrored && longest_stretch == 0.0; }

#if LISTS_ORDERS
uniform uint order_bits;  // of the ranks of emitters' orders, which come before depths

// Depths before the eye have keys without the highest of 32 bits.
uint key_of(uint from, uint look) {
    const uint key = depth_key(depth_before_eye(position_at(from)));
    const uint emitter = emitter_row(ring_columns[2].element[from].z), first = WORDS_AT(emitter + 1u).y;  // its row, its look's
    const uint order = look == 0u ? WORDS_AT(emitter + 2u).w / EMITTER_ORDER_UNIT : WORDS_AT(first - look).w;
    return order << (key_bits - order_bits) | (key_bits == DEPTH_KEY_BITS_LOW ? key : key << 1u) >> order_bits;
}
#else
uint key_of(uint from, uint look) { return depth_key(depth_before_eye(position_at(from))); }
#endif
