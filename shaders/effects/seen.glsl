// The surfaces that the camera saw in the last frame. The stacks include it where a module calls seen_surface().
#include "shared.h"
#include "particles/seen.h"
layout(std140, binding = BIND_SEEN) uniform SeenBlock { Seen seen; };
layout(binding = TEXTURE_SEEN) uniform sampler2D seen_depth;

const vec4 NOTHING_SEEN = vec4(0.0, 1.0, 0.0, -1.0);

// Returns the place that a pixel shows, and 1; zeros if it shows no solid thing or lies outside of the frame.
vec4 seen_place(ivec2 pixel, ivec2 size) {
    if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return vec4(0.0);
    const float depth = texelFetch(seen_depth, pixel, 0).x;
    if (depth >= 1.0) return vec4(0.0);
    precise vec2 at = (vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0;
    precise float ahead = seen.across.w / (depth * 2.0 - 1.0 + seen.forward.w);
    precise vec3 place = seen.eye.xyz + (seen.forward.xyz + seen.across.xyz * at.x + seen.up.xyz * at.y) * ahead;
    return vec4(place, 1.0);
}

// Returns the way on the surface from a pixel's place to the next pixel's, on the side where it is shorter: on the other
// side may be another surface. Zero if neither side shows one.
vec3 seen_way(vec3 place, ivec2 pixel, ivec2 side, ivec2 size) {
    const vec4 after = seen_place(pixel + side, size), before = seen_place(pixel - side, size);
    precise vec3 forth = after.xyz - place;
    precise vec3 back = place - before.xyz;
    if (after.w == 0.0) return before.w == 0.0 ? vec3(0.0) : back;
    return before.w != 0.0 && dot(back, back) < dot(forth, forth) ? back : forth;
}

// Returns the normal of the surface in a pixel; the direction to the eye where the neighbours show none.
vec3 seen_normal(vec3 place, ivec2 pixel, ivec2 size) {
    precise vec3 to_eye = seen.eye.xyz - place;
    precise vec3 normal = cross(seen_way(place, pixel, ivec2(1, 0), size), seen_way(place, pixel, ivec2(0, 1), size));
    precise float steepness = length(normal);
    if (steepness == 0.0) return unit_or(to_eye, vec3(0.0, 1.0, 0.0));
    precise vec3 result = (dot(normal, to_eye) < 0.0 ? -normal : normal) / steepness;
    return result;
}

// Returns the normal of the surface that hides a place from the camera, and how far the surface is in that direction; the
// latter is below 0 if none does, or if the place lies farther than `thickness` behind it, as the camera sees it.
vec4 seen_surface(vec3 place, float thickness) {
    precise float ahead = dot(seen.clip_w, vec4(place, 1.0));
    if (!(ahead > 0.0)) return NOTHING_SEEN;
    precise vec2 at = vec2(dot(seen.clip_x, vec4(place, 1.0)), dot(seen.clip_y, vec4(place, 1.0))) / ahead;
    if (!all(lessThan(abs(at), vec2(1.0)))) return NOTHING_SEEN;
    const ivec2 size = textureSize(seen_depth, 0);
    const ivec2 pixel = min(ivec2((at * 0.5 + 0.5) * vec2(size)), size - 1);
    const vec4 shown = seen_place(pixel, size);
    if (shown.w == 0.0) return NOTHING_SEEN;
    const vec3 normal = seen_normal(shown.xyz, pixel, size);
    precise float depth = dot(normal, shown.xyz - place);
    precise vec3 view = place - seen.eye.xyz;
    precise float facing = -dot(normal, view);
    precise float behind = depth * length(view);
    return depth > 0.0 && behind <= thickness * facing ? vec4(normal, depth) : NOTHING_SEEN;
}
