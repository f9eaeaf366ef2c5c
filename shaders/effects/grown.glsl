// Convex shapes that are grown by a radius, so that their corners are round: what the middle of a sphere meets where the sphere
// meets the shape. Places are seen from the middle of the shape, and `extent` is half of its size. A surface is the unit vector
// that leads out of the shape, and how deep a place lies behind it: outside, the distance from it, below 0. Before this file
// stand effects/engine.glsl and effects/rows.h, and with MEETS_OBJECTS the shapes of effects/objects.glsl. The bounds of loops
// depend on the size, so that no compiler unrolls them: one within the other, they took a driver minutes.
#include "effects/lines.glsl"

vec4 surface_of_box(vec3 d, vec3 extent) {
    precise vec3 off = d - clamp(d, -extent, extent);
    precise float far = length(off);
    precise vec3 direction = off / far;
    return far > 0.0 ? vec4(direction, -far) : box_surface(d, extent);
}

#ifdef MEETS_OBJECTS
// Returns the surface of an ellipsoid for a place outside of it. The nearest place of the surface is
// extent^2 * d / (t + extent^2) for the t where that lies on the surface: the root of a function that falls and is convex, which
// Newton's method finds from the left without passing it. Of an axis on which d is 0, the extent does not count.
vec4 surface_of_ellipsoid(vec3 d, vec3 extent) {
    const int rounds = extent.x >= 0.0 ? 12 : 0;
    precise vec3 squared = extent * extent;
    precise vec3 scaled = abs(d) * extent;
    precise vec3 least = scaled - squared;
    precise float t = max(0.0, max(least.x, max(least.y, least.z)));
    for (int k = 0; k < rounds; ++k) {
        precise vec3 share = scaled / (t + squared);
        precise float past = dot(share, share) - 1.0;
        if (!(past > 0.0)) break;
        precise float slope = dot(share * share, 2.0 / (t + squared));
        t += past / slope;
    }
    precise vec3 nearest = squared * d / (t + squared);
    precise vec3 off = d - nearest;
    precise float far = length(off);
    return vec4(outward(nearest / squared), -far);
}

vec4 surface_of_ball(vec3 d, vec3 extent) {
    precise vec3 share = d / extent;
    return dot(share, share) > 1.0 ? surface_of_ellipsoid(d, extent) : ball_surface(d, extent);
}

vec4 surface_of_cylinder(vec3 d, vec3 extent) {
    const vec3 level = vec3(1.0, 0.0, 1.0);
    precise vec3 share = d * level / extent;
    precise float below = extent.y - abs(d.y);
    const vec4 end = vec4(0.0, d.y < 0.0 ? -1.0 : 1.0, 0.0, below);
    if (!(dot(share, share) > 1.0)) return below < 0.0 ? end : cylinder_surface(d, extent);
    const vec4 side = surface_of_ellipsoid(d * level, extent);
    if (below >= 0.0) return side;
    precise vec3 off = side.xyz * side.w + end.xyz * end.w;  // from the place to the edge
    precise float far = length(off);
    return vec4(outward(-off), -far);
}

// A cone whose base is no circle is taken for one that is as wide all around as it is towards the place.
vec4 surface_of_cone(vec3 d, vec3 extent) {
    precise float across_base = length(d.xz / extent.xz);
    precise float off_axis = length(d.xz);
    if (across_base <= 0.5 - 0.5 * d.y / extent.y && d.y > -extent.y) return cone_surface(d, extent);
    const vec2 away = off_axis > 0.0 ? d.xz / off_axis : vec2(1.0, 0.0);
    precise float width = 1.0 / length(away / extent.xz);
    precise vec2 from_tip = vec2(off_axis, d.y - extent.y);
    precise vec2 slant = vec2(width, -2.0 * extent.y);
    precise float along = clamp(dot(from_tip, slant) / dot(slant, slant), 0.0, 1.0);
    precise vec2 off = from_tip - slant * along;
    precise vec2 off_base = vec2(max(off_axis - width, 0.0), d.y + extent.y);
    if (dot(off_base, off_base) < dot(off, off)) off = off_base;
    precise float far = length(off);
    const vec2 direction = far > 0.0 ? off / far : normalize(vec2(2.0 * extent.y, width));
    precise vec3 normal = vec3(away.x * direction.x, direction.y, away.y * direction.x);
    return vec4(normal, -far);
}
#endif

vec4 grown_surface(uint shape, vec3 d, vec3 extent, float radius) {
#ifdef MEETS_OBJECTS
    vec4 surface = shape == OBJECT_BOX        ? surface_of_box(d, extent)
                   : shape == OBJECT_BALL     ? surface_of_ball(d, extent)
                   : shape == OBJECT_CYLINDER ? surface_of_cylinder(d, extent)
                                              : surface_of_cone(d, extent);
#else
    vec4 surface = surface_of_box(d, extent);
#endif
    precise float depth = surface.w + radius;
    return vec4(surface.xyz, depth);
}

// Returns the share at which a way enters the grown shape, deeper than the margin. The distance from a convex shape is convex
// along a way: Newton's method comes to the surface from outside without passing it.
float share_into_grown(uint shape, vec3 begin, vec3 way, vec3 extent, float radius, float margin) {
    const int rounds = extent.x >= 0.0 ? 24 : 0;
    precise float at = 0.0;
    for (int k = 0; k < rounds; ++k) {
        precise vec3 place = begin + way * at;
        const vec4 surface = grown_surface(shape, place, extent, radius);
        precise float left = margin - surface.w;  // metres to go
        precise float approach = -dot(surface.xyz, way);
        if ((k == 0 && left < 0.0) || !(approach > 0.0)) return NEVER;
        if (left <= 0.25 * margin) return at;
        precise float next = at + left / approach;
        at = next;
        if (at > 1.0) return NEVER;
    }
    return at;
}
