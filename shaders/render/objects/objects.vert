// Draws the triangles of the scenery's objects, down to the plane if the eye is above it. With REFLECTION they are mirrored
// in the plane.
#include "render/frame/camera.glsl"

// Two rows for each corner: place and colour; normal and glow.
layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer corners;
uniform float plane_height;  // metres; far below everything if there is no plane

out vec3 place;  // in the world, not mirrored
out vec3 normal;
flat out vec3 color;
flat out float glow;

void main() {
    const vec4 first = texelFetch(corners, 2 * gl_VertexID), second = texelFetch(corners, 2 * gl_VertexID + 1);
    const uint packed_color = uint(first.w);
    place = first.xyz;
    normal = second.xyz;
    color = vec3(packed_color & 255u, packed_color >> 8u & 255u, packed_color >> 16u) / 255.0;
    glow = second.w;
    vec3 drawn = place;
#ifdef REFLECTION
    drawn.y = 2.0 * plane_height - drawn.y;
#endif
    gl_ClipDistance[0] = camera.eye.y > plane_height ? place.y - plane_height : 1.0;
    gl_Position = projection_matrix() * (view_matrix() * vec4(drawn, 1.0));
}
