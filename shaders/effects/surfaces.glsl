// How particles meet surfaces. A step moves a particle along a straight way and reacts at its end, where that lies behind a
// surface: exact while ways are short. Then precise.glsl sweeps the way: it calls the colliding modules again, which look for
// the first surface on it. Before this file stand effects/files.glsl, effects/particle_functions.glsl and, with MEETS_OBJECTS and
// SEES_DEPTH, effects/objects.glsl and effects/seen.glsl. A particle with a radius is a sphere: a point that meets surfaces grown
// by the radius. A radius that is the literal 0 costs nothing, and leaves every bit as it is without one.
#include "effects/grown.glsl"
#include "effects/lines.glsl"

struct Way {
    vec3 begin;
    vec3 span;      // to its end
    float margin;   // metres by which a place may lie behind a surface because numbers are rounded
    vec2 moments;   // of its begin and of its end, in steps before the end of the step
};

bool sweeps = false;      // modules look for surfaces on the ways below; else they react to where the particle is
Way solid_way;            // for shapes that keep particles out
Way kept_way;             // for shapes that keep particles in: before a plane; within a ball, a box or a mesh
vec3 left_at = vec3(0.0); // where surfaces have left the particle when they reacted
bool surface_kills = false;
float first_share = NEVER;  // of the first surface that the sweep has found, and how it reacts
vec3 first_normal = vec3(0.0), first_place = vec3(0.0), first_velocity = vec3(0.0);
uint first_hit = HIT_BOUNCE;
float first_bounce = 0.0, first_friction = 0.0;

Way way_between(vec3 begin, vec3 end, vec2 moments) {
    precise vec3 way = end - begin;
    precise float margin = 1e-4 + 4e-7 * (length(begin) + length(way));
    return Way(begin, way, margin, moments);
}

#ifdef SURFACES_MOVE
#include "effects/moving_surfaces.glsl"
#endif

// --- what a sweep finds ---------------------------------------------------------------------------------------

// Sets where a surface is met that the way passes at a share: the place of the particle itself, unless ways are swept. Returns
// false if it is not met, or another is met before.
bool meets_at(float share, Way way, inout vec3 place) {
    if (!sweeps) return true;
    if (share >= first_share) return false;
    first_share = share;
    precise vec3 at = way.begin + way.span * share;
    place = at;
    first_place = at;
    return true;
}

// A way enters a solid; it leaves a shape that keeps particles within. What begins on the other side is free to come back.
float share_of_entry(vec2 within) { return within.x >= 0.0 && within.x <= 1.0 && within.x < within.y ? within.x : NEVER; }
float share_of_exit(vec2 within) { return within.x <= 0.0 && within.y >= 0.0 && within.y <= 1.0 ? within.y : NEVER; }

// Reacts to a surface, or notes how it will react: its normal at the place where it is met, and how deep that lies.
void meet(precise inout Particle p, vec4 surface, uint hit, float bounce, float friction) {
    if (sweeps) {
        first_normal = surface.xyz;
        first_velocity = vec3(0.0);
        first_hit = hit;
        first_bounce = bounce;
        first_friction = friction;
        note_rolling();
    } else if (surface.w > 0.0) {
        collide(p, surface.xyz, surface.w, hit, bounce, friction);
        left_at = p.position;
        surface_kills = surface_kills || hit == HIT_KILL;
    }
}

// --- what modules call ----------------------------------------------------------------------------------------

float share_behind(vec3 normal, vec3 point, float radius) {
    precise float depth = dot(normal, point - kept_way.begin) + radius;
    precise float sinking = -dot(normal, kept_way.span);
    return share_of_entry(shares_between(depth, sinking, kept_way.margin, FAR_SHARE));
}

void collide_wall(precise inout Particle p, vec3 point, vec3 normal, uint hit, float bounce, float friction, float radius) {
    vec3 place = p.position;
    if (!meets_at(share_behind(normal, point, radius), kept_way, place)) return;
    precise float depth = dot(normal, point - place) + radius;
    meet(p, vec4(normal, depth), hit, bounce, friction);
}

// A horizontal plane that particles cannot pass from above.
void collide_plane(precise inout Particle p, float height, uint hit, float bounce, float friction) {
    const vec3 up = vec3(0.0, 1.0, 0.0);
    vec3 place = p.position;
    if (!meets_at(share_behind(up, vec3(0.0, height, 0.0), 0.0), kept_way, place)) return;
    if (sweeps) {
        meet(p, vec4(up, 0.0), hit, bounce, friction);
    } else if (collide_from_above(p, height, hit, bounce, friction)) {
        left_at = p.position;
        surface_kills = surface_kills || hit == HIT_KILL;
    }
}

