// Lights the scenery's objects.
#include "render/objects/object_light.glsl"

in vec3 place;
in vec3 normal;
flat in vec3 color;
flat in float glow;
out vec4 light;

void main() {
    light = light_of(place, normalize(normal), color, glow);
}
