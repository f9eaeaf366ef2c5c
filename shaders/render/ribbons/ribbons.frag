// Draws a band that is bright in the middle and fades towards its edges and its round ends.
#include "render/camera.glsl"
#include "render/objects.glsl"
#include "render/light.glsl"


in vec2 across;
in vec2 beyond;
in vec4 light;
in vec3 depth_and_fades;
flat in float edge;
out vec4 color;

void main() {
    const float out_of_ends = max(max(beyond.x, beyond.y), 0.0);
    const float place = length(vec2(across.x, out_of_ends)) / max(across.y, 1e-9);
    const float pixel = abs(dFdx(place)) + abs(dFdy(place));
    float share = smoothstep(0.0, clamp(edge, min(pixel, 1.0), 1.0), 1.0 - place) * clamp(depth_and_fades.z, 0.0, 1.0);
    share *= smoothstep(0.0, NEAR_FADE, depth_and_fades.x);
    if (has_objects) share *= share_before_object(ivec2(gl_FragCoord.xy), depth_and_fades.x, max(depth_and_fades.y, 1e-6));
    color = light * share;
}
