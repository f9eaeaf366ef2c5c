// Draws a band that is bright in the middle and fades towards its edges and its round ends.
#include "particles/ribbon.h"
#include "render/frame/camera.glsl"
#include "render/objects/depth.glsl"
#include "render/sprites/light.glsl"
#ifdef BEFORE_RIBBONS
#include "render/ribbons/layer.glsl"
#endif
#ifdef RIBBON_PICTURES
#include "render/ribbons/strip.glsl"
#endif

in vec2 across;
in vec2 beyond;
in vec4 light;
in vec3 depth_and_fades;
flat in float edge;
out vec4 color;

#ifdef RIBBON_PICTURES
in vec3 strip;
flat in uvec3 picture;

// Returns the picture's colour, multiplied by alpha, and its alpha. A picture that lies there once ends with the ribbon; its
// last pixel fades.
vec4 shown() {
    if (picture.x == 0u) return vec4(1.0);
    const float out_of_picture = picture.z != 0u ? 0.0 : max(max(-strip.x, strip.x - 1.0), 0.0);
    const float share = 1.0 - clamp(out_of_picture / max(strip.y, 1e-9), 0.0, 1.0);
    const float to_left = across.x / max(across.y, 1e-9);
#ifdef REFLECTION
    const vec2 place = vec2(strip.x, -to_left);
#else
    const vec2 place = vec2(strip.x, to_left);
#endif
    return share * strip_at_place(Strip(picture.x, picture.y, strip.x, picture.z != 0u), place, strip.yz);
}
#else
vec4 shown() { return vec4(1.0); }
#endif

const float CORE_OPACITY = 0.5, MIN_OPACITY = 1.0 / 16.0;

uniform uint part;  // of ribbons that cover: RIBBON_*

// True if the part that is drawn has pixels of this opacity.
bool is_in_part(float opacity) {
    if (KIND != KIND_COVERS) return true;
    if (part == RIBBON_ALL) return opacity > 0.0;
    if (part == RIBBON_CORES) return opacity >= CORE_OPACITY;
    return opacity < CORE_OPACITY && opacity > (part == RIBBON_FRINGE_DEPTHS ? MIN_OPACITY : 0.0);
}

void main() {
    const float out_of_ends = max(max(beyond.x, beyond.y), 0.0);
    const float place = length(vec2(across.x, out_of_ends)) / max(across.y, 1e-9);
    const float pixel = abs(dFdx(place)) + abs(dFdy(place));
    float share = smoothstep(0.0, clamp(edge, min(pixel, 1.0), 1.0), 1.0 - place) * clamp(depth_and_fades.z, 0.0, 1.0);
    share *= smoothstep(0.0, camera.planes.z, depth_and_fades.x);
    const float softness = max(depth_and_fades.y, 1e-6);
    if (has_objects) share *= share_before_object(ivec2(gl_FragCoord.xy), depth_and_fades.x, softness);
#ifdef BEFORE_RIBBONS
    share *= share_before_ribbons(ribbon_at(ivec2(gl_FragCoord.xy)), depth_and_fades.x, softness);
#endif
    color = light * share * shown();
    if (!is_in_part(color.a)) discard;
}
