// Computes the points of all ribbons in the order of the sorted list, so that each particle's look is computed once and
// neighbours lie side by side. Needs STACKS and COLUMNS.
#include "common.glsl"
#include "render/look.glsl"
#include "render/lamp.glsl"
#include "render/ribbons/point.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) readonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };
layout(std430, binding = BIND_RIBBON_PLACES) writeonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) writeonly buffer RibbonLooks { uvec4 ribbon_looks[]; };

const float MOST_RADIUS = 1e5;      // metres
const float MOST_SOFTNESS = 1e4;

// Returns x, limited to 0 to `most`; of what is no number, 0.
float limited(float x, float most) { return x > 0.0 ? min(x, most) : 0.0; }

Point point_at(uint at, uint ribbon) {
    const SpriteLook look = look_of(at);
    const vec3 place = uintBitsToFloat(column[0].element[at].xyz);
    const vec3 lit = look.covers && look.shading > 0.0 ? mix(vec3(1.0), light_at(place), look.shading) : vec3(1.0);
    vec4 color = vec4(look.color.rgb * lit, look.color.a);
    for (int c = 0; c < 3; ++c) color[c] = limited(color[c], MOST_HALF);
    color.a = limited(color.a, 1.0);
    return Point(place, limited(look.radius, MOST_RADIUS), color, max(limited(look.softness, MOST_SOFTNESS), LEAST_SOFTNESS),
                 limited(look.edge, 1.0), look.covers, ribbon);
}

void main() {
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n >= min(list.drawn, capacity)) return;
    const Point p = point_at(min(list_slots[n], capacity - 1u), list_keys[n]);
    ribbon_places[n] = place_of_point(p);
    ribbon_looks[n] = look_of_point(p);
}
