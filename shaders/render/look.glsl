// The look of a particle, derived from its emitter and its age. Shaders read the columns by index.
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[PARTICLE_COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_EMITTERS) readonly buffer Emitters { Emitter emitters[]; };

uniform uint capacity;
uniform float light_share;  // factor on each particle's light, which compensates the density

const float SOFTNESS = 0.15, LEAST_SOFTNESS = 1e-4;  // metres over which sprites fade into the plane

struct Look {
    vec4 color;       // linear, alpha
    float radius;     // metres
    vec3 motion;      // metres that are drawn as length
    float softness;   // metres over which it fades into the plane
    bool covers;      // near particles cover it; else its light adds up
    float shading;    // share of its light that comes from the lamp
};

Look look_of(uvec4 velocity, uint age, uint emitter) {
    vec4 begin = emitters[emitter].color_begin;
    vec4 end = emitters[emitter].color_end;
    vec4 size = emitters[emitter].size_look;
    float life = clamp(float(age) / float(max(1u, velocity.w)), 0.0, 1.0);
    float radius = 0.5 * mix(size.x, size.y, life);
    return Look(mix(begin, end, life), radius, uintBitsToFloat(velocity.xyz) * size.z,
                clamp(radius, LEAST_SOFTNESS, SOFTNESS), size.w > 0.0, emitters[emitter].motion_shading.w);
}

// Returns a corner of the equilateral triangle around the unit circle, which has half the vertices of a square and a
// third more area.
vec2 corner_of(uint vertex) {
    const float side = 1.7320508;
    return vertex == 2u ? vec2(0.0, 2.0) : vec2(vertex == 0u ? -side : side, -1.0);
}
