// Draws the triangles of meshes that the view may show.
#include "render/solids/corners.glsl"
layout(std430, binding = BIND_SOLID_SEEN) readonly buffer Seen { uvec2 seen[]; };

flat out vec3 centre;
out vec3 from_centre;
flat out vec4 look;  // colour and glow

void main() {
    const uvec2 triangle = seen[uint(gl_VertexID) / 3u];
    const Solid solid = solids[triangle.x];
    centre = solid.place.xyz;
    from_centre = from_centre_of(solid, triangle.y, uint(gl_VertexID) % 3u);
    look = color_and_glow(solid);
    gl_Position = position_of(centre + from_centre);
}
