// Draws the scenery's objects, and their shadows.

#section vertex
// Draws the triangles of the scenery's objects, down to the plane if the eye is above it. With REFLECTION they are mirrored
// in the plane.
#include "render/frame/camera.glsl"

// Two rows for each corner: its place, and its normal. The fourth numbers of a triangle are: of the rows of the first corner, its
// colour and its glow; of the first row of the second corner, the row in which its surface begins, or 0. A surface has five rows:
// three of a matrix from the world to patches; grain, height of the bumps in metres, roughness and cover; the cover's colour.
layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer object_rows;
uniform float plane_height;  // metres; far below everything if there is no plane

invariant gl_Position;  // a first program draws the depths, and a second one the light of what is in front
out vec3 place;  // in the world, not mirrored
out vec3 normal;
flat out vec3 color;
flat out float glow;
flat out int surface;

void main() {
    const int triangle = gl_VertexID / 3 * 6;
    const uint packed_color = uint(texelFetch(object_rows, triangle).w);
    place = texelFetch(object_rows, 2 * gl_VertexID).xyz;
    normal = texelFetch(object_rows, 2 * gl_VertexID + 1).xyz;
    color = vec3(packed_color & 255u, packed_color >> 8u & 255u, packed_color >> 16u) / 255.0;
    glow = texelFetch(object_rows, triangle + 1).w;
    surface = int(texelFetch(object_rows, triangle + 2).w);
    vec3 drawn = place;
#ifdef REFLECTION
    drawn.y = 2.0 * plane_height - drawn.y;
#endif
    gl_ClipDistance[0] = camera.eye.y > plane_height ? place.y - plane_height : 1.0;
    gl_Position = projection_matrix() * (view_matrix() * vec4(drawn, 1.0));
}

#section fragment
// Lights the scenery's objects.
#include "render/objects/object_light.glsl"
layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer object_rows;  // as above
#include "render/objects/surface.glsl"

in vec3 place;
in vec3 normal;
flat in vec3 color;
flat in float glow;
flat in int surface;
out vec4 light;

void main() {
    light = light_of_object_surface(place, normalize(normal), color, glow, surface);
}

#section shadow_vertex
// Draws the triangles of the scenery's objects as the lamp sees them; only the depth counts.
#include "shared.h"

layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer object_rows;  // as above
uniform mat4 to_shadows;  // from the world to the map of shadows, 0 to 1 after a division by the last coordinate

void main() {
    const vec4 at = to_shadows * vec4(texelFetch(object_rows, 2 * gl_VertexID).xyz, 1.0);
    gl_Position = vec4(at.xyz * 2.0 - at.w, at.w);
}

#section shadow_fragment
// Draws nothing but the depth.
void main() {}
