// Baselines that are measured beside scans, compactors and drawing.
#include "common.glsl"

#section copy
// A copy of 16-byte vectors, the baseline of scans: the lower bound for a scan that reads and writes every
// element once.
layout(local_size_x = COPY_THREADS) in;

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer CopyInput { uvec4 copy_input[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer CopyOutput { uvec4 copy_output[]; };

uniform uint vectors;

void main() {
    const uint first = group_index() * (COPY_THREADS * COPY_VECTORS) + gl_LocalInvocationIndex;
    uvec4 x[COPY_VECTORS];
    for (uint k = 0u; k < COPY_VECTORS; ++k) {
        const uint i = first + k * COPY_THREADS;
        if (i < vectors) x[k] = copy_input[i];
    }
    for (uint k = 0u; k < COPY_VECTORS; ++k) {
        const uint i = first + k * COPY_THREADS;
        if (i < vectors) copy_output[i] = x[k];
    }
}

#section naive
// The naive scan, as a baseline: every thread adds all elements before its own, N^2/2 additions.
// ELEMENT is the type of the elements.
layout(local_size_x = NAIVE_THREADS) in;

layout(std430, binding = BIND_SCAN_INPUT) readonly buffer NaiveInput { ELEMENT naive_input[]; };
layout(std430, binding = BIND_SCAN_OUTPUT) writeonly buffer NaiveOutput { ELEMENT naive_output[]; };

uniform uint elements;

void main() {
    const uint index = gl_GlobalInvocationID.x;
    if (index >= elements) return;
    ELEMENT sum = ELEMENT(0);
    for (uint i = 0u; i < index; ++i) sum += naive_input[i];
    naive_output[index] = sum;
}

#section skip_dead
// A baseline that shows what removal saves: dead records stay in place, and every pass over the records skips
// them. Each living record is read, changed and written in place.
// Needs COLUMNS, 1 to MAX_COLUMNS.
layout(local_size_x = PARTICLE_THREADS) in;

layout(std430, binding = BIND_SOURCE) buffer Column { uvec4 element[]; } column[COLUMNS];
layout(std430, binding = BIND_VOTES) readonly buffer Votes { uint votes[]; };

uniform uint records;
uniform uint change;  // added to every word

void main() {
    const uint i = group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex;
    if (i >= records || votes[i] == 0u) return;
    for (int c = 0; c < COLUMNS; ++c) column[c].element[i] += uvec4(change);
}

#section draw_atomics
// A baseline of drawing by tiles: every living particle adds its light to each pixel of its sprite by atomics in global
// memory. The units are those of render/tiles/light.comp, but sprites are not packed.
#include "render/tiles/projected.glsl"
#include "render/tiles/add_sprite.glsl"
layout(local_size_x = PARTICLE_THREADS) in;

void add_units(uint pixel, uvec4 units) {
    for (uint c = 0u; c < CHANNELS; ++c)
        if (units[c] != 0u) add_to_pixel(pixel, c, units[c]);
}

void main() {
    uint at;
    PixelSprite sprite;
    if (!find_particle(group_index() * PARTICLE_THREADS + gl_LocalInvocationIndex, at) || !project(at, sprite)) return;
    sprite.light = min(sprite.light, vec4(1.0));
    const ivec2 frame = ivec2(frame_size);
    add_sprite(sprite, ivec2(0), uint(frame.x), ivec2(0), frame - 1, 0, 1);
}
