// Draws particles as the lamp sees them by triangles.

#section vertex
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

#section fragment
// Draws a particle's opacity with the same falloff as sprites.glsl.
in vec2 on_sprite;
flat in vec4 opacity;
out vec4 color;

void main() {
    float inside = max(0.0, 1.0 - dot(on_sprite, on_sprite));
    color = opacity * (inside * inside);
}
