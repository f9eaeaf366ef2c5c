// A segment of a ribbon: two neighbouring points with the points before and behind them, as the eye sees them. With
// REFLECTION all is mirrored in the plane, and becomes wider the farther it is from the glossy plane.
#include "particles/ribbon.h"
#include "render/frame/camera.glsl"
#include "render/sprites/sprite_size.glsl"
#include "render/ribbons/point.glsl"

layout(std430, binding = BIND_RIBBON_PLACES) readonly buffer RibbonPlaces { uvec4 ribbon_places[]; };
layout(std430, binding = BIND_RIBBON_LOOKS) readonly buffer RibbonLooks { uvec4 ribbon_looks[]; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

// A point before the eye.
struct Knot {
    Point point;
    vec3 center;   // in view space
    float height;  // above the plane, before it is mirrored
};

// Mirrors a place, and returns its height above the plane.
float mirrored(inout vec3 place, inout float radius) {
    const float height = height_above_plane(place);
#ifdef REFLECTION
    vec3 motion = vec3(0.0);
    mirror(height, place, motion, radius);
#endif
    return height;
}

vec3 in_view(vec3 place) { return (view_matrix() * vec4(place, 1.0)).xyz; }

Knot knot_at(uint n) {
    Point p = point_from(ribbon_places[n], ribbon_looks[n]);
    const float height = mirrored(p.place, p.radius);
    return Knot(p, in_view(p.place), height);
}

// Returns only the place of a knot, in view space.
vec3 center_at(uint n) {
    vec3 place = uintBitsToFloat(ribbon_places[n].xyz);
    float radius = 0.0;
    mirrored(place, radius);
    return in_view(place);
}

// Returns the knot with this share of the way from a to b.
Knot between(Knot a, Knot b, float share) {
    Knot k = a;
    k.point.place = mix(a.point.place, b.point.place, share);
    k.point.radius = mix(a.point.radius, b.point.radius, share);
    k.point.color = mix(a.point.color, b.point.color, share);
    k.point.softness = mix(a.point.softness, b.point.softness, share);
    k.center = mix(a.center, b.center, share);
    k.height = mix(a.height, b.height, share);
    return k;
}

// True if point n of the list is the next of its ribbon behind point n - 1.
bool follows(uint n) { return n > 0u && n < list.drawn && ribbon_looks[n].w == ribbon_looks[n - 1u].w; }

// One end of a segment: the ways to its knot and from it as the eye sees them, in metres. Zero: there is none.
struct End {
    Knot knot;
    vec2 before;
    vec2 after;
    vec3 out_of_it;  // from the segment's other end to this one, in view space
    bool is_last;    // the ribbon ends here
    float share;     // of the way from the first point to the second at which the knot is: 0 or 1 unless it is cut
};

// Returns the way from one place to another as an eye sees it that looks at `center`.
vec2 seen_way(vec3 center, vec3 from, vec3 to) { return apparent_motion(center, to - from, depth_of(center)); }

// Returns an end of the segment from point n to point n + 1, cut where it passes the near plane; false: there is no such
// segment before the eye. Where it is not cut, it is computed alike for both segments at the point, so that their edges
// are equal to the bit.
bool find_end(uint n, bool is_second, out End end) {
    if (!follows(n + 1u)) return false;
    const uint own = is_second ? n + 1u : n, other = is_second ? n : n + 1u;
    end.knot = knot_at(own);
    const vec3 center = end.knot.center;
    const Knot far = knot_at(other);
    const float near = max(camera.planes.x, MIN_DEPTH), depth = -center.z, far_depth = -far.center.z;
    if (!(max(depth, far_depth) > near)) return false;
    end.before = follows(own) ? seen_way(center, center_at(own - 1u), center) : vec2(0.0);
    end.after = follows(own + 1u) ? seen_way(center, center, center_at(own + 1u)) : vec2(0.0);
    end.out_of_it = center - far.center;
    end.share = is_second ? 1.0 : 0.0;
    end.is_last = !follows(is_second ? own + 1u : own);
    if (depth < near) {
        end.is_last = false;
        const float cut_off = clamp((near - depth) / (far_depth - depth), 0.0, 1.0);
        end.knot = between(end.knot, far, cut_off);
        end.share += is_second ? -cut_off : cut_off;
        const vec3 cut = end.knot.center;
        end.out_of_it = cut - far.center;
        end.before = end.after = is_second ? seen_way(cut, far.center, cut) : seen_way(cut, cut, far.center);
    }
    return true;
}

const float MAX_MITRE = 1.5;   // of half the width
const float MIN_WAY = 1e-7;   // metres that have a direction

vec2 direction_of(vec2 way, vec2 otherwise) {
    const float size = length(way);
    return size > MIN_WAY ? way / size : otherwise;
}

// Returns in xy the vector from the middle of the ribbon to one of its edges, for half a width of 1: it halves the angle
// between the ways, so that both segments at a point share an edge. Where a ribbon turns more tightly than it is wide, its
// inner edge is cut at the centre of the turn, for beyond it segments would cover each other: z is the share of half the
// width that is left.
vec3 side_of(End end, bool is_left, float half_width) {
    const vec2 first = direction_of(end.before, direction_of(end.after, vec2(1.0, 0.0)));
    const vec2 before = direction_of(end.before, first), after = direction_of(end.after, first);
    const vec2 middle = direction_of(before + after, vec2(-before.y, before.x));
    const float turn = before.x * after.y - before.y * after.x;  // above 0: to the left
    float size = min(1.0 / max(dot(middle, before), 1e-3), MAX_MITRE), left = 1.0;
    if ((turn > 0.0) == is_left) {
        const float turn_radius = 0.5 * (length(end.before) + length(end.after)) / max(distance(before, after), 1e-6);
        left = min(turn_radius / half_width, 1.0);
        size = min(size, left);
    }
    return vec3(vec2(-middle.y, middle.x) * (is_left ? size : -size), is_left ? left : -left);
}

// How far the vertices of an end lie beyond it in view space, so that a round cap fits there; and the metres by which they
// lie beyond the first and the second end of the segment, below 0 before it, between which fragments interpolate.
struct Cap {
    vec3 offset;
    vec2 beyond;
};

Cap cap_of(End end, bool is_second, float half_width) {
    const float size = length(end.out_of_it), longer = end.is_last && size > MIN_WAY ? half_width : 0.0;
    const vec3 offset = end.out_of_it * (longer / max(size, MIN_WAY));
    return Cap(offset, is_second ? vec2(-size - longer, longer) : vec2(longer, -size - longer));
}
