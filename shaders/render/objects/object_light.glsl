// The light of solid surfaces: of the lamp, of the sky, and their own. With REFLECTION they are seen in the plane.
#include "render/frame/camera.glsl"
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
#include "render/lighting/lamp.glsl"

uniform float plane_height;  // metres; nothing below is mirrored

// The alpha of a solid surface: whether anything is there, or in a mirror the share of the light from behind that passes.
#ifdef REFLECTION
const float SOLID_ALPHA = 0.0;
#else
const float SOLID_ALPHA = 1.0;
#endif

// Returns where the eye is, or would be if the world were not mirrored.
vec3 unmirrored_eye() {
#ifdef REFLECTION
    return vec3(camera.eye.x, 2.0 * plane_height - camera.eye.y, camera.eye.z);
#else
    return camera.eye.xyz;
#endif
}

// True if the plane hides the place from where it is seen.
bool is_hidden(vec3 place) {
#ifdef REFLECTION
    return place.y < plane_height;
#else
    return false;
#endif
}

// Returns the light of a place on a surface with this normal, of which both sides look the same.
vec4 light_of(vec3 place, vec3 normal, vec3 color, float glow) {
    const vec3 outward = dot(normal, unmirrored_eye() - place) < 0.0 ? -normal : normal;
    return vec4(color * (lamp_on(place, outward) + point_lights_on(place, outward) + glow), SOLID_ALPHA);
}
