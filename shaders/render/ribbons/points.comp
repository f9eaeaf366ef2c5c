// Computes the points of all ribbons in the order of the sorted list, so that each particle's look is computed once and
// neighbours lie side by side. Needs STACKS and COLUMNS. With RIBBON_PICTURES some ribbons may have a picture.
#include "render/ribbons/point.glsl"
#include "shared.h"
#include "effects/rows.h"
#ifdef RIBBON_PICTURES
#include "render/ribbons/strip.glsl"
#endif
#include "common.glsl"
#include "particles/ribbon.h"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
#include "render/lighting/particle_light.glsl"
#ifdef FOG
#include "render/lighting/fog.glsl"
#endif
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_KEYS) readonly buffer ListKeys { uint list_keys[]; };
layout(std430, binding = BIND_LIST_STATE) buffer ListBlock { DrawList list; DrawArguments draws[RIBBON_DRAWS]; };
layout(std430, binding = BIND_RIBBON_PLACES) writeonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) writeonly buffer RibbonLooks { uvec4 ribbon_looks[]; };

const float MAX_RADIUS = 1e5;      // metres
const float MAX_SOFTNESS = 1e4;

// Returns x, limited to 0 to `most`; of what is no number, 0.
float limited(float x, float most) { return x > 0.0 ? min(x, most) : 0.0; }

#ifdef RIBBON_PICTURES
layout(std430, binding = BIND_RIBBON_PICTURES) writeonly buffer RibbonPictures { uvec4 ribbon_pictures[]; };

// Returns how many points of the list belong to ribbons of lower numbers, or to this one too.
uint points_before(uint ribbon, bool with_own) {
    uint low = 0u, high = min(list.drawn, capacity);
    while (low < high) {
        const uint middle = (low + high) / 2u, number = list_keys[middle];
        if (number < ribbon || (with_own && number == ribbon)) low = middle + 1u;
        else high = middle;
    }
    return low;
}

// Returns how far along its ribbon a point of the list is, in metres.
float way_of(uint n) {
    const uint at = min(list_slots[n], capacity - 1u);
    Particle p = particle_at(vec3(0.0), vec3(0.0), 0.0, 1.0);
    stack_load(emitter_in(column[2].element[at].z).look_code, stored_attributes(at), p);
    return p.ribbon_way;
}

// Returns the picture at a point. Its place follows from what the point got at birth, so it stays when others die; where
// the picture is stretched over the ribbon, from the ends of the ribbon too.
Strip strip_at(uint n, uint ribbon, SpriteLook look) {
    const uint first = look.picture.picture.first;
    if (first == 0u) return NO_STRIP;
    if (look.picture_length > 0.0) return strip_of(first, look.picture.frame, way_of(n) / look.picture_length, true);
    const float begin = way_of(points_before(ribbon, false)), end = way_of(points_before(ribbon, true) - 1u);
    return strip_of(first, look.picture.frame, end > begin ? (way_of(n) - begin) / (end - begin) : 0.0, false);
}
#endif

Point point_at(uint at, uint ribbon, SpriteLook look) {
    const vec3 lit = look.covers && look.shading > 0.0 ? mix(vec3(1.0), light_at(look.place, look.forward), look.shading) : vec3(1.0);
    vec4 color = vec4(look.color.rgb * lit, look.color.a);
#ifdef FOG
    const vec3 way = look.place - camera.eye.xyz;
    const float clear = clear_through_fog(way);
    color.rgb *= clear;
    if (look.covers) color.rgb += light_of_fog(normalize(way)) * ((1.0 - clear) * (look.adds_colour ? clamp(look.color.a, 0.0, 1.0) : 1.0));
#endif
    for (int c = 0; c < 3; ++c) color[c] = limited(color[c], MAX_HALF);
    color.a = limited(color.a, 1.0);
    return Point(look.place, limited(look.radius, MAX_RADIUS), color, max(limited(look.softness, MAX_SOFTNESS), MIN_SOFTNESS),
                 limited(look.edge, 1.0), look.covers, look.adds_colour, ribbon);
}

const float ROUNDED_UP = 1.001;    // at most so much more opaque is what is drawn: points are kept in half floats

// Returns the draws that the segments of a point belong to, a bit of each. Less density makes a ribbon more opaque.
uint draws_of(Point p) {
    if (!p.covers) return 1u << DRAW_ADDING;
    const float opacity = p.color.a * max(light_share, 1.0) * ROUNDED_UP;
    uint draws = 1u << DRAW_COVERING;
    if (opacity >= CORE_OPACITY) draws |= 1u << DRAW_CORES;
    if (opacity > SEEN_OPACITY) draws |= 1u << DRAW_FRINGE_DEPTHS;
    return draws;
}

shared uint draws_of_group;  // their bits

void make_point(uint n) {
    const uint at = min(list_slots[n], capacity - 1u), ribbon = list_keys[n];
    const SpriteLook look = look_of(at);
    const Point p = point_at(at, ribbon, look);
    ribbon_places[n] = place_of_point(p);
    ribbon_looks[n] = look_of_point(p);
#ifdef RIBBON_PICTURES
    ribbon_pictures[n] = words_of(strip_at(n, ribbon, look));
#endif
    atomicOr(draws_of_group, draws_of(p));
}

// The arguments of all draws are 0 before.
void main() {
    if (gl_LocalInvocationIndex == 0u) draws_of_group = 0u;
    barrier();
    const uint n = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (n < min(list.drawn, capacity)) make_point(n);
    barrier();
    if (gl_LocalInvocationIndex >= RIBBON_DRAWS || (draws_of_group >> gl_LocalInvocationIndex & 1u) == 0u) return;
    draws[gl_LocalInvocationIndex].vertices = list.vertices;
    draws[gl_LocalInvocationIndex].instances = 1u;
}
