// The background: a night sky that is a little lighter towards the horizon.

const vec3 ZENITH = vec3(0.0050, 0.0058, 0.0105);
const vec3 HORIZON = vec3(0.0165, 0.0195, 0.034);
const vec3 NADIR = vec3(0.0040, 0.0044, 0.0066);

// Returns the sky's colour; `up` is the vertical component of the direction, a unit vector.
vec3 sky(float up) {
    float height = up < 0.0 ? min(1.0, -up * 4.0) : 1.0 - exp2(-6.0 * up);
    return mix(HORIZON, up < 0.0 ? NADIR : ZENITH, height);
}
