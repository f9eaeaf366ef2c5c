// Draws a batch of triangles of a mesh.
#include "effects/rows.h"
#include "render/solids/drawn.glsl"
layout(binding = TEXTURE_FILES) uniform samplerBuffer file_rows;
layout(std430, binding = BIND_SOLID_BATCHES) readonly buffer Batches { uint batches[]; };

uniform uint batch_triangles;

flat out vec3 centre;
out vec3 from_centre;
flat out vec4 look;  // colour and glow

// Returns a corner of the octahedron whose corners lie 1 from its middle, counterclockwise seen from outside.
vec3 octahedron(uint triangle, uint corner) {
    const vec3 signs = vec3(triangle & 1u, triangle >> 1u & 1u, triangle >> 2u) * 2.0 - 1.0;
    const uint axis = signs.x * signs.y * signs.z > 0.0 ? corner : 2u - corner;
    vec3 place = vec3(0.0);
    place[axis] = signs[axis];
    return place;
}

vec3 rotated(vec3 v, vec4 turn) { return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v); }

void main() {
    const uint batch = batches[gl_InstanceID];
    const Solid solid = solids[batch >> SOLID_BATCH_BITS];
    const uint first = (batch & (1u << SOLID_BATCH_BITS) - 1u) * batch_triangles;
    const uint triangle = first + uint(gl_VertexID) / 3u, corner = uint(gl_VertexID) % 3u;
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    if (triangle >= solid.triangles) return;
    const vec3 own = solid.first == 0u ? octahedron(triangle, corner)
                                       : texelFetch(file_rows, int(solid.first + triangle * TRIANGLE_ROWS + corner)).xyz;
    centre = solid.place.xyz;
    from_centre = rotated(own * solid.place.w, solid.turn);
    look = color_and_glow(solid);
    gl_Position = position_of(centre + from_centre);
}