void collide_plane(precise inout Particle p, float height, uint hit, float bounce, float friction, float radius) {
    precise float level = height + radius;
    collide_plane(p, level, hit, bounce, friction);
}

void collide_ball(precise inout Particle p, vec3 centre, float ball_radius, bool keeps, uint hit, float bounce, float friction,
                  float radius_of_particle) {
    precise float radius = keeps ? max(ball_radius - radius_of_particle, 0.0) : ball_radius + radius_of_particle;
    vec3 place = p.position;
    Way way = solid_way;
    if (keeps) way = kept_way;
    precise vec3 begin = way.begin - centre;
    precise float radius_met = keeps ? radius + way.margin : radius - way.margin;
    const vec2 within = shares_in_ball(begin, way.span, radius_met);
    if (!meets_at(keeps ? share_of_exit(within) : share_of_entry(within), way, place)) return;
    precise vec3 away = place - centre;
    precise float r = length(away);
    precise vec3 outward = r > 0.0 ? away / r : vec3(0.0, 1.0, 0.0);
    precise float depth = keeps ? r - radius : radius - r;
    meet(p, vec4(keeps ? -outward : outward, depth), hit, bounce, friction);
}

void collide_within_box(precise inout Particle p, vec3 centre, vec3 extent, uint hit, float bounce, float friction) {
    vec3 place = p.position;
    precise vec3 begin = kept_way.begin - centre;
    precise vec3 extent_left = extent + kept_way.margin;
    const vec2 within = shares_in_box(begin, kept_way.span, extent_left);
    if (!meets_at(share_of_exit(within), kept_way, place)) return;
    precise vec3 d = place - centre;
    precise vec3 past = abs(d) - extent;  // each pair of faces
    const vec3 inward = mix(vec3(-1.0), vec3(1.0), lessThan(d, vec3(0.0)));
    const float most = max(past.x, max(past.y, past.z));  // a way leaves by one pair; a place may be past several
    if (sweeps ? past.x == most : past.x > 0.0) meet(p, vec4(inward.x, 0.0, 0.0, past.x), hit, bounce, friction);
    if (sweeps ? past.y == most : past.y > 0.0) meet(p, vec4(0.0, inward.y, 0.0, past.y), hit, bounce, friction);
    if (sweeps ? past.z == most : past.z > 0.0) meet(p, vec4(0.0, 0.0, inward.z, past.z), hit, bounce, friction);
}

// Returns the share at which the way, seen from the middle of a box, enters it.
float share_into_box(vec3 begin, vec3 extent, float radius) {
    if (!(radius > 0.0)) {
        precise vec3 extent_entered = extent - solid_way.margin;
        return share_of_entry(shares_in_box(begin, solid_way.span, extent_entered));
    }
    Search search = Search(begin, solid_way.span, solid_way.margin, 0.0, sweeps);
    for (uint k = 0u; k < max_search(extent) && search.goes_on; ++k)
        search_on(search, grown_by(surface_of_box(place_of(search), extent, true), radius), k);
    return search.at;
}

void collide_box(precise inout Particle p, vec3 centre, vec3 size, bool keeps, uint hit, float bounce, float friction,
                 float radius) {
    precise vec3 extent = size * 0.5;
    if (keeps) {
        precise vec3 extent_left = max(extent - radius, vec3(0.0));
        collide_within_box(p, centre, extent_left, hit, bounce, friction);
        return;
    }
    vec3 place = p.position;
    precise vec3 begin = solid_way.begin - centre;
    if (!meets_at(share_into_box(begin, extent, radius), solid_way, place)) return;
    precise vec3 d = place - centre;
    const vec4 surface = surface_of_box(d, extent, radius > 0.0);
    meet(p, radius > 0.0 ? grown_by(surface, radius) : surface, hit, bounce, friction);
}

void collide_capsule(precise inout Particle p, vec3 from, vec3 to, float capsule_radius, uint hit, float bounce, float friction,
                     float radius_of_particle) {
    precise float radius = capsule_radius + radius_of_particle;
    vec3 place = p.position;
    precise vec3 line = to - from;
    precise vec3 begin = solid_way.begin - from;
    precise float radius_entered = radius - solid_way.margin;
    const vec2 within = shares_in_capsule(begin, solid_way.span, line, radius_entered);
    if (!meets_at(share_of_entry(within), solid_way, place)) return;
    precise vec3 d = place - from;
    precise float along = clamp(dot(d, line) / max(dot(line, line), 1e-20), 0.0, 1.0);
    precise vec3 away = d - line * along;
    precise float r = length(away);
    precise float depth = radius - r;
    precise vec3 axis = line / max(length(line), 1e-20);
    precise vec3 outward = away / r;
    meet(p, vec4(r > 0.0 ? outward : across(axis), depth), hit, bounce, friction);
}

