// Makes the listed particles' solids from their looks, and counts their batches of triangles.
#include "common.glsl"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
layout(local_size_x = PARTICLE_THREADS) in;
layout(std430, binding = BIND_SOLID_SLOTS) readonly buffer Slots { uint slots[]; };
layout(std430, binding = BIND_SOLIDS) writeonly buffer Solids { Solid solids[]; };
layout(std430, binding = BIND_SOLID_COUNTS) writeonly buffer Counts { uint counts[]; };
layout(std430, binding = BIND_SOLID_LIST) buffer SolidBlock { uint list[]; };  // a SolidList

uniform float size_factor;  // on the diameter

const uint BOX_WORDS = 6u;

shared uint box[BOX_WORDS];  // of the group's solids

bool is_finite(vec4 v) { return !any(isnan(v)) && !any(isinf(v)); }

Solid solid_of(vec3 place, Look look) {
    Solid solid = Solid(vec4(place, 0.0), vec4(0.0, 0.0, 0.0, 1.0), 0u, 0u, 0u, 0u);
    const float radius = 0.5 * max(look.diameter, 0.0) * size_factor;
    if (look.solid.kind == SOLID_NONE || !(look.colour.a > 0.0) || !is_finite(vec4(place, radius))) return solid;
    solid.place.w = radius;
    const vec4 light = clamp(vec4(look.colour.rgb, look.solid.glow), 0.0, MAX_HALF);
    solid.red_green = packHalf2x16(light.rg);
    solid.blue_glow = packHalf2x16(light.ba);
    if (look.solid.kind == SOLID_SPHERE) return solid;
    solid.turn = vec4(look.solid.axis * sin(0.5 * look.solid.angle), cos(0.5 * look.solid.angle));
    solid.triangles = OCTAHEDRON_TRIANGLES;
    if (look.solid.mesh.triangles == 0u) return solid;
    solid.place.w = radius / look.solid.mesh.radius;
    solid.first = look.solid.mesh.first;
    solid.triangles = look.solid.mesh.triangles;
    return solid;
}

// Makes the solid with this number. Returns its place, and the radius of the sphere around it; 0: it is not seen.
vec4 make(uint i) {
    Particle p;
    Emitter e;
    const Look look = made_look(slots[i], p, e);
    const Solid solid = solid_of(p.position, look);
    solids[i] = solid;
    counts[i] = solid.place.w > 0.0 ? groups_for(solid.triangles, VOTES_PER_WORD) : 0u;
    return solid.place.w > 0.0 ? vec4(p.position, 0.5 * look.diameter * size_factor) : vec4(0.0);
}

void enclose(vec4 sphere) {
    const vec3 at = LAMP_AXES * clamp(sphere.xyz, -FARTHEST, FARTHEST);
    for (uint k = 0u; k < 3u; ++k) {
        atomicMax(box[k], ~ordered_bits(at[k] - sphere.w));
        atomicMax(box[k + 3u], ordered_bits(at[k] + sphere.w));
    }
}

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, l = gl_LocalInvocationIndex;
    if (l < BOX_WORDS) box[l] = 0u;
    block_barrier();
    const vec4 sphere = i < list[SOLIDS_WORD] ? make(i) : vec4(0.0);
    if (sphere.w > 0.0) enclose(sphere);
    block_barrier();
    if (l < BOX_WORDS && box[l] != 0u) atomicMax(list[SOLID_BOX_WORD + l], box[l]);
}
