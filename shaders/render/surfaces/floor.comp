// Draws the background and the ground behind the particles. The ground's plane is intersected analytically; it shows the
// reflection of the particles, and a grid if a person wants one. GROUND and SKY are their kinds (render/surfaces/scenery.h); GRID is 1
// or 0. The rows that FIRST_ROW begins may have a program of their own, because a software renderer computes both branches for
// every pixel. A smaller image may have sky and ground, drawn with STARS_LATER, which BACKGROUND_IS_DRAWN then
// enlarges; stars are points and are drawn in full size.
#include "render/frame/camera.glsl"
#ifdef FIRST_ROW
uniform int FIRST_ROW;
#endif
#include "render/frame/each_pixel.glsl"
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };
#include "render/lighting/lamp.glsl"
#include "render/objects/depth.glsl"
#include "render/surfaces/ground.glsl"
#include "render/surfaces/sky.glsl"
#ifdef FOG
#include "render/lighting/fog.glsl"
#endif

layout(binding = TEXTURE_OBJECTS) uniform sampler2D objects;  // their light
layout(binding = TEXTURE_REFLECTION) uniform sampler2D reflection;
layout(binding = TEXTURE_GLOW) uniform sampler2D glow;  // a smaller level of the reflection's pyramid, blurred more
uniform float plane_height;  // metres
uniform bool is_transparent;  // neither sky nor ground are drawn
uniform float clear_from;    // metres from the eye at which haze begins to cover the ground
uniform float clear_length;  // metres in which the haze leaves 1/e of it

const vec3 LINE = vec3(0.026, 0.033, 0.048);
const float CELL = 0.5;             // metres between lines
const float CELLS_PER_GROUP = 4.0;  // each nth line is stronger
const float LINE_WIDTH = 0.008;     // metres
const float FINE_LINES = 0.4;       // strength of the other lines
const float LINES_LIT = 1.6;        // the share of light that the lines scatter in addition, relative to the ground's
const float AT_HORIZON = 0.75;      // reflectance there: a rough plane is no perfect mirror
const float MIRROR_LIKE = 0.3;      // reflectance from above at which a surface reflects so much at the horizon
const float GROUND_ENDS = 0.04, WATER_ENDS = 0.004;  // sines of the depression below which they blend with the horizon
const float BENT = 0.06;            // of the frame's height by which a slope of 1 moves the reflection

// Returns the share of a pixel that the lines of a grid cover, box filtered over the pixel's footprint (after B. Golus,
// "The Best Darn Grid Shader (Yet)", 2023): lines never become thinner than a pixel, they become fainter.
float grid(vec2 at, vec2 footprint, float line_width) {
    vec2 drawn = clamp(vec2(line_width), footprint, vec2(0.5));
    vec2 soft = footprint * 1.5;
    vec2 distance_to_line = abs(fract(at - 0.5) - 0.5);
    vec2 lines = smoothstep(drawn * 0.5 + soft * 0.5, drawn * 0.5 - soft * 0.5, distance_to_line);
    lines *= clamp(line_width / drawn, 0.0, 1.0);
    lines = mix(lines, vec2(line_width), clamp(footprint * 2.0 - 1.0, 0.0, 1.0));
    return lines.x + lines.y * (1.0 - lines.x);
}

const float SKY_DISTANCE = 2e4;  // metres to where the sky is, as fog takes it

// Returns light that comes from so far from the eye, with the fog before it; and the share of it that passes the fog.
#ifdef FOG
vec3 before(vec3 light, vec3 way) { return through_fog(light, way); }
float clear_before(vec3 way) { return clear_through_fog(way); }
#else
vec3 before(vec3 light, vec3 way) { return light; }
float clear_before(vec3 way) { return 1.0; }
#endif

#ifdef MIRRORS_SKY
const float MAX_BLUR = 0.5, MIN_BLUR = 0.004;  // radians, of the sky in a rough mirror and in a smooth one
const float FOLD = 1.5;                             // of the slope of waves: how round the fold is where what comes from below is mirrored up
const float ROUGH_RISE = 0.15;                      // by which a rough mirror shows what is higher, as a sine

// Returns the sky that a surface mirrors. A rough one mirrors more of what is high, for it shows the sides of waves that face the
// eye; what would be mirrored from below the horizon has been mirrored once more.
vec3 sky_in(Surface surface, vec3 direction) {
    const vec3 way = reflect(direction, surface.normal);
#ifdef WATER
    const float fold = FOLD * lighting.water.w;
#else
    const float fold = 0.0;
#endif
    const vec3 seen = normalize(vec3(way.x, length(vec2(way.y, fold)) + ROUGH_RISE * surface.roughness, way.z));
    return before(mirrored_sky(seen, mix(MIN_BLUR, MAX_BLUR, surface.roughness)), seen * SKY_DISTANCE);
}
#endif

// Returns Schlick's approximation ("An Inexpensive BRDF Model for Physically-based Rendering", 1994), softened but for water.
float reflectance(float mirror, float cosine) {
    const float away = 1.0 - cosine, away2 = away * away;
#ifdef WATER
    return mirror + (1.0 - mirror) * away2 * away2 * away;
#endif
    return mirror + (AT_HORIZON - mirror) * away2 * away2 * smoothstep(0.0, MIRROR_LIKE, mirror);
}

#ifdef OWN_GRID
float lines_at(vec2 at, vec2 footprint) {
    const float cell = lighting.grid.w;
    return grid(at / cell, footprint / cell, LINE_WIDTH / CELL);
}
vec3 line_light() { return lighting.grid.rgb; }
#else
vec3 line_light() { return LINE; }
float lines_at(vec2 at, vec2 footprint) {
    const float group = CELL * CELLS_PER_GROUP;
    const float fine = grid(at / CELL, footprint / CELL, LINE_WIDTH / CELL);
    return max(fine * FINE_LINES, grid(at / group, footprint / group, 1.5 * LINE_WIDTH / group));
}
#endif

