// The light on a sprite or a ribbon. What includes this file includes frame/camera.glsl and lighting/lamp.glsl before. With SCATTERED
// the light from all around is that which scattered_light.comp has carried.

const float MAX_FORWARD = 0.8;

#ifdef SCATTERED
#include "render/lighting/scatter_box.glsl"
layout(binding = TEXTURE_SCATTERED) uniform sampler3D scattered;

// Returns the light from all around, and of other particles, that reaches a particle.
vec3 scattered_at(vec3 place) { return textureLod(scattered, share_of(scatter_box(), place), 0.0).rgb; }
#else
vec3 scattered_at(vec3 place) { return vec3(0.0); }
#endif

// Returns the share of a light that a particle scatters to the eye, by that of one that scatters evenly: the phase function of
// L. G. Henyey and J. L. Greenstein (Diffuse radiation in the galaxy, 1941). `forward` is the mean cosine of the angle by which light
// is turned.
float phase(float forward, float cosine) {
    const float g = clamp(forward, -MAX_FORWARD, MAX_FORWARD), wide = max(1.0 + g * g - 2.0 * g * cosine, 1e-3);
    return (1.0 - g * g) / (wide * sqrt(wide));
}

// Returns the light on a particle that is seen by the eye.
vec3 light_at(vec3 place, float forward) {
    const vec3 to_eye = unit_or(camera.eye.xyz - place, vec3(0.0, 0.0, 1.0));
    const float share = share_of_lamp(lit_particle(place)) * phase(forward, -dot(to_eye, to_lamp()));
    return lighting.lamp[0].light.rgb * share + lighting.on_particles.rgb + scattered_at(place) + point_lights_on(place, ALL_DIRECTIONS);
}
