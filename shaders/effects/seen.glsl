// The surfaces that the camera saw in the last frame. The stacks include it where a module calls seen_surface().
#include "shared.h"
#include "effects/lines.glsl"
#include "particles/seen.h"
layout(std140, binding = BIND_SEEN) uniform SeenBlock { Seen seen; };
layout(binding = TEXTURE_SEEN) uniform sampler2D seen_depth;

const vec4 NOTHING_SEEN = vec4(0.0, 1.0, 0.0, -1.0);

// Returns how far before the eye the solid thing is that a pixel shows; 0 if it shows none or lies outside of the frame.
float seen_ahead(ivec2 pixel, ivec2 size) {
    if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, size))) return 0.0;
    const float depth = texelFetch(seen_depth, pixel, 0).x;
    precise float ahead = seen.across.w / (depth * 2.0 - 1.0 + seen.forward.w);
    return depth >= 1.0 ? 0.0 : ahead;
}

// Returns the place that a pixel shows, and 1; zeros if it shows no solid thing or lies outside of the frame.
vec4 seen_place(ivec2 pixel, ivec2 size) {
    const float ahead = seen_ahead(pixel, size);
    if (ahead == 0.0) return vec4(0.0);
    precise vec2 at = (vec2(pixel) + 0.5) / vec2(size) * 2.0 - 1.0;
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

// Returns the normal of the surface in the pixel that shows a place, and how deep the place lies behind it, below 0 before it.
vec4 shown_surface(vec3 place) {
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
    return vec4(normal, depth);
}

// Returns the normal of the surface that hides a place from the camera, and how far the surface, grown by a radius, is in that
// direction; the latter is below 0 if none does, or if the place lies farther than `thickness` behind it, as the camera sees it.
vec4 seen_surface(vec3 place, float thickness, float radius) {
    const vec4 surface = shown_surface(place);
    if (surface == NOTHING_SEEN) return NOTHING_SEEN;
    precise vec3 view = place - seen.eye.xyz;
    precise float facing = -dot(surface.xyz, view);
    precise float behind = surface.w * length(view);
    precise float depth = surface.w + radius;
    return depth > 0.0 && behind <= thickness * facing ? vec4(surface.xyz, depth) : NOTHING_SEEN;
}

vec4 seen_surface(vec3 place, float thickness) { return seen_surface(place, thickness, 0.0); }

// Returns the shares of a way between which the camera sees it. Places are in clip space: x, y and metres ahead.
vec2 shares_in_frame(vec3 begin, vec3 way) {
    const float nearest = 1e-3;
    vec2 within = shares_between(begin.z, way.z, nearest, FAR_SHARE);
    precise vec4 before = vec4(begin.z - begin.x, begin.z + begin.x, begin.z - begin.y, begin.z + begin.y);
    precise vec4 rise = vec4(way.z - way.x, way.z + way.x, way.z - way.y, way.z + way.y);
    for (int side = 0; side < 4; ++side)
        within = shares_in_both(within, shares_between(before[side], rise[side], 0.0, FAR_SHARE));
    return clamp(within, 0.0, 1.0);
}

// Returns the share at which a way goes behind what the camera saw, or into its thickness from the side: it is followed from
// pixel to pixel, as the camera sees it.
float share_behind_seen(vec3 begin, vec3 way, float margin, float thickness) {
    const float max_steps = 1024.0;
    const vec4 from = vec4(begin, 1.0), along = vec4(way, 0.0);
    precise vec3 a = vec3(dot(seen.clip_x, from), dot(seen.clip_y, from), dot(seen.clip_w, from));
    precise vec3 d = vec3(dot(seen.clip_x, along), dot(seen.clip_y, along), dot(seen.clip_w, along));
    const vec2 ends = shares_in_frame(a, d);
    if (ends.x >= ends.y) return NEVER;
    precise vec3 first = a + d * ends.x;
    precise vec3 last = a + d * ends.y;
    precise vec2 first_at = first.xy / first.z;
    precise vec2 last_at = last.xy / last.z;
    const ivec2 size = textureSize(seen_depth, 0);
    precise float steps = clamp(ceil(length((last_at - first_at) * 0.5 * vec2(size))), 1.0, max_steps);
    precise float free = ends.x;
    precise float ahead = first.z;
    for (float k = 1.0; k <= steps; k += 1.0) {
        precise float part = k / steps;
        precise float seen_part = part * first.z / (part * first.z + (1.0 - part) * last.z);
        precise float at = mix(ends.x, ends.y, seen_part);
        precise vec2 middle = mix(first_at, last_at, (k - 0.5) / steps) * 0.5 + 0.5;
        const float shown = seen_ahead(clamp(ivec2(middle * vec2(size)), ivec2(0), size - 1), size);
        precise float next_ahead = a.z + d.z * at;
        const float room = k == 1.0 ? margin : thickness;
        if (shown > 0.0 && ahead < shown + room && max(ahead, next_ahead) > shown + margin) {
            precise float before = clamp((shown - ahead) / (next_ahead - ahead), 0.0, 1.0);
            precise float share = mix(free, at, before);
            return ahead < shown ? share : free;
        }
        free = at;
        ahead = next_ahead;
    }
    return NEVER;
}