vec3 ground(vec2 at, vec2 footprint, vec2 place, vec3 direction) {
    const Surface surface = surface_of(GROUND, at, footprint);
    const float line = GRID != 0 ? lines_at(at, footprint) : 0.0;
    const vec3 wide = textureLod(glow, place, 0.0).rgb;
    vec3 light = surface.own + line_light() * line + wide * surface.scattered * (1.0 + LINES_LIT * line);
    const vec3 where = vec3(at.x, plane_height, at.y);
    if (surface.lit != vec3(0.0)) light += surface.lit * lamp_on(where, surface.normal);
    light += surface.scattered * point_lights_on(where, surface.normal);
    const vec4 sharp = textureLod(reflection, place + surface.normal.xz * BENT, 0.0);
    vec3 mirrored = mix(sharp.rgb, wide, surface.roughness);
#ifdef MIRRORS_SKY
    return light + (mirrored + sharp.a * sky_in(surface, direction)) * reflectance(surface.mirror, max(-dot(direction, surface.normal), 0.0));
#endif
    if (surface.sky > 0.0) mirrored += surface.sky * mirrored_sky(reflect(direction, surface.normal), 0.0);
    return light + mirrored * reflectance(surface.mirror, -direction.y);
}

// Returns how far the plane is along a ray, in units of the ray.
float distance_along(vec3 ray) { return (camera.eye.y - plane_height) / max(-ray.y, 1e-4); }

vec2 on_plane(vec3 ray) { return camera.eye.xz + ray.xz * distance_along(ray); }

// Returns the size on the plane of the pixel through which the ray goes; `at` is where it meets the plane.
vec2 footprint_of(vec3 ray, vec2 at) {
    const mat3 to_world = transpose(mat3(view_matrix()));
    const vec2 pixel = 2.0 / (vec2(imageSize(image)) * vec2(camera.projection[0].x, camera.projection[1].y));
    return abs(on_plane(ray + to_world[0] * pixel.x) - at) + abs(on_plane(ray + to_world[1] * pixel.y) - at);
}

// Returns how much of the ground is seen through the haze at a distance in metres; `up` is a ray's direction.
#ifdef WATER
float clear_at(float far, float up) { return exp(-far * lighting.waves.w) * smoothstep(0.0, WATER_ENDS, -up); }
#else
float clear_at(float far, float up) {
    return exp(-max(0.0, far - clear_from) / clear_length) * smoothstep(0.0, GROUND_ENDS, -up);
}
#endif

bool sees_ground(vec3 ray) { return GROUND != GROUND_NONE && camera.eye.y > plane_height && ray.y < 0.0; }

// Returns the angle of a pixel.
float pixel_angle() { return 2.0 / (float(imageSize(image).y) * camera.projection[1].y); }

#ifdef BACKGROUND_IS_DRAWN
layout(binding = TEXTURE_FRAME) uniform sampler2D background_drawn;

vec4 background_before_stars(vec2 place, vec3 ray) { return textureLod(background_drawn, place, 0.0); }
#else
// Returns the ground or the sky that a ray meets, with the fog before it, and in alpha the share of the light of stars that is seen.
vec4 background_before_stars(vec2 place, vec3 ray) {
    const float length_of_ray = length(ray), up = ray.y / length_of_ray;
    const vec3 direction = ray / length_of_ray, far = direction * SKY_DISTANCE;
    if (!sees_ground(ray)) {
        float clear;
        const vec3 light = sky_before_stars(direction, pixel_angle(), clear);
        return vec4(before(light, far), clear * clear_before(far));
    }
    const vec2 at = on_plane(ray);
    const vec3 near = before(ground(at, footprint_of(ray, at), place, direction), ray * distance_along(ray));
    return vec4(mix(before(horizon(direction), far), near, clear_at(distance_along(ray) * length_of_ray, up)), 0.0);
}
#endif

#ifdef STARS_LATER
void main() {
    if (!is_in_image()) return;
    const vec4 light = background_before_stars(own_place(), ray_through(own_place() * 2.0 - 1.0));
    imageStore(image, own_pixel(), min(light, vec4(MAX_HALF)));
}
#else
vec3 background(vec2 place, vec3 ray) {
    const vec4 light = background_before_stars(place, ray);
    return HAS_STARS ? light.rgb + stars(normalize(ray), pixel_angle()) * (star_factor() * light.a) : light.rgb;
}

// Returns what is seen behind the particles, and in alpha if anything is.
vec4 color_of(vec2 place) {
    const vec3 ray = ray_through(place * 2.0 - 1.0);
    const float depth = has_objects ? object_depth(own_pixel()) : NO_OBJECT;
    if (depth < (sees_ground(ray) ? distance_along(ray) : NO_OBJECT))
        return vec4(before(texelFetch(objects, own_pixel(), 0).rgb, ray * depth), 1.0);
    return is_transparent ? vec4(0.0) : vec4(background(place, ray), 1.0);
}

void main() {
    if (!is_in_image()) return;
    const vec4 before = imageLoad(image, own_pixel());  // alpha: the share of the light from behind that passes
    const vec4 behind = color_of(own_place());
    const vec3 light = before.rgb + before.a * behind.rgb;
    imageStore(image, own_pixel(), vec4(min(light, vec3(MAX_HALF)), 1.0 - before.a * (1.0 - behind.a)));
}
#endif
