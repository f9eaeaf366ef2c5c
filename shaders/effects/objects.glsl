// The objects of the scenery that stop particles. The stacks include it where a module calls collide_objects(); before it
// stand the buffer `rows`, effects/files.glsl and effects/particle_functions.glsl, and the defines that say of which shapes the
// objects are: HAS_BOXES, HAS_ROUND_OBJECTS, HAS_CONES and HAS_MESHES. A surface is the unit vector that leads out of an object by
// the shortest way that is known, and how far the surface is in that direction; below 0, the place is outside. Drivers copy a
// function to wherever it is called, so each shape's surface is computed in one place for particles with a radius and without.
#include "effects/frames.glsl"
#include "effects/grown.glsl"
#include "effects/rows.h"

const vec4 NO_SURFACE = vec4(0.0, 1.0, 0.0, -1.0);

// Returns the unit vector in the direction of `slope`; up, if it has none.
vec3 outward(vec3 slope) {
    precise float steepness = length(slope);
    precise vec3 result = steepness > 0.0 ? slope / steepness : vec3(0.0, 1.0, 0.0);
    return result;
}

// Returns the way to a round surface, from a point inside of it, in a direction that leads out. `point` is how far the point
// is from the axis or the middle and `direction` how it moves away per metre, as shares of the radius; `radius` is that
// share at the point, which loses `narrowing` per metre.
float way_out(vec3 point, vec3 direction, float radius, float narrowing) {
    precise float a = dot(direction, direction) - narrowing * narrowing;
    precise float b = dot(point, direction) + radius * narrowing;
    precise float c = dot(point, point) - radius * radius;
    precise float root = sqrt(max(b * b - a * c, 0.0));
    precise float result = -c / max(b + root, 1e-20);
    return result;
}

vec4 nearer(vec4 a, vec4 b) { return b.w < a.w ? b : a; }

