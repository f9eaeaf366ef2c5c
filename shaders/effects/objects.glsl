// The objects of the scenery that stop particles. The stacks include it where a module calls collide_objects(); before it
// stand the buffer `rows`, effects/files.glsl and effects/particle_functions.glsl. A surface is the unit vector that leads out of an
// object by the shortest way that is known, and how far the surface is in that direction; below 0, the place is outside.
#include "effects/frames.glsl"
#include "effects/lines.glsl"
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

// The direction is the normal of the surface that the point itself is led to by that of its own shell.
vec4 ball_surface(vec3 d, vec3 extent) {
    precise vec3 share = d / extent;
    vec3 own = outward(share / extent);
    precise vec3 led = share + own / extent * way_out(share, own / extent, 1.0, 0.0);
    vec3 normal = outward(led / extent);
    return vec4(normal, way_out(share, normal / extent, 1.0, 0.0));
}

vec4 cylinder_surface(vec3 d, vec3 extent) {
    const vec3 level = vec3(1.0, 0.0, 1.0);
    precise vec3 share = d * level / extent;
    vec3 normal = outward(share / extent);
    precise float below = extent.y - abs(d.y);
    return nearer(vec4(normal, way_out(share, normal * level / extent, 1.0, 0.0)),
                  vec4(0.0, d.y < 0.0 ? -1.0 : 1.0, 0.0, below));
}

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

// Returns the surface of an object that is no mesh, seen from its middle; outside of the shape, any that lies above the place.
vec4 shape_surface(uint shape, vec3 d, vec3 extent) {
    return shape == OBJECT_BOX        ? box_surface(d, extent)
           : shape == OBJECT_BALL     ? ball_surface(d, extent)
           : shape == OBJECT_CYLINDER ? cylinder_surface(d, extent)
                                      : cone_surface(d, extent);
}

#include "effects/grown.glsl"

// Where the factors differ, the surface is taken for a plane.
vec4 mesh_surface_at(vec3 d, vec3 factors, uint first) {
    precise vec3 place = d / factors;
    const vec4 found = distance_at(distance_in(first), place);
    precise vec3 slope = found.xyz / factors;
    precise float depth = -found.w / max(length(slope), 1e-20);
    return vec4(outward(slope), depth);
}

// Returns the surface of the object in these rows, grown by a radius, as a place sees it.
vec4 object_surface(uint row, vec3 place, float radius) {
    const vec4 around = row_at(row);
    precise vec3 away = place - around.xyz;
    precise float reach = around.w + radius;
    if (dot(away, away) >= reach * reach) return NO_SURFACE;
    const vec4 turn = row_at(row + 1u);
    const vec3 size = row_at(row + 2u).xyz;
    const uint shape = uint(row_at(row + 3u).x);
    vec3 d = turned_by(vec4(-turn.xyz, turn.w), away);
    vec4 found;
    if (shape == OBJECT_MESH) {
        found = mesh_surface_at(d, size, rows[row + 3u].y);
        precise float depth = found.w + radius;
        found.w = depth;
    } else {
        found = radius > 0.0 ? grown_surface(shape, d, size, radius) : shape_surface(shape, d, size);
    }
    return vec4(turned_by(turn, found.xyz), found.w);
}

// Returns the shares between which a way, seen from the middle of an object that is no mesh and not turned, lies deeper in it
// than the margin.
vec2 shares_in_object(uint shape, vec3 begin, vec3 way, vec3 size, float margin) {
    if (shape == OBJECT_BOX) return shares_in_box(begin, way, size - margin);
    if (shape == OBJECT_CYLINDER) return shares_in_cylinder(begin, way, size, margin);
    if (shape == OBJECT_CONE) return shares_in_cone(begin, way, size, margin);
    precise float radius = 1.0 - margin / min(size.x, min(size.y, size.z));
    return shares_in_ball(begin / size, way / size, radius);
}
