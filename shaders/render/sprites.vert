// A particle becomes a soft sprite in one triangle: its vertices are pulled from the columns, its look is derived
// from its emitter and its age. With REFLECTION, it is seen in the floor: mirrored, and blurred as a glossy surface
// blurs what is far from it. With LISTED, a list says which are drawn, and in which order.
#include "render/camera.glsl"
#include "ordered_bits.glsl"
#include "render/sprite_size.glsl"
#include "render/look.glsl"
#include "render/lamp.glsl"

uniform uint every;           // draws each so-manieth particle
uniform bool covers;          // the near covers the far; else light adds up
uniform float glints;         // 0: equals are equally bright; 1: few of them have most of the light

const float NEAR_FADE = 0.35;    // metres before the eye within which sprites fade
const float STREAK_DIMS = 0.7;   // how much of a streak's length its light is spread over: 0 none, 1 all
const float REFLECTED_TO = 1.1;  // metres above the floor at which a reflection has lost most of its light

noperspective out vec3 across;  // xy: the sprite is the unit circle; z: share that the floor has not swallowed
flat out vec4 light;            // premultiplied colour, and how much it covers

// A particle's share of light among its equals, 1 in the mean: where they are many and dim, some still sparkle.
float glint(uvec4 identity) {
    if (glints <= 0.0) return 1.0;
    const float rarity = 0.02;  // the brightest have 1 / rarity times the light of the faintest
    uint mixed = (identity.x * 747796405u) ^ (identity.y * 2891336453u);
    mixed = (mixed ^ (mixed >> 15u)) * 277803737u;
    float u = float(mixed >> 8u) * (1.0 / 16777216.0);
    float uneven = 1.0 / ((u + rarity) * log((1.0 + rarity) / rarity));
    return mix(1.0, uneven, glints);
}

vec4 shining(Look look, float brightness) {
    return vec4(look.color.rgb * clamp(look.color.a, 0.0, 1.0) * brightness, 0.0);
}

// As opaque as so many that lie behind each other; what it shows of itself is never brighter than it is.
vec4 covering(Look look, float many, vec3 lit) {
    float alpha = clamp(look.color.a, 0.0, 1.0);
    if (many <= 0.0) return vec4(0.0);  // zero to the power of zero is anything
    float opacity = min(alpha * many, 1.0 - pow(1.0 - alpha, many));
    return vec4(look.color.rgb * mix(vec3(1.0), lit, look.shading) * opacity, opacity);
}

#ifdef LISTED
layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

// Where the n-th that is drawn lies; false: it is not drawn. The same are left out as without a list.
bool find_particle(uint n, out uint at) {
    if (n >= list.drawn) return false;
    at = min(list_slots[n], capacity - 1u);
    return every == 1u || (at + capacity - pool.first) % capacity % every == 0u;
}
#else
bool find_particle(uint n, out uint at) {
    at = (pool.first + n * every) % capacity;
    return n * every < pool.alive;
}
#endif

void main() {
    uint at;
    if (!find_particle(uint(gl_VertexID) / VERTICES_PER_PARTICLE, at)) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    uvec4 position = column[0].element[at];
    uvec4 identity = column[2].element[at];
    Look look = look_of(column[1].element[at], position.w, identity.z);
    vec3 place = uintBitsToFloat(position.xyz);
    float radius = look.radius * size_factor;
    float brightness = light_share * glint(identity);
    vec3 lit = covers && look.shading > 0.0 ? light_at(place) : vec3(1.0);
#ifdef REFLECTION
    float height = height_above_floor(place);
    mirror(height, place, look.motion, radius);
    brightness *= float(every) * exp(-height / REFLECTED_TO);
#endif
    mat4 view = view_matrix();
    vec3 center = (view * vec4(place, 1.0)).xyz;
    float depth = depth_of(center);

    // The sprite's axes in the plane through its centre: along its apparent motion, and across.
    vec2 apparent = apparent_motion(center, mat3(view) * look.motion, depth);
    float drawn = length(apparent);
    vec2 along = drawn > 1e-6 ? apparent / drawn : vec2(1.0, 0.0);
    radius = drawn_radius(radius, depth);
    float reach = radius + 0.5 * drawn;

    // The light of the emitter's look, however large the sprite has become.
    float own_reach = look.radius + 0.5 * drawn;
    brightness *= look.radius * own_reach / (radius * reach);
    brightness *= pow(look.radius / max(own_reach, 1e-9), STREAK_DIMS) * smoothstep(0.0, NEAR_FADE, depth);

    vec2 corner = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
    vec2 offset = along * (corner.x * reach) + vec2(-along.y, along.x) * (corner.y * radius);
    across = vec3(corner, 1.0);
#ifndef REFLECTION
    // The floor is a plane, so how deep a fragment lies above it follows from its height alone.
    float vertex_height = place.y + dot(view[1].xy, offset) - floor_height;
    across.z = vertex_height / max(look.softness, 1e-4) * 0.5 + 0.5;
#endif
    light = covers ? covering(look, brightness, lit) : shining(look, brightness);
    gl_Position = projection_matrix() * vec4(center + vec3(offset, 0.0), 1.0);
}
