// The records of a compactor (its contract is stated in compact/records/) that lists what is seen: a record is where a
// particle lies in its columns, and a key of its depth. Nothing of the particle but its position is read, and its
// velocity where motion is drawn as length: how large it is at most is known of all.
#include "compact/columns.glsl"
#include "compact/cast_votes.glsl"
#include ENTRIES_FILE
#include "render/camera.glsl"
#include "render/sprite_size.glsl"
#include "render/list/depth_key.glsl"

layout(std430, binding = BIND_LIST_SLOTS) writeonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) writeonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) writeonly buffer ListBlock { DrawList list; };

uniform bool culls;              // else all are listed
uniform bool has_keys;
uniform bool lists_numbers;      // logical indices in the place of places in the columns
uniform bool is_mirrored;        // what is seen in the floor counts as seen
uniform float largest_radius;    // metres; of all particles
uniform float longest_stretch;   // seconds of motion drawn as length

const uint AT_ONCE = 8u;      // positions of a thread that are on their way together; ITEMS are a multiple
const float SLACK = 1.001;  // for rounding: no sprite that would be drawn is left out

// Nothing is kept of a tile but its votes, so that it may be large and few tiles wait for each other.
struct Held {
    uint nothing;
};

// Whether a sprite around a centre in view space, reaching so far, is within one pair of the view's sides.
bool within(float center, float scale, float shift, float z, float reach) {
    return abs(scale * center + shift * z) <= SLACK * (scale * reach - z);
}

bool in_view(vec3 place, vec3 motion, float radius) {
    const mat4 view = view_matrix();
    const vec4 x = camera.projection[0], y = camera.projection[1], z = camera.projection[2], w = camera.projection[3];
    const vec3 center = (view * vec4(place, 1.0)).xyz;
    const float depth = depth_of(center);
    float reach = drawn_radius(radius, depth);
    if (longest_stretch > 0.0) reach += 0.5 * length(apparent_motion(center, mat3(view) * motion, depth));
    // A sprite faces the camera, so that its centre alone decides whether it is before the near plane.
    return -center.z * SLACK >= w.z / (z.z - 1.0) && within(center.x, x.x, z.x, center.z, reach) &&
           within(center.y, y.y, z.y, center.z, reach);
}

bool is_seen(uint from, vec3 place) {
    vec3 motion = vec3(0.0);
    if (longest_stretch > 0.0) motion = uintBitsToFloat(ring_columns[1].element[from].xyz) * longest_stretch;
    float radius = largest_radius * size_factor;
    if (in_view(place, motion, radius)) return true;
    if (!is_mirrored) return false;
    mirror(height_above_floor(place), place, motion, radius);
    return in_view(place, motion, radius);
}

vec3 position_at(uint from) { return uintBitsToFloat(ring_columns[0].element[min(from, capacity - 1u)].xyz); }

// Votes for the entries `begin` to begin + AT_ONCE of this thread.
void vote(uint tile, uint count, uint ring_first, uint begin) {
    uint from[AT_ONCE];
    for (uint r = 0u; r < AT_ONCE; ++r) {
        const uint i = tile * TILE + number_of(begin + r);
        from[r] = i < count ? place_of_entry(ring_first, i) : NOWHERE;
    }
    vec3 place[AT_ONCE];  // all are on their way before the first is used
    for (uint r = 0u; r < AT_ONCE; ++r) place[r] = position_at(from[r]);
    for (uint r = 0u; r < AT_ONCE; ++r)
        cast_vote(number_of(begin + r), from[r] != NOWHERE && (!culls || is_seen(from[r], place[r])));
}

void collect_votes(uint tile, uint count, uint ring_first, inout Held held) {
    begin_votes();
    for (uint begin = 0u; begin < ITEMS; begin += AT_ONCE) vote(tile, count, ring_first, begin);
    block_barrier();
}

void begin_move() {}

void move_tile(uint tile, uint count, uint ring_first, uint before, uint listed, Held held) {
    for (uint r = 0u; r < ITEMS; ++r) {
        const uint e = number_of(r), to = before + rank_of(e);
        if (!survives_here(e) || to >= capacity) continue;
        const uint from = place_of_entry(ring_first, tile * TILE + e);
        list_slots[to] = lists_numbers ? tile * TILE + e : from;
        if (has_keys) list_keys[to] = depth_key((view_matrix() * vec4(position_at(from), 1.0)).z);
    }
    if (tile + 1u < tiles_of(count) || gl_LocalInvocationIndex != 0u) return;
    list.vertices = (before + listed) * VERTICES_PER_PARTICLE;
    list.instances = 1u;
    list.first = 0u;
    list.base = 0u;
}
