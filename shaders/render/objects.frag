// Lights the scenery's objects by the lamp, the sky, and themselves.
#include "render/camera.glsl"
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
#include "render/lamp.glsl"

uniform float plane_height;  // metres; nothing below is mirrored

in vec3 place;
in vec3 normal;
flat in vec3 color;
flat in float glow;
out vec4 light;

void main() {
    vec3 outward = normalize(normal);
#ifdef REFLECTION
    if (place.y < plane_height) discard;
    const vec3 eye = vec3(camera.eye.x, 2.0 * plane_height - camera.eye.y, camera.eye.z);
#else
    const vec3 eye = camera.eye.xyz;
#endif
    if (dot(outward, eye - place) < 0.0) outward = -outward;  // the inside of an open mesh
    light = vec4(color * (lamp_on(place, outward) + point_lights_on(place, outward) + glow), 1.0);
}
