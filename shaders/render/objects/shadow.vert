// Draws the triangles of the scenery's objects as the lamp sees them; only the depth counts.
#include "shared.h"

layout(binding = TEXTURE_OBJECTS) uniform samplerBuffer corners;  // as in objects.vert
uniform mat4 to_shadows;  // from the world to the map of shadows, 0 to 1

void main() {
    const vec4 at = to_shadows * vec4(texelFetch(corners, 2 * gl_VertexID).xyz, 1.0);
    gl_Position = vec4(at.xyz * 2.0 - 1.0, 1.0);
}
