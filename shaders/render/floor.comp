// Draws the background and the plane behind the particles. The plane is intersected analytically: dark and glossy, with
// a fine grid that fades into the distance, and the reflection of the particles.
#include "render/camera.glsl"
#include "render/sky.glsl"
#include "render/each_pixel.glsl"

layout(binding = TEXTURE_REFLECTION) uniform sampler2D reflection;
layout(binding = TEXTURE_GLOW) uniform sampler2D glow;  // a smaller level of the reflection's pyramid, blurred more
uniform float plane_height;  // metres
uniform uint has_plane;
uniform float clear_from;    // metres from the eye at which haze begins to cover the plane
uniform float clear_length;  // metres in which the haze leaves 1/e of it

const vec3 GROUND = vec3(0.0085, 0.0098, 0.0135);
const vec3 LINE = vec3(0.026, 0.033, 0.048);
const float CELL = 0.5;             // metres between lines
const float CELLS_PER_GROUP = 4.0;  // each nth line is stronger
const float LINE_WIDTH = 0.008;     // metres
const float FINE_LINES = 0.4;       // strength of the other lines
const float HEAD_ON = 0.30;         // reflectance seen from above; an artistic choice: polished stone has 0.04
const float LIT = 0.30;             // share of the light above that the ground scatters
const float LINES_LIT = 1.6;        // the share that the lines scatter in addition, relative to LIT

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

// Returns Schlick's approximation, softened: a rough plane is no mirror even at the horizon.
float reflectance(float cosine) {
    float away = 1.0 - cosine;
    float away2 = away * away;
    return HEAD_ON + (0.75 - HEAD_ON) * away2 * away2;
}

vec3 ground(vec2 at, vec2 footprint, vec2 place, float cosine) {
    const float group = CELL * CELLS_PER_GROUP;
    float fine = grid(at / CELL, footprint / CELL, LINE_WIDTH / CELL);
    float strong = grid(at / group, footprint / group, 1.5 * LINE_WIDTH / group);
    float line = max(fine * FINE_LINES, strong);
    vec3 light = textureLod(glow, place, 0.0).rgb * (LIT * (1.0 + LINES_LIT * line));
    return GROUND + LINE * line + light + textureLod(reflection, place, 0.0).rgb * reflectance(cosine);
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

vec3 color_of(vec2 place) {
    const vec3 ray = ray_through(place * 2.0 - 1.0);
    const float per_length = inversesqrt(dot(ray, ray)), up = ray.y * per_length;
    if (has_plane == 0u || camera.eye.y <= plane_height || up >= 0.0) return sky(up);
    const vec2 at = on_plane(ray);
    const float far = distance_along(ray) / per_length;  // metres
    const vec3 seen = ground(at, footprint_of(ray, at), place, -up);
    return mix(HORIZON, seen, exp(-max(0.0, far - clear_from) / clear_length) * smoothstep(0.0, 0.04, -up));
}

void main() {
    if (!is_in_image()) return;
    const vec4 before = imageLoad(image, own_pixel());  // alpha: the share of the light from behind that passes
    const vec3 light = before.rgb + before.a * color_of(own_place());
    imageStore(image, own_pixel(), vec4(min(light, vec3(MOST_HALF)), 1.0));
}
