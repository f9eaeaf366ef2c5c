// Computes every float of a particle, with the functions of modules/engine.glsl; no other file does. Results are
// `precise`, so that no compiler may contract or reorder them differently in another program. Needs TURBULENCE: 0 if no
// emitter has any.
#include "modules/engine.glsl"
#include "particles/particle.glsl"
#include "particles/random.glsl"

// Uses of random numbers; each use has its own number.
const uint USE_DIRECTION = 0u;  // xy: direction in the cone; z: speed; w: lifetime
const uint USE_PLACE = 1u;      // xyz: place in the shape; w: moment of birth within the step
const uint USE_CHILDREN = 2u;   // of a parent; mixed again with the link and the parent's age

vec3 in_shape(uint shape, float radius, vec3 u) {
    precise vec3 result = vec3(0.0);
    precise float angle = TWO_PI * u.y;
    if (shape == SHAPE_DISC) {
        precise float r = radius * sqrt(u.x);
        result = vec3(r * cos(angle), 0.0, r * sin(angle));
    } else if (shape == SHAPE_SPHERE) {
        precise float r = radius * pow(u.x, 1.0 / 3.0);
        precise float z = 1.0 - 2.0 * u.z;
        precise float ring = sqrt(max(0.0, 1.0 - z * z));
        result = r * vec3(ring * cos(angle), z, ring * sin(angle));
    }
    return result;
}

// The place around which a particle is born, and the velocity that is added to its own: of the emitter or the parent.
struct Origin {
    vec3 position;
    vec3 velocity;
};

// Returns birth `ordinal` of a step, by emitter number `emitter`.
Particle newborn(Emitter e, uint emitter, Origin origin, Step s, uint ordinal) {
    vec4 a = random4(s.seed, s.index, ordinal, USE_DIRECTION);
    vec4 b = random4(s.seed, s.index, ordinal, USE_PLACE);
    precise float speed = mix(e.speed_lifetime.x, e.speed_lifetime.y, a.z);
    precise vec3 velocity = in_cone(e.direction_spread.xyz, e.direction_spread.w, a.xy) * speed + origin.velocity;
    precise vec3 place = origin.position + in_shape(e.shape.x, e.position_radius.w, b.xyz);
    precise vec3 position = place + velocity * (s.seconds * b.w);  // births are spread over the step
    precise float steps = mix(e.speed_lifetime.z, e.speed_lifetime.w, a.w);
    return Particle(position, 0u, velocity, max(1u, uint(steps + 0.5)), uvec4(s.index, ordinal, emitter, 0u));
}

// Sums octaves of the noise, each finer and weaker than the one before. Their lattices are shifted against each other,
// so that no place is without force in all octaves.
vec3 turbulence(Emitter e, vec3 position, float seconds) {
    const float finer = 2.0;
    const vec3 shift = vec3(5.19, 1.73, 9.41);
    bool curls = e.shape.w == TURBULENCE_EDDIES;
    precise vec3 x = (position - e.motion_shading.xyz * seconds) * e.turbulence.y;
    precise vec3 sum = vec3(0.0);
    precise float strength = e.turbulence.x;
    for (float octave = 0.0; octave < e.turbulence.z; ++octave) {
        precise vec3 part = smooth_noise(x, curls) * strength;
        sum += part;
        x = x * finer + shift;
        strength *= e.turbulence.w;
    }
    return sum;
}

// Reflects a particle at the plane. The normal velocity keeps `restitution`, the tangential loses `friction`.
void bounce(inout Particle p, float height, float restitution, float friction) {
    if (p.position.y >= height || p.velocity.y >= 0.0) return;
    precise float below = height - p.position.y;
    precise float rise = below * restitution;
    p.position.y = height + rise;
    precise vec3 kept = vec3(1.0 - friction, -restitution, 1.0 - friction);
    precise vec3 velocity = p.velocity * kept;
    p.velocity = velocity;
    p.identity.w = (p.identity.w + 1u) | BOUNCED;
}

// True for the row of zeros that an emitter leaves behind which an edit has removed.
bool is_gone(Emitter e) { return e.speed_lifetime.w == 0.0; }

// Advances by one step of semi-implicit Euler; drag is integrated implicitly, so that it cannot overshoot.
void advance(inout Particle p, Emitter e, Step s) {
    if (is_gone(e)) p.lifetime = 0u;
    precise vec3 acceleration = e.gravity_drag.xyz;
#if TURBULENCE
    if (e.turbulence.x > 0.0) acceleration += turbulence(e, p.position, float(s.index) * s.seconds);
#endif
    precise vec3 velocity = (p.velocity + acceleration * s.seconds) / (1.0 + e.gravity_drag.w * s.seconds);
    precise vec3 position = p.position + velocity * s.seconds;
    p.velocity = velocity;
    p.position = position;
    p.identity.w &= ~BOUNCED;
    if (s.has_plane != 0u) bounce(p, s.plane_height, s.plane_restitution, s.plane_friction);
    p.age += 1u;
}

// A vote is decided on integers alone: age, and the exponent bits of NaN and infinity.
bool finite(vec3 v) {
    const uint exponent = 0x7F800000u;
    return all(notEqual(floatBitsToUint(v) & uvec3(exponent), uvec3(exponent)));
}

bool finite(Particle p) { return finite(p.position) && finite(p.velocity); }

bool survives(Particle p) { return p.age < p.lifetime && finite(p); }
