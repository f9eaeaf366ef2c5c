// How a particle looks, derived from its emitter and its age; its columns are pulled by number.
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[PARTICLE_COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
layout(std430, binding = BIND_EMITTERS) readonly buffer Emitters { Emitter emitters[]; };

uniform uint capacity;
uniform float light_share;  // of a particle's light, where more or fewer particles than the effect's share it

struct Look {
    vec4 color;       // linear, alpha
    float radius;     // metres
    vec3 motion;      // metres drawn as length
    float softness;   // metres over which it fades into the floor
    float shading;    // share of its light that the lamp throws on it
};

Look look_of(uvec4 velocity, uint age, uint emitter) {
    vec4 begin = emitters[emitter].color_begin;
    vec4 end = emitters[emitter].color_end;
    vec4 size = emitters[emitter].size_look;
    float life = clamp(float(age) / float(max(1u, velocity.w)), 0.0, 1.0);
    float radius = 0.5 * mix(size.x, size.y, life);
    return Look(mix(begin, end, life), radius, uintBitsToFloat(velocity.xyz) * size.z, min(size.w, radius),
                emitters[emitter].motion_shading.w);
}

// The equilateral triangle around the unit circle: half the vertices of a square, for a third more area.
vec2 corner_of(uint vertex) {
    const float side = 1.7320508;
    return vertex == 2u ? vec2(0.0, 2.0) : vec2(vertex == 0u ? -side : side, -1.0);
}
