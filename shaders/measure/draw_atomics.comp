// A baseline of drawing by tiles: every living particle adds its light to each pixel of its sprite by atomics in global
// memory. The units are those of render/tiles/light.comp, but sprites are not packed.
#include "render/tiles/projected.glsl"
#include "render/tiles/add_sprite.glsl"
#include "render/tiles/sums.glsl"
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