// Returns the share at which a way, in the space of a grid of distances, passes the mesh's surface, grown by a radius; `side` is
// 1 outside and -1 inside of the mesh, and `factors` are those on its size. It goes on by steps that no surface is nearer
// than, down to a part of a cell. The number of steps is no constant, which some compilers unroll for minutes.
float share_through(Distance field, vec3 begin, vec3 way, float side, float radius, vec3 factors) {
    const bool grows = radius > 0.0;
    precise vec3 growth = radius / factors;
    uint max_steps = 4u * (field.points.x + field.points.y + field.points.z);
    if (grows) max_steps += uint(min(24.0 * max(growth.x, max(growth.y, growth.z)) / field.cell, 4096.0));
    const float least = 0.25 * field.cell;  // of a step, and of a depth
    precise float far = length(way);
    if (field.points.x == 0u || far == 0.0) return NEVER;
    precise vec3 extent = vec3(field.points - 1u) * (0.5 * field.cell);
    precise vec3 from_middle = begin - field.low - extent;
    if (grows) extent += growth;
    const vec2 ends = clamp(shares_in_box(from_middle, way, extent), 0.0, 1.0);
    precise float at = ends.x;
    float free = NEVER, depth_before = 0.0;  // of the last place; none yet
    for (uint k = 0u; k < max_steps; ++k) {
        precise vec3 place = begin + way * at;
        const vec4 found = distance_at(field, place);
        precise float depth = -side * found.w;
        if (grows) depth += length(found.xyz * growth);
        if (depth > least) {
            precise float share = mix(free, at, clamp(-depth_before / (depth - depth_before), 0.0, 1.0));
            return free == NEVER ? NEVER : share;
        }
        if (at >= ends.y) return NEVER;
        free = at;
        depth_before = depth;
        precise float next = min(ends.y, at + max(least, -0.5 * depth) / far);
        at = next;
    }
    return NEVER;
}

void collide_mesh(precise inout Particle p, Distance mesh, vec3 centre, float scale, vec3 axis, float angle, bool keeps, uint hit,
                  float bounce, float friction, float radius) {
    vec3 place = p.position;
    const float side = keeps ? -1.0 : 1.0;
    Way way = solid_way;
    if (keeps) way = kept_way;
    if (sweeps) {
        precise vec3 span = turned(way.span, axis, -angle) / scale;
        const float share = share_through(mesh, unplaced(way.begin, centre, scale, axis, angle), span, side, radius, vec3(scale));
        if (!meets_at(share, way, place)) return;
    }
    vec4 found = distance_at(mesh, unplaced(place, centre, scale, axis, angle));
    precise float depth = -side * found.w * scale + (mesh.points.x == 0u ? 0.0 : radius);
    precise vec3 normal = turned(found.xyz, axis, angle) * side;
    meet(p, vec4(normal, depth), hit, bounce, friction);
}

#ifdef MEETS_OBJECTS
// Returns the share at which a way enters an object, without a search: that of a point, and of any particle into a mesh.
float share_into_object(Search search, uint shape, vec3 size, uint distances, float radius) {
#ifdef HAS_MESHES
    if (shape == OBJECT_MESH)
        return share_through(distance_in(distances), search.begin / size, search.way / size, 1.0, radius, size);
#endif
    return share_of_entry(shares_in_shape(shape, search.begin, search.way, size, search.margin));
}

// Finds where the object in these rows is met, as meets_at() does, and its surface there. The loop searches a way for the share
// at which a sphere meets the object; its last round computes the surface at that place.
bool meets_object(uint row, float radius, inout vec3 place, out vec4 surface) {
    const vec4 around = row_at(row), turn = row_at(row + 1u);
    const vec3 size = row_at(row + 2u).xyz;
    const uint shape = uint(row_at(row + 3u).x), distances = WORDS_AT(row + 3u).y;
    const vec4 back = vec4(-turn.xyz, turn.w);
    precise float reach = around.w + radius;
    Search search = Search(vec3(0.0), vec3(0.0), solid_way.margin, 0.0, false);
    surface = NO_SURFACE;
    if (sweeps) {
        precise vec3 away = solid_way.begin - around.xyz;
        const vec2 near = shares_in_ball(away, solid_way.span, reach);
        if (!(near.x <= 1.0 && near.y >= 0.0)) return false;
        search.begin = turned_by(back, away);
        search.way = turned_by(back, solid_way.span);
        search.goes_on = radius > 0.0 && shape != OBJECT_MESH;
        if (!search.goes_on) search.at = share_into_object(search, shape, size, distances, radius);
    }
    const uint rounds = max_search(size);
    for (uint k = 0u; k <= rounds; ++k) {
        const bool searches = search.goes_on && k < rounds;
        vec3 d = place_of(search);
        if (!searches) {
            if (!meets_at(search.at, solid_way, place)) return false;
            precise vec3 away = place - around.xyz;
            if (dot(away, away) >= reach * reach) break;
            d = turned_by(back, away);
        }
        const vec4 seen_there = surface_of_shape(shape, d, size, distances, radius);
        if (!searches) {
            surface = vec4(turned_by(turn, seen_there.xyz), seen_there.w);
            break;
        }
        search_on(search, seen_there, k);
    }
    return true;
}

