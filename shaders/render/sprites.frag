// Draws a round, soft sprite: bright in the middle, without an edge.
#include "render/camera.glsl"
#include "render/objects.glsl"

in vec3 on_sprite;
flat in vec4 light;
flat in vec2 depth_and_softness;
out vec4 color;

void main() {
    const float inside = max(0.0, 1.0 - dot(on_sprite.xy, on_sprite.xy));
    float share = inside * inside * clamp(on_sprite.z, 0.0, 1.0);
    if (has_objects) share *= share_before_object(ivec2(gl_FragCoord.xy), depth_and_softness.x, depth_and_softness.y);
    color = light * share;
}
