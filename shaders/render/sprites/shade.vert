// Draws a particle as the lamp sees it: its opacity, added to the slices that end behind it.
#include "shared.h"
#include "render/sprites/shade_sprite.glsl"

out vec2 on_sprite;  // the sprite is the unit circle
flat out vec4 opacity;          // one slice per component

void main() {
    const uint n = uint(gl_VertexID) / VERTICES_PER_PARTICLE;
    if (n >= pool.alive) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const ShadeSprite sprite = shade_sprite_of((pool.first + n) % capacity);
    on_sprite = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
    opacity = slices_behind(sprite.place.z) * sprite.opacity;
    gl_Position = vec4(sprite.place.xy + on_sprite * sprite.radius, 0.0, 1.0);
}
