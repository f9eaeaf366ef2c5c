// Draws the background and the plane, which is intersected analytically: dark and glossy, with a fine grid that fades
// into the distance, and the reflection of the particles.
#include "render/camera.glsl"
#include "render/sky.glsl"

in vec2 place;
out vec4 color;
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
float grid(vec2 at, float line_width) {
    vec2 footprint = fwidth(at);
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

vec3 ground(vec2 at, float cosine) {
    float fine = grid(at / CELL, LINE_WIDTH / CELL);
    float strong = grid(at / (CELL * CELLS_PER_GROUP), 1.5 * LINE_WIDTH / (CELL * CELLS_PER_GROUP));
    float line = max(fine * FINE_LINES, strong);
    vec3 light = texture(glow, place).rgb * (LIT * (1.0 + LINES_LIT * line));
    return GROUND + LINE * line + light + texture(reflection, place).rgb * reflectance(cosine);
}

void main() {
    vec3 ray = ray_through(place * 2.0 - 1.0);
    float per_length = inversesqrt(dot(ray, ray));
    float up = ray.y * per_length;
    float drop = camera.eye.y - plane_height;
    color = vec4(sky(up), 1.0);
    if (has_plane == 0u || drop <= 0.0) return;
    float along = drop / max(-ray.y, 1e-4);      // in units of the ray
    vec2 at = camera.eye.xz + ray.xz * along;
    float far = along / per_length;              // metres
    vec3 seen = ground(at, -up);
    float clear = exp(-max(0.0, far - clear_from) / clear_length) * smoothstep(0.0, 0.04, -up);
    if (up < 0.0) color.rgb = mix(HORIZON, seen, clear);
}
