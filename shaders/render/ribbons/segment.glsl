// A segment of a ribbon: two neighbouring points with the points before and behind them, as the eye sees them. With
// REFLECTION all is mirrored in the plane, and becomes wider the farther it is from the glossy plane.
#include "render/camera.glsl"
#include "render/sprite_size.glsl"
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

Knot knot_at(uint n) {
    Point p = point_from(ribbon_places[n], ribbon_looks[n]);
    const float height = height_above_plane(p.place);
#ifdef REFLECTION
    vec3 motion = vec3(0.0);
    mirror(height, p.place, motion, p.radius);
#endif
    return Knot(p, (view_matrix() * vec4(p.place, 1.0)).xyz, height);
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

// One end of a segment.
struct End {
    Knot knot;
    vec3 from;  // to the knot from the one before, in view space; zero: there is none
    vec3 to;    // from the knot to the next one, likewise
};

// Returns an end of the segment from point n to point n + 1, cut where it passes the near plane; false: there is no such
// segment before the eye.
bool find_end(uint n, bool is_second, out End end) {
    if (!follows(n + 1u)) return false;
    const Knot a = knot_at(n), b = knot_at(n + 1u);
    const float near = max(camera.planes.x, LEAST_DEPTH), depth_a = -a.center.z, depth_b = -b.center.z;
    if (!(max(depth_a, depth_b) > near)) return false;
    const vec3 along = b.center - a.center;
    end.knot = is_second ? b : a;
    end.from = is_second ? along : vec3(0.0);
    end.to = is_second ? vec3(0.0) : along;
    if ((is_second ? depth_b : depth_a) < near) {
        end.knot = between(a, b, clamp((near - depth_a) / (depth_b - depth_a), 0.0, 1.0));
        return true;
    }
    if (is_second && follows(n + 2u)) end.to = knot_at(n + 2u).center - b.center;
    if (!is_second && follows(n)) end.from = a.center - knot_at(n - 1u).center;
    return true;
}

const float FOLD = -0.5;       // cosine of the angle between two segments beyond which the ribbon folds back on itself
const float MOST_MITRE = 1.5;  // of half the width

// Returns the direction in which the eye sees a motion that begins at the centre; zero, if it sees none.
vec2 seen_direction(vec3 center, vec3 motion) {
    const vec2 apparent = apparent_motion(center, motion, depth_of(center));
    const float size = length(apparent);
    return size > 1e-7 ? apparent / size : vec2(0.0);
}

// Returns the vector from the middle of the ribbon to its left edge for half a width of 1, left of the segment that the
// end belongs to. Both segments at a point get the same line through it, so that they share an edge.
vec2 side_of(End end, bool is_second) {
    vec2 before = seen_direction(end.knot.center, end.from), after = seen_direction(end.knot.center, end.to);
    if (before == vec2(0.0)) before = after;
    if (after == vec2(0.0)) after = before;
    const vec2 own = is_second ? before : after;
    if (dot(before, after) < FOLD) after = -after;
    const vec2 middle = normalize(before + after + vec2(1e-12, 0.0)), side = vec2(-middle.y, middle.x);
    const float mitre = min(1.0 / max(dot(middle, before), 1e-3), MOST_MITRE);
    return dot(side, vec2(-own.y, own.x)) < 0.0 ? -side * mitre : side * mitre;
}
