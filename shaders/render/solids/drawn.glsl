// The inputs of drawing solid particles beside their places. With REFLECTION they are mirrored in the plane; with SHADOW they
// are seen from a lamp, and only their depth counts; which lamp, with SOLID_LAMPS.
#include "effects/rows.h"
#include "render/objects/object_light.glsl"
layout(std430, binding = BIND_SOLIDS) readonly buffer Solids { Solid solids[]; };
#ifdef IDENTITY
layout(std430, binding = BIND_SOLID_SLOTS) readonly buffer SolidSlots { uint solid_slots[]; };  // their places in the columns
#endif

// Returns the place as it is drawn, or back.
vec3 mirrored(vec3 place) {
#ifdef REFLECTION
    place.y = 2.0 * plane_height - place.y;
#endif
    return place;
}

#ifdef SHADOW
#ifdef SOLID_LAMPS
uniform uint seeing_lamp;
#else
const uint seeing_lamp = 0u;
#endif
SolidMap drawn_map() { return solid_map(seeing_lamp); }
#endif

vec4 position_of(vec3 place) {
#ifdef SHADOW
    return vec4(place_in_solid_shadows(drawn_map(), place) * 2.0 - 1.0, 1.0);
#else
    return projection_matrix() * (view_matrix() * vec4(mirrored(place), 1.0));
#endif
}

vec4 color_and_glow(Solid solid) { return vec4(unpackHalf2x16(solid.red_green), unpackHalf2x16(solid.blue_glow)); }

// The corners of solids' meshes.
layout(binding = TEXTURE_FILES) uniform samplerBuffer file_rows;

// Returns a corner of the octahedron whose corners lie 1 from its middle, counterclockwise seen from outside.
vec3 octahedron(uint triangle, uint corner) {
    const vec3 signs = vec3(triangle & 1u, triangle >> 1u & 1u, triangle >> 2u) * 2.0 - 1.0;
    const uint axis = signs.x * signs.y * signs.z > 0.0 ? corner : 2u - corner;
    vec3 place = vec3(0.0);
    place[axis] = signs[axis];
    return place;
}

vec3 rotated(vec3 v, vec4 turn) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }

// Returns a corner of a triangle of the solid's mesh in its own space.
vec3 own_corner(Solid solid, uint triangle, uint corner) {
    return solid.first == 0u ? octahedron(triangle, corner)
                             : texelFetch(file_rows, int(solid.first + triangle * TRIANGLE_ROWS + corner)).xyz;
}

// Returns a corner of a triangle of the solid's mesh in the world, relative to its centre.
vec3 from_centre_of(Solid solid, uint triangle, uint corner) {
    return rotated(own_corner(solid, triangle, corner) * solid.place.w, solid.turn);
}

#ifdef SURFACED
#include "render/solids/surface.glsl"
#endif

// True if the view sees the back of a triangle with these corners that has only a front. The lamp sees both.
bool is_turned_away(Solid solid, vec3 a, vec3 b, vec3 c) {
#if defined(SURFACED) && !defined(SHADOW)
    return (solid.surface.picture & SOLID_IS_ONE_SIDED) != 0u && dot(cross(b - a, c - a), unmirrored_eye() - a) <= 0.0;
#else
    return false;
#endif
}