#ifdef HAS_ROUND_OBJECTS
// Returns the surface of an ellipsoid for a place outside of it. The nearest place of the surface is
// extent^2 * d / (t + extent^2) for the t where that lies on the surface: the root of a function that falls and is convex, which
// Newton's method finds from the left without passing it. Of an axis on which d is 0, the extent does not count.
vec4 surface_of_ellipsoid(vec3 d, vec3 extent) {
    const int rounds = extent.x >= 0.0 ? 12 : 0;  // no constant, as in max_search()
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

// The factors on a place of which a round shape's sides depend: a cylinder's do not depend on its height.
vec3 level_of(bool is_cylinder) { return is_cylinder ? vec3(1.0, 0.0, 1.0) : vec3(1.0); }

// Returns the surface of a ball or a cylinder. Inside of a ball, the direction is the normal of the surface that the point
// itself is led to by that of its own shell.
vec4 surface_of_round(vec3 d, vec3 extent, bool is_cylinder, bool grows) {
    const vec3 level = level_of(is_cylinder);
    precise vec3 share = d * level / extent;
    precise float below = extent.y - abs(d.y);
    const vec4 end = vec4(0.0, d.y < 0.0 ? -1.0 : 1.0, 0.0, below);
    if (grows && dot(share, share) > 1.0) {
        const vec4 side = surface_of_ellipsoid(d * level, extent);
        if (!is_cylinder || below >= 0.0) return side;
        precise vec3 off = side.xyz * side.w + end.xyz * end.w;  // from the place to the edge
        precise float far = length(off);
        return vec4(outward(-off), -far);
    }
    if (grows && is_cylinder && below < 0.0) return end;
    vec3 normal = outward(share / extent);
    if (!is_cylinder) {
        precise vec3 led = share + normal / extent * way_out(share, normal / extent, 1.0, 0.0);
        normal = outward(led / extent);
    }
    const vec4 side = vec4(normal, way_out(share, normal * level / extent, 1.0, 0.0));
    return is_cylinder ? nearer(side, end) : side;
}

vec2 shares_in_round(vec3 begin, vec3 way, vec3 extent, bool is_cylinder, float margin) {
    const vec3 level = level_of(is_cylinder);
    const float narrowest = min(extent.x, extent.z);
    precise float radius = 1.0 - margin / (is_cylinder ? narrowest : min(narrowest, extent.y));
    precise float end = extent.y - margin;
    const vec2 side = shares_in_ball(begin * level / extent, way * level / extent, radius);
    return is_cylinder ? shares_in_both(side, shares_between(begin.y, way.y, -end, end)) : side;
}
#endif

#ifdef HAS_CONES
// The radius is 1 at the base and 0 at the tip.
vec4 cone_surface(vec3 d, vec3 extent) {
    const vec3 level = vec3(1.0, 0.0, 1.0);
    precise float radius = 0.5 - 0.5 * d.y / extent.y;
    precise float above = d.y + extent.y;
    if (radius <= 0.0 || above <= 0.0) return NO_SURFACE;
    precise vec3 share = d * level / extent;
    precise float off_axis = length(share);
    precise vec3 rise = vec3(0.0, 0.5 / extent.y, 0.0);
    precise vec3 slope = (off_axis > 0.0 ? share / extent / off_axis : vec3(0.0)) + rise;
    vec3 normal = outward(slope);
    return nearer(vec4(normal, way_out(share, normal * level / extent, radius, normal.y * rise.y)),
                  vec4(0.0, -1.0, 0.0, above));
}

// Where it grows, a cone whose base is no circle is taken for one that is as wide all around as it is towards the place.
vec4 surface_of_cone(vec3 d, vec3 extent, bool grows) {
    precise float across_base = length(d.xz / extent.xz);
    precise float off_axis = length(d.xz);
    if (!grows || (across_base <= 0.5 - 0.5 * d.y / extent.y && d.y > -extent.y)) return cone_surface(d, extent);
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

// The radius of the cone is 1 at the base, below, and 0 at the tip: of both together with the cone that stands on the tip, the
// way is within one.
vec2 shares_in_cone(vec3 begin, vec3 way, vec3 extent, float margin) {
    precise float lost = margin / min(extent.x, min(extent.y, extent.z));
    precise vec3 long_way = way / extent;
    precise vec3 far_begin = begin / extent;
    const float nearest = nearest_share(far_begin, long_way);
    precise vec3 o = far_begin + long_way * nearest;
    precise float radius = 0.5 - 0.5 * o.y - lost;
    precise float growth = -0.5 * long_way.y;
    precise float a = dot(long_way.xz, long_way.xz) - growth * growth;
    precise float b = dot(o.xz, long_way.xz) - radius * growth;
    precise float c = dot(o.xz, o.xz) - radius * radius;
    precise float room = b * b - a * c;
    if (a == 0.0 || (a > 0.0 && !(room > 0.0))) return NO_SHARES;
    precise float root = sqrt(max(room, 0.0));
    precise float first = min((-b - root) / a, (-b + root) / a);
    precise float last = max((-b - root) / a, (-b + root) / a);
    precise float middle = radius + growth * (0.5 * (first + last));
    vec2 within = vec2(first, last);
    if (a < 0.0) within = growth > 0.0 ? vec2(last, FAR_SHARE) : vec2(-FAR_SHARE, first);
    else if (middle <= 0.0) return NO_SHARES;
    precise vec2 result = shares_in_both(within, shares_between(o.y, long_way.y, -1.0 + lost, 1.0)) + nearest;
    return result;
}
#endif

#ifdef HAS_MESHES
// Where the factors differ, the surface is taken for a plane.
vec4 mesh_surface_at(vec3 d, vec3 factors, uint first) {
    precise vec3 place = d / factors;
    const vec4 found = distance_at(distance_in(first), place);
    precise vec3 slope = found.xyz / factors;
    precise float depth = -found.w / max(length(slope), 1e-20);
    return vec4(outward(slope), depth);
}
#endif

// Returns the surface of a shape as a place sees it that is seen from its middle. `distances` is the first row of a mesh's.
vec4 surface_of_shape(uint shape, vec3 d, vec3 size, uint distances, float radius) {
    const bool grows = radius > 0.0;
    vec4 surface = NO_SURFACE;
#ifdef HAS_BOXES
    if (shape == OBJECT_BOX) surface = surface_of_box(d, size, grows);
#endif
#ifdef HAS_ROUND_OBJECTS
    if (shape == OBJECT_BALL || shape == OBJECT_CYLINDER) surface = surface_of_round(d, size, shape == OBJECT_CYLINDER, grows);
#endif
#ifdef HAS_CONES
    if (shape == OBJECT_CONE) surface = surface_of_cone(d, size, grows);
#endif
#ifdef HAS_MESHES
    if (shape == OBJECT_MESH) return grown_by(mesh_surface_at(d, size, distances), radius);
#endif
    return grows ? grown_by(surface, radius) : surface;
}

// Returns the shares between which a way, seen from the middle of an object that is no mesh and not turned, lies deeper in it
// than the margin.
vec2 shares_in_shape(uint shape, vec3 begin, vec3 way, vec3 size, float margin) {
#ifdef HAS_BOXES
    if (shape == OBJECT_BOX) return shares_in_box(begin, way, size - margin);
#endif
#ifdef HAS_ROUND_OBJECTS
    if (shape == OBJECT_BALL || shape == OBJECT_CYLINDER)
        return shares_in_round(begin, way, size, shape == OBJECT_CYLINDER, margin);
#endif
#ifdef HAS_CONES
    if (shape == OBJECT_CONE) return shares_in_cone(begin, way, size, margin);
#endif
    return NO_SHARES;
}
