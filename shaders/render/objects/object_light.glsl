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

const float MATTE = 1.0;          // the roughness from which on there is no gleam
const float MIN_ALPHA = 0.01;     // roughness squared, no less: the lamp is a disc in the sky, and no point
const float REFLECTANCE = 0.04;   // of light that falls straight on the surface, as that of most things that are no metal

// Returns how much of the first lamp's light the surface throws to the eye as a gleam, where a white matte surface that faces the lamp
// throws 1: microfacets (B. Walter et al., "Microfacet Models for Refraction through Rough Surfaces", 2007) with the shadowing
// of E. Hammon ("PBR Diffuse Lighting for GGX+Smith Microsurfaces", 2017) and C. Schlick's Fresnel term (1994).
float gleam(vec3 normal, vec3 to_eye, float roughness) {
    if (roughness >= MATTE) return 0.0;
    const vec3 middle = normalize(to_eye + to_lamp());
    const float facing_lamp = dot(normal, to_lamp()), facing_eye = abs(dot(normal, to_eye)) + 1e-4;
    if (facing_lamp <= 0.0) return 0.0;
    const float alpha = max(roughness * roughness, MIN_ALPHA), square = alpha * alpha;
    const float facing_middle = clamp(dot(normal, middle), 0.0, 1.0);
    const float spread = (square - 1.0) * facing_middle * facing_middle + 1.0;
    const float microfacets = square / (spread * spread);
    const float shadowing = 0.5 / mix(2.0 * facing_lamp * facing_eye, facing_lamp + facing_eye, alpha);
    const float fresnel = REFLECTANCE + (1.0 - REFLECTANCE) * pow(1.0 - clamp(dot(middle, to_eye), 0.0, 1.0), 5.0);
    return microfacets * shadowing * fresnel * facing_lamp;
}

// Returns the light of a place on a surface with this normal, of which both sides look the same.
vec4 light_of(vec3 place, vec3 normal, vec3 color, float glow) {
    const vec3 outward = dot(normal, unmirrored_eye() - place) < 0.0 ? -normal : normal;
    return vec4(color * (lamp_on(place, outward) + point_lights_on(place, outward) + glow), SOLID_ALPHA);
}
