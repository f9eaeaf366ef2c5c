// Convex shapes that are grown by a radius, so that their corners are round: what the middle of a sphere meets where the sphere
// meets the shape. Places are seen from the middle of the shape, and `extent` is half of its size. A surface is the unit vector
// that leads out of the shape, and how deep a place lies behind it: outside, the distance from it, below 0. Before this file
// stands effects/engine.glsl.
#include "effects/lines.glsl"

// Returns the surface of a box that is yet to be grown, if `grows`; else outside of it any that lies above the place.
vec4 surface_of_box(vec3 d, vec3 extent, bool grows) {
    precise vec3 off = d - clamp(d, -extent, extent);
    precise float far = length(off);
    precise vec3 direction = off / far;
    return grows && far > 0.0 ? vec4(direction, -far) : box_surface(d, extent);
}

vec4 grown_by(vec4 surface, float radius) {
    precise float depth = surface.w + radius;
    return vec4(surface.xyz, depth);
}

// A search for the share at which a way enters a grown shape, deeper than the margin. The distance from a convex shape is convex
// along a way: Newton's method comes to the surface from outside without passing it.
struct Search {
    vec3 begin;    // of the way, seen from the middle of the shape
    vec3 way;
    float margin;
    float at;      // the share that it has come to; NEVER where the way does not enter the shape
    bool goes_on;
};

// Returns the most steps of a search. They depend on the size, so that no compiler unrolls their loop: one within another took
// a driver minutes.
uint max_search(vec3 extent) { return extent.x >= 0.0 ? 24u : 0u; }

vec3 place_of(Search search) {
    precise vec3 place = search.begin + search.way * search.at;
    return place;
}

// Takes step `k` of a search, whose place sees the surface.
void search_on(inout Search search, vec4 surface, uint k) {
    precise float left = search.margin - surface.w;  // metres to go
    precise float approach = -dot(surface.xyz, search.way);
    precise float next = search.at + left / approach;
    if ((k == 0u && left < 0.0) || !(approach > 0.0)) {
        search.at = NEVER;
        search.goes_on = false;
    } else if (left <= 0.25 * search.margin) {
        search.goes_on = false;
    } else {
        search.goes_on = !(next > 1.0);
        search.at = search.goes_on ? next : NEVER;
    }
}
