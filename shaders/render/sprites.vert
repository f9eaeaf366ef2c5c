// Draws a particle as a soft sprite in one triangle. With REFLECTION it draws the reflection in the plane. With LISTED it
// draws the particles of a list in the list's order.
#include "render/sprite.glsl"

out vec3 on_sprite;  // xy: the sprite is the unit circle; z: share that is not faded into the plane
flat out vec4 light;            // premultiplied colour and opacity
flat out vec2 depth_and_softness;
#ifdef PICTURES
flat out uvec2 picture;  // zero: a soft disc
#endif

void main() {
    uint at;
    if (!find_particle(uint(gl_VertexID) / VERTICES_PER_PARTICLE, at)) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const Sprite sprite = sprite_of(at);
    if (sprite.is_solid) {
        gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    const vec2 corner = corner_of(uint(gl_VertexID) % VERTICES_PER_PARTICLE);
    const vec2 offset =
        sprite.along * (corner.x * sprite.reach) + vec2(-sprite.along.y, sprite.along.x) * (corner.y * sprite.radius);
    on_sprite = vec3(corner, 1.0);
    if (!is_reflection) on_sprite.z = share_above_plane(sprite, offset);
    light = sprite.light;
#ifdef PICTURES
    picture = sprite.picture;
#endif
    depth_and_softness = vec2(sprite.depth, sprite.softness);
    gl_Position = projection_matrix() * vec4(sprite.center + vec3(offset, 0.0), 1.0);
}
