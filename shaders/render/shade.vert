// Draws a particle as the lamp sees it: its opacity, added to the slices that end behind it.
#include "shared.h"
#include "ordered_bits.glsl"
#include "render/look.glsl"
#include "render/lamp.glsl"

uniform float size_factor;     // on the diameter
uniform float texels;          // per side of the map

noperspective out vec2 across;  // the sprite is the unit circle
flat out vec4 opacity;          // one slice per component

void main() {
    const uint n = uint(gl_VertexID) / VERTICES_PER_PARTICLE;
    if (n >= pool.alive) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const uint at = (pool.first + n) % capacity;
    const uvec4 position = column[0].element[at];
    const Look look = look_of(column[1].element[at], position.w, column[2].element[at].z);
    const LampBox box = lamp_box();
    const vec3 place = place_in(box, uintBitsToFloat(position.xyz));
    // A sprite smaller than a texel grows and becomes fainter, so that it absorbs the same light.
    const vec2 radius = vec2(look.radius * size_factor) / box.half_sides.xy;
    const vec2 drawn = max(radius, 2.0 / texels);
    across = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
    const float share = light_share / (size_factor * size_factor) * (radius.x * radius.y) / (drawn.x * drawn.y);
    opacity = slices_behind(place.z) * (clamp(look.color.a, 0.0, 1.0) * share);
    gl_Position = vec4(place.xy + across * drawn, 0.0, 1.0);
}