#if defined(OBJECTS_MOVE) && defined(INSTANCES)
uint own_spaces = 0u;  // row of the first space of the instance whose particle meets objects

// The rows of an effect count spaces from 1.
uint row_of_space(uint space) { return own_spaces + (space - 1u) * MOVING_ROWS; }
#else
uint row_of_space(uint row) { return row; }
#endif

// Meets the objects of the scenery, one after the other.
void collide_objects(precise inout Particle p, Objects objects, uint hit, float bounce, float friction, float radius) {
    if (objects.first == 0u) return;
    const uint count = uint(row_at(objects.first).x);
    for (uint k = 0u; k < count; ++k) {
        const uint row = objects.first + OBJECTS_HEAD + k * OBJECT_ROWS;
#ifdef OBJECTS_MOVE
        const uint moving = WORDS_AT(row + 3u).z;
        Moving space;
        if (moving != 0u) {
            space = moving_in(row_of_space(moving));
            enter_surfaces(space, p);
        }
#endif
        vec3 place = p.position;
        vec4 surface;
        if (meets_object(row, radius, place, surface)) meet(p, surface, hit, bounce, friction);
#ifdef OBJECTS_MOVE
        if (moving != 0u) leave_surfaces(space, p);
#endif
    }
}
#endif

#ifdef SEES_DEPTH
// Returns the place of a sphere's surface that is farthest from the camera.
vec3 hindmost(vec3 middle, float radius) {
    precise vec3 result = middle + unit_or(middle - seen.eye.xyz, seen.forward.xyz) * radius;
    return result;
}

// Returns the share at which a sphere on the way goes behind what the camera saw, as seen from the camera. Where that is not the
// direction in which the surface is nearest, the sphere is in it by then, and what it meets moves it out.
float share_behind_seen_by(Way way, float thickness, float radius) {
    if (!(radius > 0.0)) return share_behind_seen(way.begin, way.span, way.margin, thickness);
    precise vec3 end = way.begin + way.span;
    const vec3 begin = hindmost(way.begin, radius);
    precise vec3 span = hindmost(end, radius) - begin;
    return share_behind_seen(begin, span, way.margin, thickness);
}

// Meets what the camera saw in the last frame.
void collide_seen(precise inout Particle p, float thickness, uint hit, float bounce, float friction, float radius) {
    vec3 place = p.position;
    if (!sweeps) {
        meet(p, seen_surface(place, thickness, radius), hit, bounce, friction);
    } else if (meets_at(share_behind_seen_by(solid_way, thickness, radius), solid_way, place)) {
        meet(p, shown_surface(place), hit, bounce, friction);
    }
}
#endif

// --- the same for particles without a radius ------------------------------------------------------------------

void collide_wall(precise inout Particle p, vec3 point, vec3 normal, uint hit, float bounce, float friction) {
    collide_wall(p, point, normal, hit, bounce, friction, 0.0);
}
void collide_ball(precise inout Particle p, vec3 centre, float radius, bool keeps, uint hit, float bounce, float friction) {
    collide_ball(p, centre, radius, keeps, hit, bounce, friction, 0.0);
}
void collide_box(precise inout Particle p, vec3 centre, vec3 size, bool keeps, uint hit, float bounce, float friction) {
    collide_box(p, centre, size, keeps, hit, bounce, friction, 0.0);
}
void collide_capsule(precise inout Particle p, vec3 from, vec3 to, float radius, uint hit, float bounce, float friction) {
    collide_capsule(p, from, to, radius, hit, bounce, friction, 0.0);
}
void collide_mesh(precise inout Particle p, Distance mesh, vec3 centre, float scale, vec3 axis, float angle, bool keeps, uint hit,
                  float bounce, float friction) {
    collide_mesh(p, mesh, centre, scale, axis, angle, keeps, hit, bounce, friction, 0.0);
}
#ifdef MEETS_OBJECTS
void collide_objects(precise inout Particle p, Objects objects, uint hit, float bounce, float friction) {
    collide_objects(p, objects, hit, bounce, friction, 0.0);
}
#endif
#ifdef SEES_DEPTH
void collide_seen(precise inout Particle p, float thickness, uint hit, float bounce, float friction) {
    collide_seen(p, thickness, hit, bounce, friction, 0.0);
}
#endif
