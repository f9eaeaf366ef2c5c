// The engine's smooth noise as a single number.
#include "modules/engine.glsl"

// Returns a smooth field of numbers from -1 to 1: the first component of the field that turbulence follows. A place that
// is not finite has 0, because its cell would be undefined.
float noise_number(NoisePlace place) {
    const uint exponent = 0x7F800000u;
    if (any(equal(floatBitsToUint(place.x) & uvec3(exponent), uvec3(exponent)))) return 0.0;
    return smooth_noise(place, false).x;
}
float noise_number(vec3 place) { return noise_number(noise_place(place)); }
